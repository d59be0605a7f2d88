// Two people save the same product in the same moment: one is first, the other sees both versions,
// decides field by field, by keys, and nothing that a person wrote is lost.
import assert from "node:assert/strict";

const NAME = "Produto de duas pessoas";

export async function saveAtOnce(ui, { open }) {
  const item = await ui.call("create_item", { name: NAME, category: "Herbicidas", manufacturer: "Antiga", price: 10, status: "ativo" });
  const people = [ui, await open("catalog-b")];
  await Promise.all(people.map((one) => show(one, item.id)));
  // Each writes the price, and one field that is theirs alone.
  await write(people[0], "category", "Fungicidas");
  await write(people[0], "price", "11,11");
  await write(people[1], "manufacturer", "Nova");
  await write(people[1], "price", "22,22");
  await Promise.all(people.map((one) => one.page.press("Control+s")));

  const late = await Promise.any(people.map(async (one) => (await one.until("both versions", () => document.activeElement?.id === "item-conflict"), one)));
  const first = people.find((one) => one !== late);
  await first.until("the other's save", (text) => [...document.querySelectorAll("footer")].some((bar) => bar.innerText.includes(text)), await first.text("itemForm.unchanged"));
  await late.screenshot("conflict");
  const stored = await ui.call("get_item", { id: item.id });
  assert.equal(stored.version, item.version + 1, "one of them was stored, once");

  // Price is the one field that both wrote: neither stands until one is chosen.
  await late.page.press("Tab");
  await late.until("the choice", () => document.activeElement?.type === "radio");
  await late.page.press("Space");
  await late.page.press("ArrowRight");
  await late.until("mine chosen", () => document.querySelector("[data-chosen]") && document.activeElement?.value === "mine");
  for (let step = 0; step < 3; step++) {
    await late.page.press("Tab");
    if (await late.page.evaluate(() => document.activeElement?.tagName === "BUTTON")) break;
  }
  await late.page.press("Enter");
  await late.until("the merged draft", () => !document.getElementById("item-conflict"));
  await late.page.press("Control+s");
  const merged = await late.until("the merge stored", async (id, version) => {
    const item = await window.__TAURI_INTERNALS__.invoke("get_item", { req: { id } }, { headers: {} });
    return item.version > version && item;
  }, item.id, stored.version);
  const mine = late === people[0] ? 11.11 : 22.22;
  assert.deepEqual([merged.category, merged.manufacturer, merged.price], ["Fungicidas", "Nova", mine]);
  const history = await ui.call("item_history", { id: item.id });
  assert.deepEqual(history.map(({ version }) => version).toSorted(), [1, 2, 3], "what was first is in the history");
  ui.tell("two saved at once: one stored, one merged, field by field, by keys");
}

async function show(ui, id) {
  await ui.page.evaluate((id) => void (location.hash = `#/catalog/items?item=${id}`), id);
  await ui.until("the form", (name) => document.getElementById("item-field-name")?.value === name, NAME);
}

async function write(ui, field, text) {
  await ui.until(field, (field) => {
    const input = document.getElementById(`item-field-${field}`);
    input.focus();
    input.select();
    return document.activeElement === input;
  }, field);
  for (const letter of text) await ui.page.press(letter);
  await ui.page.press("Tab");
}
