// The sheet, the form, FAQs, synonyms, operations and suggestions, with their dialogs, menus and conflicts.
import { both, call, click, goOffline, key, openMenu, pattern, press, seen, text, unseen, write } from "./steps.mjs";

const byName = { sort: [{ column: "name", descending: false }], limit: 10 };
const firstItem = async (page) => (await call(page, "grid", byName)).rows[0].item;

/** Another person's save, past what the page has read. */
const saveElsewhere = (change) => unseen(async (page) => {
  const { id, version, name, ...rest } = await firstItem(page);
  const { externalId, description, category, manufacturer, tags, attributes, status, currency, notes } = rest;
  const fields = { name, externalId, description, category, manufacturer, tags, attributes, status, currency, notes };
  await call(page, "update_item", { ...fields, id, version, ...change({ version, tags }), operationId: crypto.randomUUID() });
});
const changeElsewhere = saveElsewhere(({ version }) => ({ price: 70 + version }));
const tagElsewhere = saveElsewhere(({ version, tags }) => ({ tags: [...tags, `deles ${version}`], price: 70 }));
const openFirst = unseen(async (page) => {
  const { id } = await firstItem(page);
  await page.evaluate((id) => void (location.hash = `#/catalog/items?item=${id}`), id);
  await seen("#item-field-name")(page);
});
const cell = (column) => `[role=grid] [data-at='0:${column}']`;
const typeInto = (column, value) => async (page) => {
  await page.locator(cell(column)).click();
  await page.keyboard.type(value);
  await page.keyboard.press("Enter");
};
const selectRow = both(click("[role=rowheader]"), seen("main"));
const fillBulk = both(
  (page) => page.getByRole("combobox", { name: text("grid.bulk.value") }).fill("Categoria de teste"),
  seen("[role=dialog] tbody tr"),
);
const openFieldHistory = async (page) => {
  await page.getByRole("button", { name: pattern("itemForm.historyOf") }).first().click();
  await seen("[class*=popover] ol, [class*=popover] span")(page);
};
/** Attributes are listed once the item is there. */
const openAttributes = unseen((page) => page.getByRole("button", { name: pattern("itemForm.kindOf") }).first().waitFor());
const typeTag = async (page) => {
  await page.locator("#item-field-tags").fill("etiqueta minha");
  await page.keyboard.press("Enter");
};
const openAll = async (page) => {
  const closed = page.locator("main h3 button[aria-expanded=false]");
  for (let left = await closed.count(); left > 0; left -= 1) await closed.first().click();
  await page.waitForLoadState("networkidle");
};
const leaveDirty = async (page) => {
  await write("#item-field-name", "Nome que não foi salvo")(page);
  await page.keyboard.press("Escape");
  await seen("[role=dialog]")(page);
};
const storeCell = async (page) => {
  const stored = page.waitForResponse("**/api/catalog/cells");
  await typeInto(5, "91")(page);
  await stored;
};
/** What an earlier visit of this tab has kept for another catalog: the server's database was another one then. */
const keepForOther = async (page) => {
  const { id, name, version, price } = await firstItem(page);
  const typed = { id, name, column: "price", text: "99", value: "99", seen: price, version };
  const step = { kind: "write", operationId: crypto.randomUUID(), label: name, sent: false, cells: [typed] };
  const draft = { steps: [step], held: [{ ...typed, column: "category", state: "wrong", message: "Não há." }], own: [] };
  const kept = JSON.stringify({ base: null, draft, at: new Date().toISOString() });
  await page.evaluate((kept) => sessionStorage.setItem(`celeiro.cells.${crypto.randomUUID()}`, kept), kept);
  await page.reload();
  await seen("[role=grid] [role=gridcell]")(page);
};

/** Of all items, so that the prices are there at once. */
const sayPercent = (page) => page.getByRole("textbox", { name: pattern("prices.change.percent") }).fill("5");

export const CATALOG_PLACES = [
  ["catalog/items", press("grid.filter.add")],
  ["catalog/items", press("grid.columns.title")],
  ["catalog/items", press("grid.views.title")],
  ["catalog/items", press("import.export.open")],
  ["catalog/items", both(press("grid.merge.open"), seen("[role=dialog]"))],
  ["catalog/items", both(click("footer button[aria-haspopup=dialog]"), seen("[role=dialog]"))],
  ["catalog/items", selectRow, both(press("grid.selection.edit"), seen("[role=dialog]")), fillBulk, press("grid.bulk.another")],
  ["catalog/items", unseen(typeInto(5, "abc")), both(click(cell(5)), seen("[role=grid] [role=alert]"))],
  // Two people on one cell: the one who is late sees both values.
  ["catalog/items", unseen(changeElsewhere), unseen(typeInto(5, "88")), both(click(cell(5)), seen("[role=grid] [role=alert] dl"))],
  // What was changed since stays as it is when a cell is taken back.
  ["catalog/items", unseen(storeCell), unseen(changeElsewhere), both(key("Control+z"), seen("[role=dialog] dl"))],
  ["catalog/items", keepForOther, both(press("grid.unsaved.show"), seen("[role=dialog] li")), press("grid.unsaved.discard")],
  // Without its program: cells wait, are listed, and leaving asks.
  [
    "catalog/items",
    unseen(goOffline),
    both(typeInto(5, "99"), seen("[data-state=waiting]")),
    both(press("grid.unsaved.show"), seen("[role=dialog] li")),
    both(key("Escape"), click("nav a[href='#/search']"), seen("[role=dialog] button")),
  ],
  ["catalog/items?item=new", seen("main textarea"), both(press("itemForm.moreSaves"), seen("[role=menu]"))],
  ["catalog/items", openFirst, seen("#item-field-name"), openAll],
  ["catalog/items", openFirst, both(press("itemForm.more"), seen("[role=menu]"))],
  ["catalog/items", openFirst, openFieldHistory],
  ["catalog/items", openFirst, leaveDirty],
  ["catalog/items", openFirst, both(key("Alt+s"), seen("#assist-title"))],
  // Two people on one item: both versions, field by field.
  [
    "catalog/items",
    openFirst,
    unseen(write("#item-field-price", "66,66")),
    unseen(changeElsewhere),
    both(key("Control+s"), seen("#item-conflict")),
  ],
  ["catalog/items", openFirst, openAttributes, openMenu("itemForm.kindOf")],
  ["catalog/items", openFirst, openMenu("itemForm.more")],
  // Two people each add a tag: both can be kept.
  ["catalog/items", openFirst, unseen(typeTag), unseen(tagElsewhere), both(key("Control+s"), seen("#item-conflict"))],
  ["catalog/faqs", press("faqs.new")],
  ["catalog/faqs", both(click("main li button"), seen("main textarea"))],
  ["catalog/synonyms", press("synonyms.new")],
  ["catalog/synonyms", both(click("main li button"), seen("#synonym-effects"))],
  ["catalog/prices", press("prices.list.new")],
  ["catalog/fields", press("definedFields.defineNamed"), press("definedFields.effects.ask")],
  ["catalog/categories", click("main [role=treeitem]"), press("categories.do.create")],
  ["catalog/duplicates"],
  ["catalog/prices?part=changes", press("prices.change.new"), both(sayPercent, seen("main table"))],
  ["catalog/history", click("main ol > li button[aria-expanded=false]"), both(press("operations.undo"), seen("[role=dialog] [role=status]"))],
  [
    "catalog/review",
    both((page) => page.getByLabel(text("assist.field.price"), { exact: true }).check(), press("assist.run.preview"), seen("[aria-labelledby=enrich-title] [role=status] li")),
    both(press("assist.check.measure"), seen("[aria-labelledby=sure-title] table")),
  ],
];
