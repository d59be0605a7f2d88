// A seller has the assistant raise prices: rounds as they happen, a card, corrected, confirmed and undone; then
// show products as cards.
import assert from "node:assert/strict";
import { until } from "./lib/processes.mjs";
import { text } from "./places/steps.mjs";

const MAKER = "Aurora";
const MEANT = 20;
const RAISE = { selection: { category: "Herbicidas", manufacturer: MAKER }, percent: 5 };

export async function act(celeiro, { provider }) {
  const { page } = celeiro;
  await celeiro.switchToPortuguese();
  const label = (key) => text(key);
  const prices = async () => {
    const query = { filters: [{ column: "manufacturer", test: "is", values: [MAKER] }, { column: "category", test: "is", values: ["Herbicidas"] }], limit: 100 };
    const found = await celeiro.call("grid", query);
    return found.rows.map(({ item }) => item.price);
  };
  for (let at = 1; at <= MEANT; at++) {
    const draft = { externalId: `AURORA-${at}`, category: "Herbicidas", manufacturer: MAKER, price: (8_000 + 735 * at) / 100 };
    await celeiro.call("create_item", { ...draft, name: `Capinol ${at}`, status: "ativo" });
  }
  const before = await prices();
  assert.equal(before.length, MEANT);

  provider.calls = [{ name: "catalog_search", arguments: { vector_query: `herbicidas ${MAKER}`, limit: 5 } }, { name: "set_price", arguments: RAISE }];
  await page.press("Alt+c");
  await celeiro.until("the composer", () => document.querySelector("#chat-composer"));
  await page.click(`label:has-text("${label("composer.mode.assistant")}")`);
  await celeiro.screenshot("assistant-switch");
  await page.type("#chat-composer", `sobe 5% os preços dos herbicidas da ${MAKER}`);
  await page.press("Enter");
  await celeiro.until("a card", () => document.querySelector("section[data-state=pending]"));
  await celeiro.until("the end of the answer", () => document.querySelector("article footer"));
  const rows = await page.evaluate(() => document.querySelectorAll("section[data-state=pending] tbody tr").length);
  assert.equal(rows, MEANT, "the card shows each item");
  await celeiro.screenshot("assistant-card");
  assert.deepEqual(await prices(), before, "nothing changes before the person has confirmed");

  await page.type("#chat-composer", "na verdade 4%");
  await page.press("Enter");
  await celeiro.until("a corrected card", () => document.querySelector("section[data-state=corrected]"));
  await celeiro.until("the new card", () => document.querySelector("section[data-state=pending]"));
  await celeiro.screenshot("assistant-corrected");
  // Each row stands on the card, so that a plain yes in words confirms it.
  await page.type("#chat-composer", "pode mandar");
  await page.press("Enter");
  await celeiro.until("what was done", () => document.querySelector("section[data-state=executed]"));
  const after = await prices();
  after.forEach((price, at) => assert.ok(Math.abs(price - before[at] * 1.04) < 0.0101, `${before[at]} → ${price}`));
  await celeiro.screenshot("assistant-done");
  await page.click(`section[data-state=executed] button:has-text("${label("action.undo")}"):not([disabled])`);
  await page.click(`[role=menuitem]:has-text("${label("actions.undo.conversation_one").split(":")[0]}")`);
  await celeiro.until("what would be undone", (would) => document.querySelector("[role=dialog]")?.innerText.includes(would), label("actions.undo.state.done"));
  await celeiro.screenshot("assistant-undo");
  await page.click(`[role=dialog] button:has-text("${label("action.undo")}"):not([disabled])`);
  await celeiro.until("it is undone", (undone) => document.querySelector("section[data-state=executed]").innerText.includes(undone), label("actions.undone"));
  assert.deepEqual(await prices(), before, "undone");
  await celeiro.screenshot("assistant-undone");
  provider.calls = [];
  await decideTogether(celeiro, provider);
  await answerAgain(celeiro, provider);
  await showCards(celeiro, provider);
  celeiro.tell("the assistant raised prices, was corrected, confirmed and undone");
}

/** Three changes that are asked for at once stand on one card; one is left out, the others are done and undone as one. */
async function decideTogether(celeiro, provider) {
  const { page } = celeiro;
  const [first, second] = (await celeiro.call("grid", { filters: [{ column: "category", test: "is", values: ["Fungicidas"] }], limit: 2 })).rows;
  provider.calls = [
    [
      { name: "set_price", arguments: { item: first.item.id, price: 321 } },
      { name: "update_item", arguments: { item: second.item.id, notes: "Em falta" } },
      { name: "create_faq", arguments: { question: "Abre sábado?", answer: "Sim, até o meio-dia." } },
    ],
  ];
  await page.type("#chat-composer", `${first.item.name} a 321, anota Em falta no ${second.item.name} e cadastra Abre sábado?`);
  await page.press("Enter");
  await celeiro.until("one card of three", () => document.querySelectorAll("section[data-state=pending] li input[type=checkbox]").length === 3);
  await celeiro.screenshot("assistant-several");
  await page.click(`section[data-state=pending] li label:has-text("2. ")`);
  await celeiro.screenshot("assistant-several-without");
  await page.click(`section[data-state=pending] button:has-text("${text("actions.confirm_other").split(" ")[0]}")`);
  await celeiro.until("what was done", (out) => [...document.querySelectorAll("section[data-state=executed]")].some(({ innerText }) => innerText.includes(out)), text("actions.leftOut"));
  const item = (id) => celeiro.call("get_item", { id });
  assert.equal((await item(first.item.id)).price, 321);
  assert.equal((await item(second.item.id)).notes ?? null, second.item.notes ?? null, "it was left out");
  await celeiro.screenshot("assistant-several-done");
  const [action] = await celeiro.call("list_actions", { state: "executed", limit: 1 });
  const undone = await celeiro.call("undo_actions", { scope: "action", id: action.id });
  assert.deepEqual([undone.actions, undone.deleted], [1, 1], "undone as one");
  assert.equal((await item(first.item.id)).price, first.item.price);
  provider.calls = [];
}

/** A question that is answered again has one card that counts: that of the newer answer. The older says so. */
async function answerAgain(celeiro, provider) {
  const { page } = celeiro;
  const waiting = () => celeiro.call("list_actions", { state: "pending" });
  const [one] = (await celeiro.call("grid", { filters: [{ column: "category", test: "is", values: ["Fungicidas"] }], limit: 1 })).rows;
  provider.calls = [{ name: "set_price", arguments: { item: one.item.id, price: 322 } }];
  await page.type("#chat-composer", `${one.item.name} a 322`);
  await page.press("Enter");
  await celeiro.until("a card", () => document.querySelector("section[data-state=pending]"));
  const [older] = await waiting();
  await celeiro.until("the end of the answer", () => !document.querySelector("article[aria-busy=true]"));
  const press = (label) =>
    page.evaluate((label) => [...document.querySelectorAll(`button[aria-label="${label}"]`)].at(-1).click(), label);
  await press(text("answer.again"));
  const newer = await until("another card", async () => (await waiting()).find(({ id }) => id !== older.id));
  await celeiro.until("the end of the other answer", () => !document.querySelector("article[aria-busy=true]"));
  assert.deepEqual((await waiting()).map(({ id }) => id), [newer.id], "one card counts");
  await press(text("branch.previous"));
  await celeiro.until("a word on the older card", (said) => document.querySelector("section[data-state=superseded]")?.innerText.includes(said), text("actions.state.superseded"));
  await celeiro.screenshot("assistant-superseded");
  await press(text("branch.next"));
  await celeiro.until("the newer card", () => document.querySelector("section[data-state=pending]"));
  await page.click(`section[data-state=pending] button:has-text("${text("actions.reject")}")`);
  await celeiro.until("nothing waits", () => document.querySelector("section[data-state=rejected]"));
  provider.calls = [];
}

/** A pixel, as a picture of an item. */
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

async function showCards(celeiro, provider) {
  const { page } = celeiro;
  const search = { name: "catalog_search", arguments: { vector_query: "inseticida para tomate", limit: 3 } };
  const ask = async (message, calls) => {
    provider.calls = calls;
    await page.type("#chat-composer", message);
    await page.press("Enter");
    // Older answers may have been taken off the page again: the new one is known by its words.
    const isThere = (words) => [...document.querySelectorAll("article footer")].some(({ parentElement }) => parentElement.innerText.includes(words));
    await celeiro.until("the end of the answer", isThere, calls.at(-1).replace(/ \[.*/, ""));
  };
  const [found] = (await celeiro.call("search", { query: "inseticida para tomate", limit: 1 })).results;
  const bytes = Math.round(PNG.length * 0.75) - PNG.match(/=*$/)[0].length;
  const slot = await celeiro.call("begin_upload", { name: "foto.png", sizeBytes: bytes, purpose: "attachment" });
  await celeiro.call("append_upload", { id: slot.id, offset: 0, data: PNG });
  await celeiro.call("add_attachment", { id: found.item.id, uploadId: slot.id });

  const hero = { name: "render_preset", arguments: { preset: "product-hero", columns: 3 } };
  await ask("três inseticidas para tomate em cartões", [search, hero, "Aqui estão os três [1][2][3]."]);
  await celeiro.until("three cards", () => document.querySelectorAll("[data-formation=grid] article").length === 3);
  await celeiro.until("the picture", () => document.querySelector("[data-formation=grid] img[src^='data:image/jpeg']"));
  await celeiro.screenshot("shop-grid");
  const leaf = { name: "freestyle", arguments: { entity_type: "product", formation: "carousel", overrides: { price: "badge" } } };
  await ask("num carrossel", [leaf, "No carrossel [1][2][3]."]);
  await page.evaluate(() => document.querySelector("[aria-roledescription] [tabindex='0']").focus());
  await page.press("ArrowRight");
  await celeiro.until("the second card", (second) => [...document.querySelectorAll("[role=status]")].some(({ textContent }) => textContent === second), "2 de 3");
  await celeiro.screenshot("shop-carousel");
  const rows = { name: "render_preset", arguments: { preset: "product-compact", title: "Para o tomate" } };
  await ask("em lista", [rows, "Em lista [1][2][3]."]);
  await celeiro.until("a list", () => document.querySelectorAll("[data-formation=list] article").length === 3);
  await celeiro.screenshot("shop-list");
  const services = { description: "hidden", code: "badge" };
  const asServices = { name: "freestyle", arguments: { entity_type: "service", formation: "grid", style: "service-card", overrides: services } };
  await ask("como serviços, com o código", [asServices, "Como serviços [1][2][3]."]);
  await celeiro.until("three cards of services", () => document.querySelectorAll("[data-formation=grid] article[data-preset=service-card]").length === 3);
  const codes = await page.evaluate(() =>
    [...document.querySelectorAll("article[data-preset=service-card]")].map((card) => card.querySelectorAll("[data-display=badge]").length && /DEMO-INS-\d{4}/.test(card.innerText)));
  assert.deepEqual(codes, [true, true, true], "what the call wants otherwise is so on each card");
  await celeiro.screenshot("shop-services");
  const one = { name: "render_preset", arguments: { preset: "product-detail" } };
  await ask("o primeiro, com tudo", [one, "Tudo sobre ele [1]."]);
  await celeiro.until("one card", () => document.querySelector("[data-formation=single] article"));
  await celeiro.screenshot("shop-single");
  await celeiro.chooseTheme("dark");
  await celeiro.screenshot("shop-single-dark");
  await celeiro.switchLanguage();
  await celeiro.screenshot("shop-single-dark-en");
  await celeiro.switchLanguage();
  await celeiro.chooseTheme("light");
  provider.calls = [];
  celeiro.tell("the assistant showed three products as a grid, a carousel, one card and a list");
}
