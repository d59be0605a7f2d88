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
/** Cards of items as a model has asked for them: each formation and preset. */
const showCards = (call, css) =>
  both(async (page, { provider }) => {
    const search = { name: "catalog_search", arguments: { vector_query: "inseticida para tomate", limit: 3 } };
    provider.calls = [search, call, "Aqui estão [1][2][3]."];
    await inMode("assistant")(page);
    await send(page, "três inseticidas para tomate");
    await seen("article footer")(page);
    provider.calls = [];
  }, seen(css));
const preset = (name, more = {}) => ({ name: "render_preset", arguments: { preset: name, ...more } });
const freestyle = (formation, style, more = {}) => {
  const entity_type = style.startsWith("service") ? "service" : "product";
  return { name: "freestyle", arguments: { entity_type, formation, style, ...more } };
};
const SHOWCASES = [
  [preset("product-hero", { columns: 3, title: "Para o tomate" }), "[data-formation=grid] article[data-preset=product-hero]"],
  [preset("product-compact", { overrides: { code: "badge", tags: "small" } }), "[data-formation=list] article[data-preset=product-compact]"],
  [preset("product-detail"), "[data-formation=single] article[data-preset=product-detail]"],
  [freestyle("carousel", "product-hero", { overrides: { price: "badge" } }), "[aria-roledescription] article[data-preset=product-hero]"],
  [freestyle("grid", "service-card"), "[data-formation=grid] article[data-preset=service-card]"],
  [freestyle("single", "service-detail"), "[data-formation=single] article[data-preset=service-detail]"],
];
const cutOff = (page) => page.route("**/api/chat", (route) => route.abort());

export const ASSISTANT_PLACES = [
  ["chat", propose, press("actions.correct"), correct, confirm, press("action.undo"), chooseUndo, undo],
  ["chat", unseen(propose), both(press("actions.reject"), seen(card("rejected")))],
  ["chat", proposeTogether, leaveOut, both(press("actions.rejectAll"), seen(card("rejected")))],
  ...SHOWCASES.map(([call, css]) => ["chat", showCards(call, css)]),
  ["chat", stop],
  ["chat", fail({ brokenOff: "Para a ferrugem há o primeiro [1]." }, "interrupted")],
  ["chat", fail({ status: 402, message: "Insufficient credits" }, "composed")],
  ["chat", fail("", "failed", cutOff)],
];
