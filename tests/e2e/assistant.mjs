// A seller has the assistant raise prices: rounds as they happen, a card, corrected, confirmed and undone.
import assert from "node:assert/strict";
import { text } from "./places/steps.mjs";

const MAKER = "Auremã Química Agrícola";
const RAISE = { selection: { category: "Herbicidas", manufacturer: MAKER }, percent: 5 };

export async function act(celeiro, { provider }) {
  const { page } = celeiro;
  const label = (key) => text(key);
  const confirm = label("actions.confirm_other").split(" ")[0];
  const prices = async () => {
    const query = { filters: [{ column: "manufacturer", test: "is", values: [MAKER] }, { column: "category", test: "is", values: ["Herbicidas"] }] };
    const found = await celeiro.call("grid", query);
    return found.rows.map(({ item }) => item.price);
  };
  const before = await prices();
  assert.equal(before.length, 10);

  provider.calls = [{ name: "catalog_search", arguments: { vector_query: "herbicidas Auremã", limit: 5 } }, { name: "set_price", arguments: RAISE }];
  await page.press("Alt+c");
  await celeiro.until("the composer", () => document.querySelector("#chat-composer"));
  await page.click(`label:has-text("${label("composer.mode.assistant")}")`);
  await celeiro.screenshot("assistant-switch");
  await page.type("#chat-composer", `sobe 5% os preços dos herbicidas da ${MAKER}`);
  await page.press("Enter");
  await celeiro.until("a card", () => document.querySelector("section[data-state=pending]"));
  await celeiro.until("the end of the answer", () => document.querySelector("article footer"));
  await celeiro.screenshot("assistant-card");
  assert.deepEqual(await prices(), before, "nothing changes before the person has confirmed");

  await page.type("#chat-composer", "na verdade 4%");
  await page.press("Enter");
  await celeiro.until("a corrected card", () => document.querySelector("section[data-state=corrected]"));
  await celeiro.until("the new card", () => document.querySelector("section[data-state=pending]"));
  await celeiro.screenshot("assistant-corrected");
  await page.click(`section[data-state=pending] button:has-text("${confirm}")`);
  await celeiro.until("what was done", () => document.querySelector("section[data-state=executed]"));
  const after = await prices();
  after.forEach((price, at) => assert.ok(Math.abs(price - before[at] * 1.04) < 0.0101, `${before[at]} → ${price}`));
  await celeiro.screenshot("assistant-done");
  await page.click(`section[data-state=executed] button:has-text("${label("action.undo")}"):not([disabled])`);
  await celeiro.until("it is undone", (undone) => document.querySelector("section[data-state=executed]").innerText.includes(undone), label("actions.undone"));
  assert.deepEqual(await prices(), before, "undone");
  await celeiro.screenshot("assistant-undone");
  provider.calls = [];
  celeiro.tell("the assistant raised prices, was corrected, confirmed and undone");
}
