// Every step of an import, a refused file, and the export.
import { TEXTS } from "../lib/texts.mjs";
import { both, click, key, press, seen, text, unseen } from "./steps.mjs";

const LIST =
  "codigo;nome;categoria;preco\nAXE-1;Enxada de teste;HERBICIDA;10,00\nAXE-2;;Herbicidas;abc\n" +
  "AXE-3;Pá de teste;Herbicidas;99999,00\n;TOTAL GERAL;;100009,99\n";
const TITLED = "Tabela de preços;;\nVálida até:;30/11/2026;\n\nRef.;Denominação;À vista\n1;Enxada;1,50\n2;Pá;2,50\n";

const hand = (name, content) => (page) =>
  page.locator("main input[type=file]").first().setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(content) });
const reach = (step) => (page) => page.getByRole("heading", { name: TEXTS["pt-BR"].import.title[step] }).waitFor();
const columns = both(hand("lista.csv", LIST), reach("columns"));
const preview = both(press("import.check"), reach("preview"));
/** The spelling `HERBICIDA` is merged with the import: its button says so. */
const run = both(press("import.runMerging_one"), reach("done"));
const refused = async (page) => {
  await hand("vazia.csv", "")(page);
  await page.getByRole("alert").first().waitFor();
};
const correct = async (page) => {
  await page.getByLabel(text("import.fixOf").split("{{")[0]).first().fill("12,50");
  await page.keyboard.press("Tab");
};
/** Corrections that are not imported: leaving the page asks, and so does another file. */
const leave = both(click("nav a[href='#/search']"), seen("[role=dialog]"));
const dropFile = both(key("Escape"), press("import.otherFile"), seen("[role=dialog]"));

export const IMPORT_PLACES = [
  ["catalog/import", press("import.export.open")],
  ["catalog/import", refused],
  ["catalog/import", both(hand("tabela.csv", TITLED), reach("columns"))],
  ["catalog/import", columns, preview, correct, unseen(both(press("import.checkAgain"), reach("preview"))), run],
  ["catalog/import", unseen(columns), unseen(preview), unseen(correct), leave, dropFile],
];
