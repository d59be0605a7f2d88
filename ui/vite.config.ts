import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { transformAsync, type BabelFileResult } from "@babel/core";
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { pickPart, type TextPart, type Texts } from "./src/i18n/parts.ts";

// `npm run dev` shows the page in a browser; its requests go to a running `celeiro serve`.
const server = process.env.CELEIRO_SERVER ?? "http://127.0.0.1:4180";

/**
 * React Compiler: what a component made of the same values is kept, so that another question to the
 * sheet draws its rows and not the page around them. (Its plugin for Vite asks for a newer Node.)
 */
const compiled: Plugin = {
  name: "react-compiler",
  enforce: "pre",
  transform: {
    filter: { id: { include: /\/src\/.+\.tsx?$/, exclude: [/\.test\./, /\/src\/(test\/|bindings)/] } },
    handler: (code, id) =>
      cacheOutput(code, id, async () => {
        const done = await transformAsync(code, {
          filename: id,
          sourceMaps: true,
          babelrc: false,
          configFile: false,
          parserOpts: { plugins: ["jsx", "typescript"] },
          plugins: ["babel-plugin-react-compiler"],
        });
        return done?.code ? { code: done.code, map: done.map ?? null } : null;
      }),
  },
};

type Compiled = { code: string; map: NonNullable<BabelFileResult["map"]> | null } | null;
const COMPILER_CACHE = fileURLToPath(new URL("node_modules/.cache/react-compiler", import.meta.url));
/** What decides on its output beside the code: its version, and the options above. */
const COMPILER_PRINT = hashTexts(
  ...["package-lock.json", "vite.config.ts"].map((name) =>
    readFileSync(new URL(name, import.meta.url), "utf8"),
  ),
);

function hashTexts(...texts: string[]): string {
  return createHash("sha256").update(texts.join("\0")).digest("hex");
}

/** Compiling takes a fifth of the time of the tests: they read what the build of the interface compiled. */
async function cacheOutput(code: string, id: string, compile: () => Promise<Compiled>): Promise<Compiled> {
  const path = `${COMPILER_CACHE}/${hashTexts(COMPILER_PRINT, id, code)}.json`;
  if (existsSync(path)) return JSON.parse(readFileSync(path, "utf8")) as Compiled;
  const output = await compile();
  mkdirSync(COMPILER_CACHE, { recursive: true });
  // Two builds may write the same file: each puts a whole one in place.
  writeFileSync(`${path}.${process.pid}`, JSON.stringify(output));
  renameSync(`${path}.${process.pid}`, path);
  return output;
}

/** Its package names the build that warns while developing; what is shipped takes the other one. */
const routerAsShipped: Plugin = {
  name: "router-as-shipped",
  apply: "build",
  enforce: "pre",
  resolveId: {
    filter: { id: /^react-router$/ },
    handler: () =>
      fileURLToPath(new URL("node_modules/react-router/dist/production/index.mjs", import.meta.url)),
  },
};

/** `./pt-BR.json?part=chat`: of a language's one file what belongs to a part (src/i18n/parts.ts). */
const TEXTS_ASKED = /([\w-]+)\.json\?(?:.*&)?part=(\w+)$/;
const TEXTS_LOADED = /^\0texts-([\w-]+)-(\w+)$/;

const textParts: Plugin = {
  name: "text-parts",
  enforce: "pre",
  resolveId: {
    filter: { id: TEXTS_ASKED },
    handler: (id) => id.replace(new RegExp(`^.*?${TEXTS_ASKED.source}`), "\0texts-$1-$2"),
  },
  load: {
    filter: { id: TEXTS_LOADED },
    handler(id) {
      const [, language = "", part] = TEXTS_LOADED.exec(id) ?? [];
      const file = fileURLToPath(new URL(`src/i18n/${language}.json`, import.meta.url));
      this.addWatchFile(file);
      const texts = pickPart(JSON.parse(readFileSync(file, "utf8")) as Texts, part as TextPart);
      return `export default ${JSON.stringify(texts)}`;
    },
  },
};

/** The names of classes that a component of Mantine has; its rules stand in a style sheet of the same name. */
const CLASSES_OF_MANTINE = /@mantine\/(core|spotlight)\/esm\/(?:.+\/)?(\w+)\.module\.mjs$/;

/**
 * A component of Mantine brings its own styles, so that they come with the page that shows it. While developing,
 * its modules are bundled ahead and pass by here: all styles come at once then.
 */
const componentStyles: Plugin[] = [
  {
    name: "component-styles",
    apply: "build",
    transform: {
      filter: { id: CLASSES_OF_MANTINE },
      handler(code, id) {
        const [, from, name] = CLASSES_OF_MANTINE.exec(id) ?? [];
        const sheet = from === "core" ? `@mantine/core/styles/${name}.css` : "@mantine/spotlight/styles.css";
        return { code: `import "${sheet}";\n${code}`, map: null, moduleSideEffects: true };
      },
    },
  },
  {
    name: "all-styles",
    apply: "serve",
    transform: {
      filter: { id: /\/src\/app\/theme\/mantineStyles\.ts$/ },
      handler: (code) => ({
        code: `import "@mantine/core/styles.css";\nimport "@mantine/spotlight/styles.css";\n${code}`,
        map: null,
      }),
    },
  },
];

/** Files of texts are told apart by their names. */
function nameChunk({ facadeModuleId }: { facadeModuleId?: string | null }): string {
  const [, language, part] = TEXTS_LOADED.exec(facadeModuleId ?? "") ?? [];
  return part ? `assets/texts-${language}-${part}-[hash].js` : "assets/[name]-[hash].js";
}

export default defineConfig({
  plugins: [compiled, routerAsShipped, textParts, componentStyles, react()],
  // The generated bindings call the desktop's bridge; src/host lays the language beside each call.
  resolve: {
    alias: [
      {
        find: /^@tauri-apps\/api\/core$/,
        replacement: fileURLToPath(new URL("src/host/core.ts", import.meta.url)),
      },
    ],
  },
  clearScreen: false,
  server: {
    port: 1420,
    strictPort: true,
    host: "127.0.0.1",
    // The server answers its own page only: this one passes for it.
    proxy: { "/api": { target: server, changeOrigin: true, headers: { origin: server } } },
  },
  build: {
    // The oldest engine we meet is the WebKit of a current Linux desktop.
    target: "safari17",
    sourcemap: false,
    // A font inlined as `data:` would be refused by the content policy (`font-src 'self'`).
    assetsInlineLimit: 0,
    // The first screen may have 712 KB of script (tests/e2e/loading.mjs), no file more than 700 KB.
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      // Of Tauri's parts only the bridge is used; the package does not say that they do nothing by themselves.
      output: { chunkFileNames: nameChunk },
      treeshake: { moduleSideEffects: [{ test: /@tauri-apps\/api/, sideEffects: false }] },
    },
  },
  test: {
    environment: "jsdom",
    // Loading React and Mantine anew for each file took a third of the time; src/test/setup.ts cleans up between them.
    isolate: false,
    // Tests wait for the page about a third of their time: one more of them than there are cores.
    maxWorkers: availableParallelism() + 1,
    // Generous, because the machine that runs the tests may be building something else meanwhile.
    testTimeout: 180_000,
    expect: { poll: { timeout: 20_000 } },
    setupFiles: ["./src/test/setup.ts"],
    include: ["src/**/*.test.{ts,tsx}"],
  },
});
