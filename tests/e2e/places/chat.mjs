// The chat: an answer with sources and a link, what led to it, and what can be done with it.
import { both, chooseItem, click, key, pattern, press, seen, text, unseen, write } from "./steps.mjs";

const ANSWER = "Para a **ferrugem** há o primeiro [1]. Há um que não existe [99]; veja [a bula](https://example.org/bula).\n\n- Dose: 7,77 L/ha";

const ask = unseen(async (page, { provider }) => {
  provider.answers = [ANSWER];
  await write("#chat-composer", "fungicida para ferrugem da soja")(page);
  await page.keyboard.press("Enter");
  await seen("article footer")(page);
  await page.waitForFunction(() => !document.querySelector("article[aria-busy=true]"));
});
/** The desk's own answers: no model writes. */
const askDesk = (question, css) =>
  both(async (page, { provider }) => {
    provider.answers = [{ status: 402, message: "Insufficient credits" }];
    await write("#chat-composer", question)(page);
    await page.keyboard.press("Enter");
    await seen("article footer")(page);
  }, seen(css));
const openMenu = (page) => page.getByRole("button", { name: pattern("conversations.menu") }).first().click();

export const CHAT_PLACES = [
  ["chat"],
  ["chat", both(write("#chat-composer", "/"), seen("[role=option]")), both(write("#chat-composer", "/ajuda"), key("Enter", "[role=dialog]"))],
  ["chat", ask, seen("article footer"), both(press("answer.details"), seen("[role=dialog]"))],
  ["chat", ask, click("article [role=link]", "[role=dialog]")],
  ["chat", ask, both(press("feedback.down"), seen("textarea[aria-label]"))],
  ["chat", ask, openMenu, both(chooseItem("conversations.rename"), seen(`input[aria-label="${text("conversations.title")}"]`))],
  ["chat", askDesk("comparar DEMO-FUN-0001 e DEMO-FUN-0002", "article table")],
  ["chat", askDesk("três inseticidas para tomate em cartões", "ul[data-formation] li")],
];
