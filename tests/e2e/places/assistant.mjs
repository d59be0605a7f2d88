// The assistant's cards in each state that a person can bring about, the form that corrects one, and
// answers that came to nothing.
import { both, chooseItem, click, press, seen, text, unseen, write } from "./steps.mjs";

const MAKER = "Auremã Química Agrícola";
const RAISE = { selection: { category: "Herbicidas", manufacturer: MAKER }, percent: 5 };
const QUESTION = `sobe 5% os preços dos herbicidas da ${MAKER}`;
const inMode = (mode) => (page) => page.getByText(text(`composer.mode.${mode}`), { exact: true }).first().click();
const card = (state) => `section[data-state=${state}]`;

const send = async (page, question) => {
  await write("#chat-composer", question)(page);
  await page.keyboard.press("Enter");
};
const propose = async (page, { provider }) => {
  provider.calls = [{ name: "catalog_search", arguments: { vector_query: "herbicidas", limit: 5 } }, { name: "set_price", arguments: RAISE }];
  await inMode("assistant")(page);
  await send(page, QUESTION);
  await seen(card("pending"))(page);
  await seen("article footer")(page);
  provider.calls = [];
};
/** Three writes of one round on one card, of which one is left out. */
const proposeTogether = async (page, { provider }) => {
  provider.calls = [
    [
      { name: "set_price", arguments: RAISE },
      { name: "update_item", arguments: { item: "DEMO-FUN-0002", notes: "Em falta" } },
      { name: "create_faq", arguments: { question: "Abre sábado?", answer: "Sim." } },
    ],
  ];
  await inMode("assistant")(page);
  await send(page, `${QUESTION}, anota Em falta no DEMO-FUN-0002 e cadastra Abre sábado?`);
  await seen(`${card("pending")} li`)(page);
  await seen("article footer")(page);
  provider.calls = [];
};
const leaveOut = async (page) => page.locator(`${card("pending")} li input[type=checkbox]`).nth(1).uncheck();
const correct = both(
  async (page) => page.getByLabel(text("actions.argument.percent")).fill("4"),
  press("actions.newCard"),
  seen(card("corrected")),
  seen(card("pending")),
);
const confirm = both(press("actions.confirm_other"), seen(card("executed")));
/** The dialog, once it has said what would happen. */
const chooseUndo = both(chooseItem("actions.undo.action"), (page) =>
  page.getByText(text("actions.undo.state.done"), { exact: true }).waitFor(),
);
const undo = both(
  async (page) => page.getByRole("dialog").getByRole("button", { name: text("action.undo") }).click(),
  (page) => page.getByText(text("actions.undone"), { exact: true }).waitFor(),
);
/** What becomes of an answer that the provider gives so; what technicians ask for is unfolded. */
const fail = (answer, state, prepare = async () => {}) =>
  both(
    async (page, { provider }) => {
      await prepare(page);
      provider.answers = [answer];
      await send(page, "fungicida para ferrugem da soja");
    },
    seen(`article [data-state=${state}]`),
    click("article details summary"),
  );
const stop = both(
  async (page, { provider }) => {
    provider.answers = ["palavra ".repeat(400)];
    await send(page, "conte tudo sobre glifosato");
    await page.getByText("palavra palavra").first().waitFor();
  },
  press("composer.stop"),
  seen("article [data-state=stopped]"),
);
const cutOff = (page) => page.route("**/api/chat", (route) => route.abort());

export const ASSISTANT_PLACES = [
  ["chat", propose, press("actions.correct"), correct, confirm, press("action.undo"), chooseUndo, undo],
  ["chat", unseen(propose), both(press("actions.reject"), seen(card("rejected")))],
  ["chat", proposeTogether, leaveOut, both(press("actions.rejectAll"), seen(card("rejected")))],
  ["chat", stop],
  ["chat", fail({ brokenOff: "Para a ferrugem há o primeiro [1]." }, "interrupted")],
  ["chat", fail({ status: 402, message: "Insufficient credits" }, "composed")],
  ["chat", fail("", "failed", cutOff)],
];
