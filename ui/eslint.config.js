import { readdirSync } from "node:fs";
import hooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

// Text that came from data is shown as text and nothing else (components/DataText). The ways
// around that are closed here, so that nobody opens one by accident.
const noMarkupFromStrings = [
  {
    selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']",
    message: "Text is shown through components/DataText, never as HTML.",
  },
  {
    selector: "AssignmentExpression[left.property.name=/^(inner|outer)HTML$/]",
    message: "Text is shown through components/DataText, never as HTML.",
  },
  {
    selector: "CallExpression[callee.property.name=/^(insertAdjacentHTML|createContextualFragment)$/]",
    message: "Text is shown through components/DataText, never as HTML.",
  },
];

// What may import what: pages compose features, features know nothing of each other, what several of
// them use is in shared, and shared stands on components, api, host, i18n and lib alone.
const features = readdirSync(new URL("src/features", import.meta.url));

/** A rule for `files`: nothing out of the folders `folders`, however many levels up they are. */
function withoutImports(files, folders, message) {
  const regex = `^(\\.\\./)+(features/)?(${folders.join("|")})(/|$)`;
  return { files, rules: { "no-restricted-imports": ["error", { patterns: [{ regex, message }] }] } };
}

const layers = [
  ...features.map((feature) =>
    withoutImports(
      [`src/features/${feature}/**`],
      ["app", ...features.filter((other) => other !== feature)],
      "A feature imports no other feature and nothing of app: what several use is in shared.",
    ),
  ),
  withoutImports(
    ["src/shared/**"],
    ["app", "features"],
    "What is shared imports no feature and nothing of app.",
  ),
  withoutImports(
    ["src/{components,api,host,i18n,lib}/**"],
    ["app", "features", "shared"],
    "What everything stands on imports nothing of app, features or shared.",
  ),
];

export default tseslint.config(
  { ignores: ["dist", "public", "src/bindings.ts", "eslint.config.js"] },
  ...tseslint.configs.recommendedTypeChecked,
  { languageOptions: { parserOptions: { projectService: true } } },
  hooks.configs.flat.recommended,
  ...layers,
  {
    rules: {
      "no-restricted-syntax": ["error", ...noMarkupFromStrings],
      "no-console": "error",
      eqeqeq: ["error", "always"],
    },
  },
);
