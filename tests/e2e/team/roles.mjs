// What a seller and an editor may, what is refused to them, and what becomes of a form whose person loses the role.
import assert from "node:assert/strict";
import { pattern, text } from "../places/steps.mjs";
import { button, changeOf, fillIn, goTo, refusalOf } from "./steps.mjs";

const PRICE = { typed: "321,09", value: 321.09 };
const PRIVATE = "herbicida para buva no milho";
const SHARED = "fungicida para ferrugem da soja";
const NOTE = "Bia: o fornecedor muda em agosto";

/** A seller reads the catalog; nothing offers to change it, and the program refuses to. */
export async function seeAsSeller({ ana, items: [item] }) {
  const { page, ui } = ana;
  await ui.search("herbicida para soja");
  assert.ok((await ui.hits()).length > 0, "a seller searches");
  assert.equal(await page.locator("nav a[href^='#/bench']").count(), 0, "no bench in the navigation");
  await goTo(page, `catalog/items?item=${item.id}`);
  const form = page.locator(`section[aria-label="${text("itemForm.label")}"]`);
  await form.getByRole("heading", { name: item.name }).first().waitFor();
  await page.getByText(text("role.mayNot.edit")).first().waitFor();
  await page.locator("[role=grid][aria-readonly=true] [data-at='0:0']").waitFor();
  for (const [place, key] of [
    [form, "itemForm.save"],
    [form, "itemForm.more"],
    [page, "grid.new"],
  ]) {
    assert.equal(await button(place, key).count(), 0, `${text(key)} is offered to a seller`);
  }
  const importTab = page.getByRole("link", { name: text("catalog.tab.import"), exact: true });
  assert.equal(await importTab.count(), 0, "the import is offered to a seller");
  await ui.screenshot("seller-item");
  await goTo(page, "catalog/import");
  await ui.until("the sheet instead of the import", () => location.hash.startsWith("#/catalog/items"));
  await goTo(page, "bench");
  await page.getByText(text("role.mayNot.analyse")).first().waitFor();

  const answer = await page.evaluate(
    async (body) => {
      const headers = { "content-type": "application/json" };
      const answer = await fetch(`/api/catalog/items/${body.id}`, {
        method: "PUT",
        headers,
        body: JSON.stringify(body),
      });
      return { status: answer.status, code: (await answer.json()).code };
    },
    changeOf(item, { price: 1 }),
  );
  assert.deepEqual(answer, { status: 403, code: "forbidden" });
  assert.equal((await ui.call("get_item", { id: item.id })).version, item.version, "nothing was stored");
  ui.tell("a seller reads the catalog and cannot change it");
}

/** Two conversations of the seller, one of them shared; an editor reads that one, and nothing of the other. */
export async function shareTalk({ ana, bia, provider }) {
  const { page, ui } = ana;
  const asked = async (question, answer) => {
    provider.answers = [answer];
    await goTo(page, "chat");
    await button(page, "conversations.new").click();
    return ask(ana, question);
  };
  const talks = {
    shared: await asked(SHARED, "Há o primeiro [1]."),
    hidden: await asked(PRIVATE, "Há o segundo [1]."),
  };
  await button(page, "feedback.up").first().click();
  await ui.until(
    "the rating",
    (label) => document.querySelector(`button[aria-label="${label}"][aria-pressed=true]`),
    text("feedback.up"),
  );
  await ui.until(
    "the stored rating",
    async (id) => {
      const { messages } = await window.__TAURI_INTERNALS__.invoke(
        "get_conversation",
        { req: { id } },
        { headers: {} },
      );
      return messages.some(({ feedback }) => feedback?.rating === "up");
    },
    talks.hidden.id,
  );

  await goTo(page, `chat?c=${talks.shared.id}`);
  const { conversation } = await ui.call("get_conversation", { id: talks.shared.id });
  const label = fillIn("conversations.menu", { title: conversation.title });
  await page.locator("main header").getByRole("button", { name: label, exact: true }).click();
  await page.getByRole("menuitem", { name: text("conversations.share"), exact: true }).click();
  await page.getByText(text("conversations.nowShared")).first().waitFor();
  ui.tell("a seller asked twice, rated an answer and shared a conversation");

  await goTo(bia.page, "chat");
  const list = bia.page.getByRole("complementary", { name: text("conversations.label"), exact: true }).locator("li");
  await list
    .filter({ hasText: fillIn("conversations.sharedBy", { name: ana.login }) })
    .first()
    .waitFor();
  assert.equal(await list.count(), 1, "of what another person said, only what is shared");
  await list.getByRole("link").click();
  await bia.page
    .getByText(fillIn("conversations.readShared", { name: ana.login }))
    .first()
    .waitFor();
  await bia.page.locator("main article footer").first().waitFor();
  await bia.ui.screenshot("shared-conversation");
  for (const css of [
    "#chat-composer",
    `main button[aria-label="${text("thread.edit")}"]`,
    `main button[aria-label="${text("feedback.up")}"]`,
  ]) {
    assert.equal(await bia.page.locator(css).count(), 0, `${css} in another person's conversation`);
  }
  await goTo(bia.page, `chat?c=${talks.hidden.id}`);
  await bia.page.getByText(text("thread.failed")).first().waitFor();
  assert.equal(await refusalOf(bia, "get_conversation", { id: talks.hidden.id }), "not_found");
  assert.equal(
    await refusalOf(bia, "update_conversation", { id: talks.shared.id, title: "Minha" }),
    "conversation_read_only",
  );
  const { total } = await bia.ui.call("list_conversations", { text: "buva" });
  assert.equal(total, 0, "a search through messages finds nothing of it");
  bia.ui.tell("an editor reads the shared conversation, and nothing of the other");
  return talks;
}

/** Sends a message as the first of a conversation, and waits until its answer is whole and stored. */
async function ask({ page, ui }, message) {
  await ui.until("an empty thread", () => location.hash === "#/chat" && !document.querySelector("main article"));
  await page.locator("#chat-composer").fill(message);
  await page.keyboard.press("Enter");
  const id = await ui.until(`an answer to ${message}`, () => {
    const isWhole =
      document.querySelector("main article footer") && !document.querySelector("main article[aria-busy=true]");
    return isWhole && new URLSearchParams(location.hash.split("?")[1]).get("c");
  });
  return { id, question: message };
}

/** An edit has the editor's name, is seen by the seller, and is taken back by the editor; that of another is not. */
export async function takeBack({ rui, ana, bia, items: [item, other] }) {
  const { page, ui } = bia;
  await goTo(page, `catalog/items?item=${item.id}`);
  await page.locator("#item-field-price").fill(PRICE.typed);
  await page.keyboard.press("Control+s");
  await ui.until("the price stored", storedAs, item.id, "price", PRICE.value);
  await page.getByRole("button", { name: text("itemForm.history.title"), exact: true }).click();
  const form = page.locator(`section[aria-label="${text("itemForm.label")}"]`);
  await form.locator("ol > li", { hasText: PRICE.typed }).first().getByText(bia.login, { exact: true }).waitFor();
  await ui.screenshot("history-names-the-editor");
  const [latest] = await ui.call("item_history", { id: item.id });
  assert.equal(latest.actor, bia.login);

  await goTo(ana.page, "search");
  await ana.page.locator("#search-box").waitFor();
  await ana.ui.search(item.name);
  const cards = (await ana.ui.hits()).map((card) => card.text);
  assert.ok(
    cards.some((card) => card.includes(item.name) && card.includes(PRICE.typed)),
    `the new price: ${cards[0]}`,
  );
  ui.tell("an editor changed a price under their name, and the seller sees it");

  await rui.ui.call("update_item", changeOf(other, { price: 77.5 }));
  await goTo(page, "catalog/history");
  const { rows } = await ui.call("list_operations", { limit: 20 });
  const [own, another] = [bia, rui].map(({ login }) => rows.find(({ actor }) => actor === login));
  const lineOf = ({ id }) => page.locator(`main ol > li:has([aria-controls="operation-${id}"])`);
  await lineOf(another).getByText(text("operations.whyNot.notYours"), { exact: true }).waitFor();
  assert.equal(
    await button(lineOf(another), "operations.undo").count(),
    0,
    "another person's work cannot be taken back",
  );
  await ui.screenshot("operations-of-an-editor");
  const undo = { id: another.id, operationId: crypto.randomUUID() };
  assert.equal(await refusalOf(bia, "undo_operation", undo), "operation_not_yours");
  await button(lineOf(own), "operations.undo").click();
  await page.locator("[role=dialog] [data-autofocus]:not([disabled])").click();
  await ui.until("the dialog closed", () => !document.querySelector("[role=dialog]"));
  await ui.until("the old price", storedAs, item.id, "price", item.price);
  assert.equal((await ui.call("get_item", { id: other.id })).price, 77.5, "the administrator's edit stands");
  ui.tell("an editor took their own edit back, and not the administrator's");
}

/** The role goes while a form is open: the save says so, what was typed waits, and is stored once the role is back. */
export async function keepRoles({ rui, bia, items: [item] }) {
  const { page, ui } = bia;
  await goTo(page, `catalog/items?item=${item.id}`);
  await page.locator("#item-field-notes").fill(NOTE);
  await giveRole(rui, bia, "seller");
  await page.keyboard.press("Control+s");
  // The page asks again what the person may, and shows the item to be read; the form waits.
  await page.locator("#item-field-notes").waitFor({ state: "detached" });
  await page.getByText(pattern("drafts.title_one")).waitFor();
  await ui.screenshot("role-lost");
  const { notes } = await ui.call("get_item", { id: item.id });
  assert.notEqual(notes, NOTE, "nothing was stored");
  await giveRole(rui, bia, "editor");
  const accept = (dialog) => dialog.accept();
  page.on("dialog", accept);
  await page.reload();
  page.off("dialog", accept);
  await page.locator("#item-field-notes").waitFor();
  assert.equal(await page.locator("#item-field-notes").inputValue(), NOTE, "what was typed waited");
  await page.locator("#item-field-notes").focus();
  await page.keyboard.press("Control+s");
  await ui.until("the notes stored", storedAs, item.id, "notes", NOTE);
  ui.tell("a save without the role was refused, and nothing typed was lost");
}

/** On the team page. */
async function giveRole({ page, ui }, { name }, role) {
  await goTo(page, "team/people");
  await page.locator("main tr", { hasText: name }).locator("select").selectOption(role);
  await page
    .getByText(fillIn("team.done.role", { name, role: text(`role.name.${role}`) }))
    .first()
    .waitFor();
  ui.tell(`${name} is ${role} now`);
}

/** Whether a field of an item is stored so. Runs in the page. */
async function storedAs(id, field, value) {
  const item = await window.__TAURI_INTERNALS__.invoke("get_item", { req: { id } }, { headers: {} });
  return item[field] === value;
}
