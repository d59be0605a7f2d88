// Files that mean harm, through the page: each is refused with a reason that a person can act on, and
// nothing is lost or stored by halves.
import assert from "node:assert/strict";
import { bomb, docx, file, lockedPdf, pdf, xlsx } from "./lib/files.mjs";

const HTML = `<img src=x onerror="document.title='taken'"> & co.txt`;

/** What is dropped on an item, and what must be said of it. */
const ATTACHED = [
  { what: "a bomb", file: file("bomba.docx", bomb(300)), says: /mais de \d+ MiB/ },
  { what: "a locked PDF", file: file("senha.pdf", lockedPdf()), says: /salve-o sem senha/ },
  { what: "a broken PDF", file: file("rasgado.pdf", Buffer.concat([pdf("x").subarray(0, 60), Buffer.alloc(500, 7)])), says: /danificado.*salve-o de novo/ },
  { what: "an empty file", file: file("vazio.txt", ""), says: /vazi/i },
  { what: "zeros", file: file("zeros.csv", Buffer.alloc(100_000)), says: /não são texto.*PDF, DOCX/ },
  { what: "a cut workbook", file: file("cortado.xlsx", xlsx([["a"], ["b"]]).subarray(0, 300)), says: /danificado.*salve-o de novo/ },
];

/** What is brought to the import page, and what must be said of it. */
const IMPORTED = [
  { what: "an empty list", file: file("vazia.csv", ""), says: /vazi/i },
  { what: "zeros", file: file("zeros.csv", Buffer.alloc(100_000)), says: /não são texto.*CSV, XLSX, JSON Lines/ },
  { what: "a cut workbook", file: file("cortada.xlsx", xlsx([["nome"], ["b"]]).subarray(0, 300)), says: /danificado.*salve-o de novo/ },
  { what: "a picture", file: file("foto.csv", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])), says: /imagem.*CSV, XLSX, JSON Lines/ },
];

export async function meetBadFiles(ui) {
  const { total } = await ui.call("list_items", { limit: 1 });
  await attachBad(ui);
  await importBad(ui);
  await importWide(ui);
  await importOpenQuote(ui);
  assert.equal((await ui.call("list_items", { limit: 1 })).total, total + 1, "no row of a bad file came in");
  assert.ok(!(await ui.page.evaluate(() => document.title)).includes("taken"));
}

async function attachBad(ui) {
  const item = await ui.call("create_item", { name: "Item de anexos ruins", status: "ativo" });
  await ui.page.evaluate((id) => void (location.hash = `#/catalog/items?item=${id}`), item.id);
  await ui.until("the form", () => document.activeElement?.id === "item-field-name");
  for (const { what, file, says } of ATTACHED) {
    const begun = Date.now();
    await ui.page.answerDialog([file], () => ui.page.press("Alt+a"));
    const reason = await ui.until(`what is said of ${what}`, (name) => {
      const row = [...document.querySelectorAll("li[data-bad]")].find((row) => row.innerText.includes(name));
      return row?.querySelector("[role=alert]")?.innerText;
    }, file.name);
    assert.match(reason, says, `${what}: ${reason}`);
    ui.tell(`${what} (${file.buffer.length} bytes), ${Date.now() - begun} ms: ${reason}`);
  }
  await ui.screenshot("badfiles-attachments");
  // A name is a name, whatever it looks like.
  for (const [at, name] of ["../../etc/passwd.txt", HTML].entries()) {
    await ui.page.answerDialog([file(name, `Texto inofensivo ${at}.`)], () => ui.page.press("Alt+a"));
  }
  const files = await ui.until("two harmless files with strange names", async (id) => {
    const files = await window.__TAURI_INTERNALS__.invoke("list_attachments", { req: { id } }, { headers: {} });
    return files.length === 2 && files;
  }, item.id);
  assert.ok(files.every(({ name }) => !/[\\/]/.test(name)), files.map(({ name }) => name).join(" | "));
  await ui.until("the names as text", (name) => document.body.innerText.includes(name), files.find(({ name }) => name.includes("img")).name);
  assert.equal(await ui.page.evaluate(() => document.querySelectorAll("img[src='x']").length), 0);
  ui.tell(`names: ${files.map(({ name }) => name).join(" | ")}`);
  // What was refused does not stand in the way of what is good.
  await ui.page.answerDialog([file("boa.docx", docx("Guardar em local fresco."))], () => ui.page.press("Alt+a"));
  await ui.until("the good one read", () => document.body.innerText.includes("Guardar em local fresco."));
  await ui.page.press("Escape");
}

async function importBad(ui) {
  await ui.page.evaluate(() => void (location.hash = "#/catalog/import"));
  const choose = await ui.text("import.chooseFile");
  for (const { what, file, says } of IMPORTED) {
    const begun = Date.now();
    await bring(ui, file, choose);
    const reason = await ui.until(`what is said of ${what}`, () => document.querySelector("main [data-tone=bad][role=alert]")?.innerText);
    assert.match(reason, says, `${what}: ${reason}`);
    ui.tell(`${what} (${file.buffer.length} bytes), ${Date.now() - begun} ms: ${reason.replaceAll("\n", " · ")}`);
    await again(ui);
  }
}

/** Ten thousand columns: some are shown, the rest is counted, and the page stays at hand. */
async function importWide(ui) {
  const columns = Array.from({ length: 10_000 }, (_, at) => `coluna ${at}`);
  const begun = Date.now();
  await bring(ui, file("larga.xlsx", xlsx([columns, columns.map((_, at) => at)])), await ui.text("import.chooseFile"));
  const title = await ui.text("import.title.columns");
  await ui.until("the columns", (title) => [...document.querySelectorAll("h2")].some((h) => h.innerText === title), title);
  const { shown, said } = await ui.page.evaluate(() => ({ shown: document.querySelectorAll("main tbody tr").length, said: document.querySelector("main").innerText }));
  assert.ok(shown > 0 && shown <= 500, `${shown} columns drawn at once`);
  assert.match(said, /faltam? .*nome/i, "the one that is needed is named");
  const alive = Date.now();
  await ui.page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  ui.tell(`10,000 columns: ${shown} shown after ${alive - begun} ms, a frame after ${Date.now() - alive} ms`);
  await ui.screenshot("badfiles-wide");
  await again(ui);
}

/** A quote that never closes costs its row, at its place; the rows above it can come in. */
async function importOpenQuote(ui) {
  const choose = await ui.text("import.chooseFile");
  const lines = Array.from({ length: 200 }, (_, at) => `Q-${at};Produto ${at};1,50`);
  lines[50] = `Q-50;"Produto sem fim;1,50`;
  await bring(ui, file("aspas.csv", `codigo;nome;preco\n${lines.join("\n")}\n`), choose);
  const check = (await ui.text("import.check")).trim();
  await ui.until("the columns", (check) => {
    const button = [...document.querySelectorAll("button")].find((one) => one.innerText === check && !one.disabled);
    button?.click();
    return button;
  }, check);
  const counts = await ui.until("the counts", () => {
    const counts = [...document.querySelectorAll("[data-count]")].map((one) => [one.dataset.count, Number(one.querySelector("dd").innerText.replace(/\D/g, ""))]);
    return counts.length > 0 && Object.fromEntries(counts);
  });
  const said = await ui.page.evaluate(() => document.querySelector("main").innerText);
  assert.match(said, /aspas/i, said);
  assert.ok(counts.created >= 199 && counts.rejected >= 1, JSON.stringify(counts));
  ui.tell(`an open quote: ${JSON.stringify(counts)}`);
  await ui.screenshot("badfiles-quote");
}

function bring(ui, file, choose) {
  return ui.page.answerDialog([file], () =>
    ui.until("the button", (choose) => {
      const button = [...document.querySelectorAll("button")].find((one) => one.innerText.trim() === choose && !one.disabled);
      button?.click();
      return button;
    }, choose));
}

/** Back to the first step, whichever step it stopped at. */
async function again(ui) {
  const retry = await ui.text("action.retry");
  const other = await ui.text("import.otherFile");
  await ui.until("the first step", (retry, other) => {
    const named = (text) => [...document.querySelectorAll("main button")].find((one) => one.innerText.trim() === text);
    (named(other) ?? named(retry))?.click();
    return !document.querySelector("main [data-tone=bad][role=alert]") && document.querySelector("input[type=file]");
  }, retry, other);
}
