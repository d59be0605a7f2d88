// The texts of the interface, by language and key.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./processes.mjs";

export const TEXTS = Object.fromEntries(
  ["pt-BR", "en"].map((name) => [name, JSON.parse(readFileSync(join(ROOT, `ui/src/i18n/${name}.json`), "utf8"))]),
);
