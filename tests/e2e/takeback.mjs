// A great list comes in through the page, a thousand of its rows are edited at once, and all of it is
// taken back: afterwards the table is, byte for byte, what it was.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { file } from "./lib/files.mjs";
import { ROOT } from "./lib/processes.mjs";

/** Rows of the list that is made from the demo catalog. */
const ROWS = 1_500;
const CATEGORY = "Defensivos da lista";

/** `CELEIRO_E2E_IMPORT` names a file that is imported instead of the one made here. */
export async function takeAllBack(ui) {
  ui.patience = 180_000;
  const list = listOf(process.env.CELEIRO_E2E_IMPORT);
  const before = await table(ui);
  await bringIn(ui, list);
  const imported = await table(ui);
  assert.equal(imported.rows, before.rows + list.rows.length);
  await editThousand(ui, list);
  const edited = await table(ui);
  assert.notEqual(edited.sum, imported.sum);
  await undo(ui, "bulk-edit", "undo-bulk");
  assert.equal((await table(ui)).sum, imported.sum, "as it was before the edit");
  await undo(ui, "import", "undo-import");
  const after = await table(ui);
  assert.deepEqual(after, before, "as it was before everything");
  ui.tell(`${before.rows} rows before and after, SHA-256 ${after.sum.slice(0, 16)}… both times`);
}

/** In the shape of the AGROFIT list: an id of its own, no prices, a registration, nested attributes. */
function listOf(path) {
  if (path) {
    const text = readFileSync(path, "utf8");
    return { name: basename(path), text, rows: text.trim().split("\n").map((line) => JSON.parse(line)) };
  }
  const demo = readFileSync(join(ROOT, "demo/items.jsonl"), "utf8").trim().split("\n").map((line) => JSON.parse(line));
  const rows = Array.from({ length: ROWS }, (_, at) => {
    const { name, description, category, manufacturer, tags, attributes } = demo[at % demo.length];
    const copy = Math.floor(at / demo.length) + 1;
    return {
      id: `lista-${at}`, name: `${name} lista ${copy}`, description, category, manufacturer, tags, price: null,
      registration: String(10_000 + at),
      attributes: { ...attributes, ingredientes: [{ nome: name, grupo: null, concentracao: "1 g/L" }], agricultura_organica: "NAO" },
    };
  });
  return { name: "lista.jsonl", text: rows.map((row) => JSON.stringify(row)).join("\n") + "\n", rows };
}

async function bringIn(ui, list) {
  await ui.page.evaluate(() => void (location.hash = "#/catalog/import"));
  await title(ui, "file");
  await ui.page.answerDialog([file(list.name, list.text)], () => press(ui, "import.chooseFile"));
  await title(ui, "columns");
  const begun = Date.now();
  await press(ui, "import.check");
  await title(ui, "preview");
  await ui.screenshot("takeback-preview");
  assert.deepEqual(await counts(ui), { created: list.rows.length, updated: 0, unchanged: 0, rejected: 0 });
  ui.tell(`${list.rows.length} rows looked at in ${Date.now() - begun} ms`);
  const run = Date.now();
  await press(ui, "import.run_other");
  await title(ui, "done");
  assert.deepEqual(await counts(ui), { created: list.rows.length, updated: 0, unchanged: 0, rejected: 0 });
  ui.tell(`imported in ${Date.now() - run} ms`);
  await ui.screenshot("takeback-done");
}

function counts(ui) {
  return ui.page.evaluate(() =>
    Object.fromEntries([...document.querySelectorAll("[data-count]")].map((count) =>
      [count.dataset.count, Number(count.querySelector("dd").innerText.replace(/\D/g, ""))])));
}

/** The category of a thousand rows, where there is one; else all that have no price. */
function filterOf(list) {
  const counts = new Map();
  for (const { category } of list.rows) counts.set(category, (counts.get(category) ?? 0) + 1);
  const [category] = [...counts].find(([, count]) => count >= 1_000) ?? [];
  return category ? { column: "category", test: "is", values: [category] } : { column: "price", test: "empty" };
}

/** A filter that a thousand rows and more pass; all that match are chosen, and changed at once. */
async function editThousand(ui, list) {
  const filter = filterOf(list);
  const wanted = await ui.call("grid", { filters: [filter], limit: 1 });
  assert.ok(wanted.total >= 1_000, `${wanted.total} rows`);
  await ui.page.evaluate((filter) => void (location.hash = `#/catalog/items?sort=name&f=${filter}`),
    [filter.column, filter.test, ...(filter.values ?? [])].map(encodeURIComponent).join("~"));
  const shown = await ui.until("the filtered sheet", (total) =>
    Number(document.querySelector("[role=grid]")?.getAttribute("aria-rowcount")) - 1 === total &&
    document.querySelector("[role=grid][aria-busy=false] [role=gridcell]") && total, wanted.total);
  await ui.until("the sheet", () => {
    document.querySelector('[data-at="0:0"]')?.focus();
    return document.activeElement?.dataset.at === "0:0";
  });
  await ui.page.press("Control+a");
  await pressText(ui, await ui.text("grid.selection.edit"));
  await ui.until("the dialog", () => document.querySelector("[role=dialog] form"));
  const label = await ui.text("grid.bulk.value");
  await ui.until("the field", (label) => {
    const named = [...document.querySelectorAll("[role=dialog] label")].find((one) => one.innerText === label);
    const field = named && document.getElementById(named.htmlFor);
    field?.focus();
    return field && document.activeElement === field;
  }, label);
  for (const letter of CATEGORY) await ui.page.press(letter === " " ? "Space" : letter);
  const begun = Date.now();
  const preview = await ui.until("the preview", () =>
    document.querySelector("[role=dialog] section[aria-busy=false] tbody tr") &&
    !document.querySelector("[role=dialog] button[type=submit]").disabled &&
    document.querySelector("[role=dialog] section p").innerText);
  assert.equal(Number(/[\d.]+/.exec(preview)[0].replaceAll(".", "")), shown, preview);
  ui.tell(`${shown} rows: what an edit would do to them, in ${Date.now() - begun} ms`);
  await ui.screenshot("takeback-bulk");
  const run = Date.now();
  await ui.page.press("Enter");
  await ui.until("the dialog closed", () => !document.querySelector("[role=dialog]"));
  ui.tell(`edited in ${Date.now() - run} ms`);
  const found = await ui.call("grid", { filters: [{ column: "category", test: "is", values: [CATEGORY] }], limit: 1 });
  assert.equal(found.total, shown);
}

/** Takes the newest operation of a kind back, from the page of operations. */
async function undo(ui, kind, picture) {
  const { rows } = await ui.call("list_operations", { limit: 20 });
  const { id } = rows.find((one) => one.kind === kind && one.undoable);
  await ui.page.evaluate(() => void (location.hash = "#/catalog/history"));
  await ui.until(`the ${kind} in the list`, (id) => {
    const line = document.querySelector(`[aria-controls="operation-${id}"]`)?.parentElement;
    const button = [...(line?.querySelectorAll("button") ?? [])].at(-1);
    if (!button || button.hasAttribute("aria-expanded")) return false;
    button.click();
    return true;
  }, id);
  const autofocus = () => document.activeElement?.closest("[role=dialog]") && document.activeElement.hasAttribute("data-autofocus") && !document.activeElement.disabled;
  const retry = await ui.text("action.retry");
  await ui.until("what would happen", (retry) => {
    // A database that others keep busy may not answer in time: a person asks again.
    [...document.querySelectorAll("[role=dialog] button")].find((one) => one.innerText === retry && !one.dataset.loading)?.click();
    const button = document.querySelector("[role=dialog] [data-autofocus]");
    return button && !button.disabled;
  }, retry);
  await ui.screenshot(`takeback-${picture}`);
  const begun = Date.now();
  assert.ok(await ui.page.evaluate(autofocus), "the focus is not on the button that takes back");
  await ui.page.press("Enter");
  await ui.until("the dialog closed", () => !document.querySelector("[role=dialog]"));
  ui.tell(`${kind} taken back in ${Date.now() - begun} ms`);
}

/** The whole table as an export gives it, in order, without what every save counts up. */
async function table(ui) {
  const begun = await ui.call("begin_export", { kind: "items", format: "jsonl" });
  const { file: ready } = await ui.until("the export", async (id) => {
    const state = await window.__TAURI_INTERNALS__.invoke("export_state", { req: { id } }, { headers: {} });
    if (state.error) throw new Error(state.error.message);
    return state.file && state;
  }, begun.id);
  const parts = [];
  for (let offset = 0; offset < ready.sizeBytes;) {
    const { data } = await ui.call("read_download", { id: ready.id, offset });
    const part = Buffer.from(data, "base64");
    parts.push(part);
    offset += part.length;
  }
  const lines = Buffer.concat(parts).toString("utf8").trim().split("\n");
  const kept = lines.map((line) => {
    const { version: _, updatedAt: __, updated_at: ___, ...row } = JSON.parse(line);
    return JSON.stringify(row);
  });
  return { rows: lines.length, sum: createHash("sha256").update(kept.toSorted().join("\n")).digest("hex") };
}

async function title(ui, step) {
  const text = await ui.text(`import.title.${step}`);
  await ui.until(`the step ${text}`, (text) => [...document.querySelectorAll("h2")].some((h) => h.innerText === text), text);
}

async function press(ui, key) {
  await pressText(ui, (await ui.text(key)).replace(/\{\{.*/, "").trim());
}

function pressText(ui, label) {
  return ui.until(`the button ${label}`, (label) => {
    const button = [...document.querySelectorAll("button")].find((one) => one.innerText.trim().startsWith(label) && !one.disabled);
    button?.click();
    return !!button;
  }, label);
}
