// Prints the licences of all that is linked into the programs: crates by `cargo metadata`, packages of the
// interface by its lock file. Texts that several packages share stand once, below their names. A package
// without a licence text is named with the licence it declares.
//
//   node scripts/notices.mjs TARGET-TRIPLE >THIRD-PARTY.txt
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";

const triple = process.argv[2];
const PROGRAMS = ["celeiro-cli", "celeiro-desktop"];
const LICENCE_FILE = /^(licen[cs]e|copying|copyright|notice|unlicense)/i;

/** The packages that the programs link, without our own. */
function listCrates() {
  const options = ["metadata", "--locked", "--format-version", "1", "--filter-platform", triple];
  const output = execFileSync("cargo", options, { maxBuffer: 1 << 28 });
  const { packages, resolve } = JSON.parse(output);
  const byId = new Map(packages.map((one) => [one.id, one]));
  const nodes = new Map(resolve.nodes.map((node) => [node.id, node]));
  const ids = packages.filter((one) => PROGRAMS.includes(one.name) && !one.source).map((one) => one.id);
  const reached = new Set(ids);
  // The list grows while it is walked.
  for (const id of ids) {
    for (const dependency of nodes.get(id).deps) {
      const isLinked = dependency.dep_kinds.some(({ kind }) => kind === null);
      if (!isLinked || reached.has(dependency.pkg)) continue;
      reached.add(dependency.pkg);
      ids.push(dependency.pkg);
    }
  }
  return ids
    .map((id) => byId.get(id))
    .filter((one) => one.source)
    .map((one) => ({
      name: `${one.name} ${one.version}`,
      licence: one.license ?? "see its text",
      folder: dirname(one.manifest_path),
    }));
}

/** The packages that the interface is built from. */
function listInterfacePackages() {
  const { packages } = JSON.parse(readFileSync("ui/package-lock.json", "utf8"));
  return Object.entries(packages)
    .filter(([path, one]) => path && !one.dev && !one.optional)
    .map(([path, one]) => ({
      name: `${path.replace(/^.*node_modules\//, "")} ${one.version}`,
      licence: one.license ?? "see its text",
      folder: join("ui", path),
    }));
}

function readLicences({ folder }) {
  const files = readdirSync(folder, { withFileTypes: true });
  return files
    .filter((file) => file.isFile() && LICENCE_FILE.test(file.name))
    .map((file) => readFileSync(join(folder, file.name), "utf8").replaceAll("\r\n", "\n").trim())
    .filter((text) => text !== "");
}

const packages = [...listCrates(), ...listInterfacePackages()];
const byText = new Map();
for (const one of packages) {
  const texts = readLicences(one);
  // The same text with other blanks is the same.
  const list = texts.length ? texts : [`(no text in the package; it declares ${one.licence})`];
  for (const text of list) {
    const key = text.replaceAll(/\s+/g, " ");
    if (!byText.has(key)) byText.set(key, { text, names: new Set() });
    byText.get(key).names.add(`${one.name} (${one.licence})`);
  }
}

console.log("Celeiro is linked with the packages below; each stands above the text of its licence.");
for (const { text, names } of byText.values()) {
  console.log(`\n${"=".repeat(80)}\n${[...names].toSorted().join("\n")}\n${"-".repeat(80)}\n${text}`);
}
