// The personal assistant: how to switch it on, its pages with a record of each, its reports, and the states of its vault.
import { both, call, click, pattern, press, seen, text, unseen, write } from "./steps.mjs";

const PASSWORD = "safra boa de milho";

const open = (part, record) => async (page) => {
  await page.evaluate((address) => void (location.hash = `#/assistant/${address}`), `${part}?${record}`);
  await seen("main form")(page);
};
const switchTo = (value) => (page) => call(page, "set_setting", { name: "ASSISTANT_PERSONAL", value });
const reload = async (page) => {
  await page.reload();
  await page.getByRole("navigation", { name: text("shell.navigation") }).waitFor();
};
/** One of each kind, the reminder late, the decision to be reviewed, and a bill of which the summary warns. */
const fill = async (page) => {
  const day = "2026-05-04";
  await call(page, "create_person", { name: "Joaquim Tavares", farm: "Boa Vista", crops: ["soja"], preferences: { retirada: "na loja" } });
  await call(page, "create_reminder", { title: "Ligar para o Joaquim", at: `${day}T09:00`, rrule: "FREQ=WEEKLY;BYDAY=MO" });
  for (const [daysAgo, value] of [[4, 82.5], [3, 82], [1, 81]]) {
    const date = new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
    await call(page, "create_metric", { type: "weight", value, unit: "kg", date });
  }
  await call(page, "create_decision", { title: "Alugar o silo", area: "customers", options: [{ title: "Alugar" }], reviewAt: day });
  await call(page, "create_knowledge", { type: "fact", content: "O Joaquim compra à vista", area: "customers" });
  const record = { monthYear: "2026-01", isRecurring: true };
  await call(page, "create_bill", { name: "Luz", category: "servicos", amount: "120.50", dueDay: 1, ...record });
  await call(page, "create_expense", { name: "Almoço", category: "alimentacao", expectedAmount: "100", actualAmount: "900", ...record });
  await call(page, "create_income", { name: "Comissão", type: "comissao", frequency: "mensal", expectedAmount: "50", ...record });
  await call(page, "create_debt", { name: "Trator", totalAmount: "12000", isNegotiated: true, installmentAmount: "1000", totalInstallments: 12, dueDay: 10, firstMonth: "2026-01" });
  await call(page, "create_investment", { name: "Reserva", type: "reserva", currentAmount: "1000", goalAmount: "10000" });
};
const row = seen("main [data-row]");

const openRow = click("main [data-row]:not([data-row=overview])", "main form");
/** Typed and not saved: where that is left, it is asked about. */
const leaveTyped = both(write("main form input[required], main form textarea[required]", "Mudado"), press("action.discard"), seen("[role=status] button"));
const tooLong = both(seen("main form[data-new]"), write("main form textarea", "x".repeat(2_001)), press("action.save"), seen("main form [aria-invalid=true]"));
const openKind = (kind) => both(
  (page) => page.evaluate((kind) => void (location.hash = `#/assistant/finance?kind=${kind}`), kind),
  row,
  openRow,
);
const chooseKind = (kind) => (page) => page
  .getByRole("region", { name: text("personal.reports.new.title") })
  .getByRole("combobox", { name: text("personal.reports.kindLabel") })
  .selectOption(kind);
/** A report of this kind, with all that counts in its score unfolded. */
const makeReport = (kind) => both(
  (page) => page.evaluate(() => void (location.hash = "#/assistant/reports")),
  chooseKind(kind),
  press("personal.reports.new.make"),
  seen("main article"),
  (page) => page.evaluate(() => document.querySelectorAll("main details").forEach((one) => void (one.open = true))),
);
const fillPasswords = (...passwords) => async (page) => {
  const fields = page.locator("main form input[autocomplete*=password]");
  for (const [at, password] of passwords.entries()) await fields.nth(at).fill(password);
};
const submit = (page) => page.locator("main form [type=submit]").click();
/** Nothing is filled in: every field says what is missing. */
const tryBlank = both(submit, seen("main form [aria-invalid=true]"));
const makeVault = both(fillPasswords(PASSWORD, PASSWORD), (page) => page.getByRole("checkbox").check(), submit, seen("main [type=search]"));
const writeNote = both(press("personal.vault.note.new"), write("main form input", "Silo norte"), write("main form textarea", "4711"));
const saveNote = both(press("action.save"), seen("main [data-row]"));
const askToForget = both(press("personal.vault.note.delete"), seen("[role=dialog]"));
const closeDialog = unseen(async (page) => {
  await page.keyboard.press("Escape");
  await page.locator("[role=dialog]").waitFor({ state: "hidden" });
});
const openWrongly = both(fillPasswords("errada, com certeza"), press("personal.vault.open.open"), seen("main form [aria-invalid=true]"));
const openRightly = both(fillPasswords(PASSWORD), press("personal.vault.open.open"), seen("main [type=search]"));
/** The vault's question over the conversation, before and after the password. */
const askFromBox = both(
  write("#chat-composer", "/cofre qual é a senha?"),
  press("composer.send"),
  seen("[role=dialog] input[autocomplete*=password]"),
);
const openForQuestion = both(
  write("[role=dialog] input[autocomplete*=password]", PASSWORD),
  click("[role=dialog] form [type=submit]", "[role=dialog] select"),
);

/** A statement that goes against something known, on its card. */
const remember = async (page, { provider }) => {
  const fact = { type: "fact", area: "relationships" };
  await call(page, "create_knowledge", { ...fact, content: "moro em Sorriso" });
  provider.calls = [{ name: "add_knowledge", arguments: { ...fact, content: "agora moro em Sinop" } }];
  await page.locator("label").filter({ hasText: pattern("composer.mode.assistant") }).first().click();
  await write("#chat-composer", "lembra: agora moro em Sinop")(page);
  await page.keyboard.press("Enter");
  await seen("section[data-state=pending] input[type=checkbox]")(page);
  await seen("article footer")(page);
  provider.calls = [];
};
const keepBoth = (page) => page.locator("section[data-state=pending] input[type=checkbox]").first().check();
const confirmBoth = both(press("actions.confirm_one"), seen("section[data-state=executed]"));

export const PERSONAL_PLACES = [
  ["assistant/people", unseen(both(switchTo("true"), fill, reload, row)), openRow, open("people", "person=new"), leaveTyped],
  ["assistant/reminders", openRow, open("reminders", "reminder=new")],
  ["assistant/decisions", openRow, open("decisions", "decision=new")],
  ["assistant/tracking", click("main [data-row]", "main figure"), open("tracking", "entry=new")],
  ["assistant/memory", unseen(row), openRow, both(press("personal.forget.button"), seen("[role=dialog]")), closeDialog, open("memory", "item=new"), tooLong],
  [
    "assistant/finance",
    both(row, seen("main [data-tone=wait]")),
    ...["bills", "expenses", "incomes", "debts", "investments"].map(openKind),
    both(open("finance", "kind=bills&record=new"), seen("main form[data-new]"), write("main form input", "Água"), press("action.save"), seen("main form [aria-invalid=true]")),
  ],
  ["assistant/reports", chooseKind("gift"), makeReport("morning"), makeReport("weekly"), makeReport("checkin"), both(press("personal.reports.delete"), seen("[role=status] button"))],
  [
    "assistant/vault",
    tryBlank,
    makeVault,
    writeNote,
    saveNote,
    askToForget,
    closeDialog,
    both(press("personal.vault.change.title"), seen("[role=dialog] form")),
    closeDialog,
    both(press("personal.vault.close"), seen("main form [autocomplete=current-password]")),
    openWrongly,
    both(press("personal.vault.forget.button"), seen("[role=dialog]")),
    closeDialog,
    openRightly,
  ],
  ["chat", remember, keepBoth, confirmBoth],
  ["chat", askFromBox, openForQuestion, unseen(switchTo(null))],
];
