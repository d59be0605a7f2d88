// A dealer's prices: a list with a rule, an own price in the form, and a raise that is looked at, planned, cancelled,
// made and taken back. Afterwards every price of the counter is what it was.
import assert from "node:assert/strict";
import { pattern, text } from "./places/steps.mjs";

const CATEGORY = "Prova de preços";
const LIST = "Atacado da prova";
const RAISE = "Reajuste da prova";
const COUNT = 9;

export async function changePrices(ui, { browserPage }) {
  const page = browserPage(ui);
  const items = [];
  for (let n = 1; n <= COUNT; n++) {
    items.push(await ui.call("create_item", { name: `Produto de preço ${n}`, category: CATEGORY, price: n * 100, status: "ativo" }));
  }
  const [first, second] = items;
  // The page knows of the new category from here on.
  await page.reload();
  await ui.until("the page again", () => document.getElementById("search-box"));
  // Five per cent more is still less than it costs.
  await ui.call("set_item_cost", { id: second.id, cost: 250, version: 0 });
  const list = await makeList(ui, page);
  await writeOwnPrice(ui, page, first, list);

  await sayRaise(ui, page);
  const remarked = await page.locator("main table tbody tr").first().innerText();
  assert.match(remarked, /Produto de preço 2/, "what stands out comes first");
  assert.ok(remarked.includes(text("prices.mark.below_cost")), remarked);
  await ui.screenshot("prices-preview");
  const day = await page.evaluate(() => {
    const now = new Date();
    const tomorrow = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
    return [tomorrow.getFullYear(), tomorrow.getMonth() + 1, tomorrow.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
  });
  await page.getByText(text("prices.change.whenIs.day"), { exact: true }).click();
  await page.getByLabel(text("prices.change.day")).and(page.locator("[type=date]")).fill(day);
  await page.getByRole("button", { name: pattern("prices.change.plan_other") }).click();
  await stand(ui, "planned");
  assert.deepEqual(await pricesOf(ui, items), items.map(({ price }) => price), "nothing changes before the day");
  await page.getByRole("button", { name: text("prices.change.cancel") }).click();
  await stand(ui, "cancelled");
  ui.tell("a raise looked at, planned for tomorrow, cancelled");

  await sayRaise(ui, page);
  await page.getByRole("button", { name: pattern("prices.change.makeNow_other") }).click();
  await stand(ui, "applied");
  assert.deepEqual(await pricesOf(ui, items), items.map(({ price }) => (price * 105) / 100));
  await page.getByRole("button", { name: text("prices.undo.run") }).click();
  await ui.until("the prices as they were", async (id, price) => {
    const item = await window.__TAURI_INTERNALS__.invoke("get_item", { req: { id } }, { headers: {} });
    return item.price === price;
  }, first.id, first.price);
  assert.deepEqual(await pricesOf(ui, items), items.map(({ price }) => price), "all of it is taken back");
  ui.tell("made at once, and taken back");
  await look(ui, page, first);
}

async function makeList(ui, page) {
  await go(ui, "#/catalog/prices?list=new");
  await page.getByRole("textbox", { name: text("prices.list.field.name") }).fill(LIST);
  await page.getByRole("textbox", { name: text("prices.rule.factor.counter") }).fill("0,92");
  await page.getByRole("textbox", { name: text("prices.rule.cents") }).fill("90");
  await page.getByRole("button", { name: text("action.save"), exact: true }).click();
  const row = page.getByRole("list", { name: text("prices.list.list") }).getByRole("button", { name: LIST });
  await row.waitFor();
  assert.match(await row.innerText(), /× 0,92, final ,90/);
  const lists = await ui.call("list_price_lists", {});
  const list = lists.find(({ name }) => name === LIST);
  assert.deepEqual([list.rule, list.isValidToday, list.ownPrices], [{ factor: 0.92, cents: 90 }, true, 0]);
  await ui.screenshot("prices-list");
  return list;
}

/** The rule gives the price of an item until it has one of its own. */
async function writeOwnPrice(ui, page, item, list) {
  const priceIn = async () => (await ui.call("list_item_prices", { id: item.id })).lists.find((one) => one.list === list.id);
  const before = await priceIn();
  assert.deepEqual([before.price, before.source], [92.9, "rule"]);
  await openPrices(ui, page, item);
  const field = page.getByRole("textbox", { name: pattern("prices.own.label") }).first();
  await field.fill("88,50");
  await field.press("Enter");
  await page.getByText(pattern("prices.own.saved")).waitFor();
  const after = await priceIn();
  assert.deepEqual([after.own, after.price, after.source], [88.5, 88.5, "own"]);
  await ui.screenshot("prices-form");
  ui.tell("a list with a rule, and an own price in it");
}

async function openPrices(ui, page, item) {
  await go(ui, `#/catalog/items?item=${item.id}`);
  await page.getByRole("button", { name: text("itemForm.prices"), exact: true }).click();
  await page.getByRole("list", { name: text("prices.item.lists") }).waitFor();
}

async function sayRaise(ui, page) {
  await go(ui, "#/catalog/prices?part=changes&change=new");
  await page.getByRole("textbox", { name: text("prices.change.name") }).fill(RAISE);
  await page.getByRole("textbox", { name: text("prices.change.percent") }).fill("5");
  await page.getByRole("combobox", { name: text("prices.change.items") }).selectOption("category");
  await page.getByRole("combobox", { name: text("itemField.category") }).fill(CATEGORY);
  await ui.until("what would change", (rows) => document.querySelectorAll("main table tbody tr").length === rows, COUNT);
}

/** Waits until the newest change of that name stands so. */
function stand(ui, state) {
  return ui.until(`the change ${state}`, async (name, state) => {
    const changes = await window.__TAURI_INTERNALS__.invoke("list_price_changes", { req: {} }, { headers: {} });
    return changes.find((one) => one.name === name)?.state === state;
  }, RAISE, state);
}

async function pricesOf(ui, items) {
  const now = [];
  for (const { id } of items) now.push((await ui.call("get_item", { id })).price);
  return now;
}

/** The page and the section of the form, narrow and dark: nothing is wider than the window. */
async function look(ui, page, item) {
  await page.setViewportSize({ width: 420, height: 900 });
  await ui.chooseTheme("dark");
  await go(ui, "#/catalog/prices?part=changes&change=new");
  await page.getByRole("textbox", { name: text("prices.change.percent") }).waitFor();
  await fits(ui, "prices-narrow-change");
  await openPrices(ui, page, item);
  await page.getByRole("slider").waitFor();
  await page.getByRole("slider").scrollIntoViewIfNeeded();
  await fits(ui, "prices-narrow-form");
}

async function fits(ui, picture) {
  const { wide, room } = await ui.page.evaluate(() => ({ wide: document.documentElement.scrollWidth, room: innerWidth }));
  assert.ok(wide <= room, `${picture}: ${wide} px in ${room}`);
  await ui.screenshot(picture);
}

function go(ui, hash) {
  return ui.page.evaluate((hash) => void (location.hash = hash), hash);
}
