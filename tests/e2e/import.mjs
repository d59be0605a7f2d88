// A file into the catalog, through the page: columns said, a cell corrected, done; then attached to.
import assert from "node:assert/strict";

const FILE = "Cod;Mercadoria;Vlr;Obs\nE2E-1;Carpideira de prova;1.234,50;a\nE2E-2;Carpideira leve de prova;caro;b\n";

/** Hands a file to the first file field that the page has, as a dialog would. */
export function hand(ui, name, text, css = "input[type=file]") {
  return ui.page.evaluate(
    (css, name, text) => {
      const files = new DataTransfer();
      files.items.add(new File([text], name));
      const field = document.querySelector(css);
      field.files = files.files;
      field.dispatchEvent(new Event("change", { bubbles: true }));
    },
    css,
    name,
    text,
  );
}

/** Chooses an option of the list that is called so, as a person would. */
function choose(ui, label, value) {
  return ui.page.evaluate(
    (label, value) => {
      const list = [...document.querySelectorAll("select")].find((one) => one.ariaLabel === label);
      Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, "value").set.call(list, value);
      list.dispatchEvent(new Event("change", { bubbles: true }));
    },
    label,
    value,
  );
}

async function press(ui, key, css = "button") {
  const label = (await ui.text(key)).replace(/\{\{.*/, "").trim();
  await ui.until(`the button ${label}`, (css, label) => {
    const button = [...document.querySelectorAll(css)].find((one) => one.innerText.trim().startsWith(label));
    if (!button || button.disabled) return false;
    button.click();
    return true;
  }, css, label);
}

function title(ui, text) {
  return ui.until(`the step ${text}`, (text) => [...document.querySelectorAll("h2")].some((h) => h.innerText === text), text);
}

/** As our files of rejected rows are: semicolons, a mark, and line breaks within cells. */
const REJECTED =
  "\ufeffCeleiro: linha;Celeiro: motivo;Ref.;Denominação;Obs\n" +
  '2;falta;R-1;"Carpideira\nde ferro";"um, dois\ntrês\n\nquatro"\n'.repeat(20);

/** A list of prices as people make them: titles and bands above the header. */
const TITLED =
  "Tabela de preços;;;\nVálida até:;30/11/2026;;\n\nProduto;;Preço;\nRef.;Denominação;À vista;Prazo\n" +
  "1;Enxada;1,50;2\n2;Pá;2,50;3\n3;Foice;3,50;4\n";

/** The columns that the page lists, once they are the expected ones. */
function columnsAre(ui, names) {
  return ui.until(`the columns ${names.join()}`, (names) => {
    const found = [...document.querySelectorAll("tbody th")].map((cell) => cell.innerText.trim());
    return found.join() === names.join();
  }, names);
}

/** Files whose table is not plain to see: the page lists its columns all the same, or from another row. */
async function seeColumns(ui) {
  await hand(ui, "rejeitadas.csv", REJECTED);
  await columnsAre(ui, ["Ref.", "Denominação", "Obs"]);
  await press(ui, "import.otherFile");
  await title(ui, await ui.text("import.title.file"));
  await hand(ui, "tabela.csv", TITLED);
  await columnsAre(ui, ["Ref.", "Denominação", "À vista", "Prazo"]);
  await ui.screenshot("import-titled");
  const header = await ui.text("import.place.header");
  await ui.page.evaluate((header) => {
    const label = [...document.querySelectorAll("label")].find((one) => one.innerText.trim() === header);
    const list = document.getElementById(label.htmlFor);
    Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, "value").set.call(list, "6");
    list.dispatchEvent(new Event("change", { bubbles: true }));
  }, header);
  await columnsAre(ui, ["1", "Enxada", "1,50", "2"]);
  await press(ui, "import.otherFile");
  // The header was chosen: leaving the file asks.
  await press(ui, "import.leaving.drop");
  await title(ui, await ui.text("import.title.file"));
  ui.tell("columns were found below titles, and within a file of rejected rows");
}

/** Counts of what was imported: looked at, stored without the row that is of nothing, and taken back. */
async function countStock(ui, id) {
  await press(ui, "import.another");
  await title(ui, await ui.text("import.title.file"));
  await press(ui, "import.kind.stock", "label");
  await title(ui, await ui.text("import.stock.title"));
  await hand(ui, "saldo.csv", "Cód.;Depósito;Saldo\nE2E-1;Loja;1.250,5\nE2E-9;Loja;1\n");
  await title(ui, await ui.text("import.title.columns"));
  await ui.screenshot("import-stock-columns");
  await press(ui, "import.check");
  await title(ui, await ui.text("import.title.preview"));
  await ui.screenshot("import-stock-preview");
  await press(ui, "import.stock.run_other");
  await title(ui, await ui.text("import.title.done"));
  const stored = await ui.call("get_item_stock", { id });
  assert.deepEqual(stored.levels.map(({ place, quantity }) => [place, quantity]), [["Loja", 1250.5]]);
  await press(ui, "import.takeBack");
  const over = await ui.text("import.takenBack");
  await ui.until(over, (over) => [...document.querySelectorAll("button")].some((one) => one.innerText.trim() === over), over);
  assert.deepEqual((await ui.call("get_item_stock", { id })).levels, []);
  ui.tell("counts of stock were imported through the page, and taken back");
}

/** Walks through the import page. */
export async function bringIn(ui) {
  await ui.page.evaluate(() => void (location.hash = "#/catalog/import"));
  await title(ui, await ui.text("import.title.file"));
  await ui.screenshot("import-file");
  await seeColumns(ui);
  await hand(ui, "lista.csv", FILE);
  await title(ui, await ui.text("import.title.columns"));
  const label = await ui.text("import.column.targetOf");
  for (const [column, target] of [["Cod", "externalId"], ["Mercadoria", "name"], ["Vlr", "price"], ["Obs", "nothing"]]) {
    await choose(ui, label.replace("{{name}}", column), target);
  }
  await ui.screenshot("import-columns");
  await press(ui, "import.check");
  await title(ui, await ui.text("import.title.preview"));
  await ui.screenshot("import-preview");
  await ui.page.evaluate(() => document.querySelector("td input").select());
  await ui.page.click("td input");
  await ui.page.evaluate(() => document.querySelector("td input").select());
  await ui.page.type("td input", "99,90");
  await ui.page.press("Tab");
  await press(ui, "import.checkAgain");
  await press(ui, "import.run_other");
  await title(ui, await ui.text("import.title.done"));
  await ui.screenshot("import-done");
  const found = await ui.call("list_items", { text: "carpideira" });
  assert.equal(found.total, 2);
  assert.deepEqual(found.rows.map(({ price }) => price).sort(), [1234.5, 99.9].sort());
  ui.tell("a file was imported through the page");
  await countStock(ui, found.rows.find(({ externalId }) => externalId === "E2E-1").id);
}
