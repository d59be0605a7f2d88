// Cells are typed while the server is away: they wait in sight, leaving asks, a reload and a restart lose
// none, and each is stored once. Then two people write into one row.
import assert from "node:assert/strict";
import { pause } from "./lib/processes.mjs";

export async function keepUnsaved(ui, { open, away, back, browserPage }) {
  const rows = await firstRows(ui);
  await openSheet(ui);
  await goTo(ui, 0, "price");
  await away();
  await typeCells(ui, ["11", "22", "33"]);
  await goTo(ui, 0, "price");
  await typeCells(ui, ["12"]);
  await ui.until(
    "three cells that wait",
    async () => document.querySelectorAll("[data-state=waiting]").length === 3,
  );
  const counted = (await ui.text("grid.unsaved.waiting_other")).replace(
    "{{shown}}",
    "3",
  );
  await ui.until(
    "their count",
    (text) => document.querySelector("footer").innerText.includes(text),
    counted,
  );
  await ui.screenshot("unsaved-waiting");
  await ui.page.evaluate(() =>
    [...document.querySelectorAll("footer button")]
      .find((one) => one.innerText === "Ver")
      ?.click(),
  );
  await ui.until(
    "the list",
    () => document.querySelectorAll("[role=dialog] li").length === 3,
  );
  await ui.screenshot("unsaved-list");
  await ui.page.press("Escape");

  await ui.page.click("nav a[href='#/search']");
  const stay = await ui.text("grid.leave.stay");
  await ui.until(
    "the question",
    (stay) =>
      [...document.querySelectorAll("[role=dialog] button")].some(
        (one) => one.innerText === stay,
      ),
    stay,
  );
  await ui.screenshot("unsaved-leave");
  await ui.page.press("Enter");
  await ui.until(
    "the sheet again after the question",
    () =>
      location.hash.startsWith("#/catalog/items") &&
      !document.querySelector("[role=dialog]"),
  );

  // The page is loaded anew: the browser asks, and what waits is found again.
  const asked = [];
  browserPage(ui).on(
    "dialog",
    (dialog) => void (asked.push(dialog.type()), dialog.accept()),
  );
  await back();
  // Before the page has noticed, or after: either way each is stored once.
  await browserPage(ui).reload();
  await ui.until("the sheet", () =>
    document.querySelector("[role=grid] [data-at='0:0']"),
  );
  await ui.until(
    "nothing that waits",
    () => !document.querySelector("[data-state=waiting], [data-state=saving]"),
  );
  await ui.until(
    "all of it stored",
    async (ids) => {
      const ask = (id) =>
        window.__TAURI_INTERNALS__.invoke(
          "get_item",
          { req: { id } },
          { headers: {} },
        );
      const items = await Promise.all(ids.map(ask));
      return items.map(({ price }) => price).join() === "12,22,33";
    },
    rows.slice(0, 3).map(({ id }) => id),
  );
  const history = await ui.call("item_history", { id: rows[0].id });
  assert.equal(history.length, 3, "created, and two writes, each once");
  ui.tell(
    `three cells waited, were sent by themselves and are stored once${asked.length > 0 ? "; the browser asked" : ""}`,
  );

  await clash(ui, await open("unsaved-b"), rows[4]);
}

/** Two people with the same row in sight. */
async function clash(ui, other, { id }) {
  await Promise.all([openSheet(ui), openSheet(other)]);
  await goTo(other, 4, "manufacturer");
  await typeCells(other, ["Casa Nova"]);
  await stored(other, id, "manufacturer", "Casa Nova");
  await goTo(ui, 4, "price");
  await typeCells(ui, ["44"]);
  await stored(ui, id, "price", 44);
  assert.equal(
    (await ui.call("get_item", { id })).manufacturer,
    "Casa Nova",
    "both are kept",
  );
  assert.equal(
    await ui.page.evaluate(
      () => document.querySelectorAll("[data-state=conflict]").length,
    ),
    0,
  );

  await goTo(other, 4, "price");
  await typeCells(other, ["55"]);
  await other.until("the clash", () =>
    document.querySelector("[data-state=conflict]"),
  );
  assert.match(
    await other.page.evaluate(() => document.activeElement.dataset.at),
    /^5:/,
    "the cursor stays where it was",
  );
  const said = await other.page.evaluate(() =>
    [...document.querySelectorAll("[aria-live=assertive]")]
      .map((one) => one.innerText)
      .join(),
  );
  assert.match(said, /44,00.*55/, "what clashed is said to those who listen");
  await other.page.press("ArrowUp");
  await other.until("both values", () =>
    document.querySelector("[role=grid] [role=alert] dl"),
  );
  await other.screenshot("unsaved-clash");
  const keep = await other.text("grid.conflict.keep");
  await other.page.evaluate(
    (keep) =>
      [...document.querySelectorAll("[role=grid] [role=alert] button")]
        .find((one) => one.innerText === keep)
        .click(),
    keep,
  );
  await stored(other, id, "price", 55);
  await other.until("the focus in its cell", () =>
    document.activeElement.dataset.at?.startsWith("4:"),
  );
  other.tell(
    "two in one row: different fields both kept, the same field decided by a person",
  );
}

async function firstRows(ui) {
  const { rows } = await ui.call("grid", {
    sort: [{ column: "name", descending: false }],
    limit: 10,
  });
  return rows.map(({ item }) => item);
}

async function openSheet(ui) {
  await ui.page.evaluate(() => void (location.hash = "#/catalog/items"));
  await ui.until(
    "the sheet",
    () => document.querySelector("[role=grid] [data-at='5:0']")?.innerText,
  );
  await ui.until("the cursor in it", () => {
    if (!document.activeElement?.dataset.at)
      document.querySelector("[role=grid] [tabindex='0']")?.focus();
    return document.activeElement?.dataset.at;
  });
}

/** By keys, as a person goes. */
async function goTo(ui, row, column) {
  const usual = [
    "name",
    "completeness",
    "status",
    "category",
    "manufacturer",
    "price",
  ];
  await ui.page.press("Control+Home");
  for (let step = 0; step < row; step++) await ui.page.press("ArrowDown");
  for (let step = 0; step < usual.indexOf(column); step++)
    await ui.page.press("ArrowRight");
  await ui.until(
    `${column} of row ${row}`,
    (at) => document.activeElement?.dataset.at === at,
    `${row}:${usual.indexOf(column)}`,
  );
}

async function typeCells(ui, texts) {
  for (const text of texts) {
    for (const letter of text)
      await ui.page.press(letter === " " ? "Space" : letter);
    await ui.page.press("Enter");
    await pause(50);
  }
}

function stored(ui, id, field, value) {
  const look = async (id, field, value) => {
    const item = await window.__TAURI_INTERNALS__.invoke(
      "get_item",
      { req: { id } },
      { headers: {} },
    );
    return item[field] === value;
  };
  return ui.until(`${field} stored`, look, id, field, value);
}
