// The catalog's sheet and form, by keyboard alone: an item is made and published, cells are written,
// a block is pasted and filled down, rows are edited in bulk, and all of it is taken back.
import assert from "node:assert/strict";
import { pause } from "./lib/processes.mjs";

/** `ui` is an `Interface`; the catalog is the demo catalog. */
export async function edit(ui) {
  await ui.command((await ui.text("palette.goTo")).replace("{{page}}", await ui.text("page.catalog.nav")));
  await ui.until("the sheet", () => document.activeElement?.dataset.at === "0:0");
  const before = await snapshot(ui);
  ui.tell(`sheet of ${before.total} items`);

  await create(ui);
  await cells(ui);
  await bulk(ui);
  await takeBack(ui);

  assert.deepEqual(await snapshot(ui), before, "everything is as it was");
  ui.tell("sheet: made, written, pasted, filled, edited in bulk; all of it taken back");
}

/** A new item: begun, filled and published from its form. */
async function create(ui) {
  await ui.page.press("Alt+i");
  await ui.until("the form", () => document.activeElement?.id === "item-field-name");
  await keys(ui, "000 Produto do teste");
  await ui.page.press("Tab");
  await keys(ui, "Herbicidas");
  await ui.page.press("Control+Shift+S");
  await ui.until("the item stored", () => /item=[0-9a-f-]{36}/.test(location.hash));
  await ui.screenshot("form");
  await leaveForm(ui);
  const found = await grid(ui, { text: "000 Produto do teste" });
  assert.equal(found.rows[0]?.item.status, "ativo");
}

/** Escape closes the list of categories first, where it has come up late. */
async function leaveForm(ui) {
  // A new item keeps its form, and the focus in it, as it is stored.
  await ui.until("the form of what is stored", () => document.activeElement?.id === "item-field-category");
  const sheetHasFocus = () => document.activeElement?.dataset.at !== undefined;
  await ui.page.press("Escape");
  await pause(500);
  if (!(await ui.page.evaluate(sheetHasFocus))) await ui.page.press("Escape");
  await ui.until("the sheet again after the form", sheetHasFocus);
}

/** Writing, pasting and filling down, from the first cell of the prices on. */
async function cells(ui) {
  // Until the rows are listed anew, another item stands first.
  await ui.until("the item made in the first row", () => document.querySelector('[data-at="0:0"]')?.textContent.startsWith("000 Produto do teste"));
  await ui.page.press("Control+Home");
  for (let column = 0; column < 5; column++) await ui.page.press("ArrowRight");
  await ui.until("the price's cell", () => document.activeElement?.dataset.at === "0:5");
  await keys(ui, "12,5");
  await ui.until("the price typed", () => document.activeElement?.value === "12,5");
  await ui.page.press("Enter");
  await ui.until("the price stored", () => /12[.,]50/.test(document.querySelector('[data-at="0:5"]')?.textContent ?? ""));
  await paste(ui, "1,11\n2,22\n3,33");
  await ui.until("the block stored", () => /3[.,]33/.test(document.querySelector('[data-at="3:5"]')?.textContent ?? ""));
  for (let row = 0; row < 4; row++) await ui.page.press("Shift+ArrowDown");
  await ui.page.press("Control+d");
  await ui.until("the fill stored", () => /1[.,]11/.test(document.querySelector('[data-at="5:5"]')?.textContent ?? ""));
  await ui.screenshot("sheet");
}

/** The same change of the selected rows, looked at before it is made. */
async function bulk(ui) {
  await ui.page.press("Shift+Space");
  const edit = await ui.text("grid.selection.edit");
  await ui.until("the selection's bar", (edit) => {
    const button = [...document.querySelectorAll("button")].find(({ innerText }) => innerText.trim() === edit);
    button?.focus();
    return document.activeElement === button && button;
  }, edit);
  await ui.page.press("Enter");
  await ui.until("the dialog", () => document.querySelector("[role=dialog] input"));
  await pause(300);
  await ui.page.press("Tab");
  await ui.page.press("Tab");
  await keys(ui, "Categoria do teste");
  await ui.until("the preview", () => document.querySelector("[role=dialog] tbody tr"));
  await ui.screenshot("bulk");
  await ui.until("the button", () => !document.querySelector("[role=dialog] button[type=submit]").disabled);
  await ui.page.press("Enter");
  await ui.until("the dialog closed", () => !document.querySelector("[role=dialog]"));
  const found = await grid(ui, { filters: [{ column: "category", test: "is", values: ["Categoria do teste"] }] });
  assert.equal(found.total, 5);
}

/** Back, step by step, to before the first. */
async function takeBack(ui) {
  await ui.until("the sheet again after the bulk edit", () => document.activeElement?.dataset.at !== undefined);
  const { total } = await ui.call("list_operations", { mine: true });
  for (let step = 0; step < 6; step++) {
    const count = (await ui.call("list_operations", { mine: true })).total;
    await ui.page.press("Control+z");
    await pause(300);
    if (step < 5) await ui.until(`step ${step + 1} back`, async (count) => {
      const page = await window.__TAURI_INTERNALS__.invoke("list_operations", { req: { mine: true } }, { headers: {} });
      return page.total > count;
    }, count);
  }
  assert.equal((await ui.call("list_operations", { mine: true })).total, total + 5, "no step too many");
}

/** What the catalog holds, without what every save counts up. */
async function snapshot(ui) {
  const { rows, total } = await grid(ui, {});
  return { total, rows: rows.map(({ item }) => ({ ...item, version: 0, updatedAt: "" })) };
}

function grid(ui, query) {
  return ui.call("grid", { sort: [{ column: "name", descending: false }], limit: 500, ...query });
}

async function keys(ui, text) {
  for (const letter of text) await ui.page.press(letter === " " ? "Space" : letter);
}

/** As a spreadsheet's clipboard would give it: the key, then what the browser makes of it. */
async function paste(ui, text) {
  await ui.page.evaluate((text) => {
    const { activeElement } = document;
    activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "v", ctrlKey: true, bubbles: true, cancelable: true }));
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}
