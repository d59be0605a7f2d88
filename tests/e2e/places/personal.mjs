// The personal assistant: how to switch it on, and its pages with a record of each.
import { both, call, seen, text, unseen } from "./steps.mjs";

const open = (part, record) => async (page) => {
  await page.evaluate((address) => void (location.hash = `#/assistant/${address}`), `${part}?${record}`);
  await seen("main form")(page);
};
const switchTo = (value) => (page) => call(page, "set_setting", { name: "ASSISTANT_PERSONAL", value });
const reload = async (page) => {
  await page.reload();
  await page.getByRole("navigation", { name: text("shell.navigation") }).waitFor();
};
/** One of each kind, the reminder late and the decision to be reviewed. */
const fill = async (page) => {
  const day = "2026-05-04";
  await call(page, "create_person", { name: "Joaquim Tavares", farm: "Boa Vista", crops: ["soja"], preferences: { retirada: "na loja" } });
  await call(page, "create_reminder", { title: "Ligar para o Joaquim", at: `${day}T09:00`, rrule: "FREQ=WEEKLY;BYDAY=MO" });
  for (const [date, value] of [["2026-05-01", 82.5], ["2026-05-02", 82], ["2026-05-04", 81]])
    await call(page, "create_metric", { type: "weight", value, unit: "kg", date });
  await call(page, "create_decision", { title: "Alugar o silo", area: "customers", options: [{ title: "Alugar" }], reviewAt: day });
};
const row = seen("main [data-row]");

export const PERSONAL_PLACES = [
  ["assistant/people", unseen(both(switchTo("true"), fill, reload, row)), open("people", "person=new")],
  ["assistant/reminders", open("reminders", "reminder=new")],
  ["assistant/decisions", open("decisions", "decision=new")],
  ["assistant/tracking", open("tracking", "entry=new"), unseen(switchTo(null))],
];
