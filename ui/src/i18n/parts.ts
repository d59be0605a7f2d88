/**
 * Which texts come with the first screen, and which with the pages that show them. Texts are written in
 * one file a language; the build cuts it up (vite.config.ts).
 */
export type Texts = { [key: string]: string | Texts };

export const TEXT_PARTS = [
  "first",
  "chat",
  "catalog",
  "inspect",
  "bench",
  "fields",
  "files",
  "prices",
  "personal",
  "due",
  "settings",
  "shortcuts",
  "signIn",
  "account",
] as const;
export type TextPart = (typeof TEXT_PARTS)[number];

/** By the beginning of a key, the longest one that fits. A key that none fits comes with the first screen. */
const BEGINNINGS: Record<string, TextPart> = {
  actions: "chat",
  answer: "chat",
  branch: "chat",
  caution: "chat",
  chatEmpty: "chat",
  composer: "chat",
  conversations: "chat",
  dueReminders: "chat",
  feedback: "chat",
  missing: "chat",
  showcase: "chat",
  sources: "chat",
  steps: "chat",
  thread: "chat",
  trace: "chat",

  assist: "catalog",
  categories: "catalog",
  changeSource: "catalog",
  definedFields: "catalog",
  duplicates: "catalog",
  effects: "catalog",
  expectation: "catalog",
  faqs: "catalog",
  grid: "catalog",
  impact: "catalog",
  import: "catalog",
  itemForm: "catalog",
  operations: "catalog",
  packages: "catalog",
  recordForm: "catalog",
  relations: "catalog",
  stockForm: "catalog",
  synonyms: "catalog",

  compare: "inspect",
  counter: "inspect",
  field: "inspect",
  help: "inspect",
  inspect: "inspect",
  knob: "inspect",
  moved: "inspect",
  raw: "inspect",
  setEffect: "inspect",
  share: "inspect",
  sliders: "inspect",
  whole: "inspect",

  bench: "bench",
  evaluation: "bench",
  gate: "bench",
  judge: "bench",
  openSet: "bench",
  profiles: "bench",
  setCompare: "bench",
  sets: "bench",

  fieldProblem: "fields",
  itemField: "fields",

  // What is typed and not saved is shown by the forms of the catalog and by those of the personal assistant.
  drafts: "fields",
  "grid.unsaved.noRoom": "fields",
  // The search filters by it, too.
  "grid.stock.state": "first",
  "itemForm.restored": "fields",

  files: "files",

  prices: "prices",

  personal: "personal",
  // Said of a reminder that comes due, wherever the person is.
  "personal.reminders.already": "due",
  "personal.reminders.completed": "due",
  "personal.reminders.done": "due",
  "personal.reminders.fired": "due",
  "personal.reminders.firedLate": "due",
  "personal.reminders.snooze": "due",

  settings: "settings",

  shortcuts: "shortcuts",

  invitation: "signIn",
  signIn: "signIn",
  token: "signIn",

  account: "account",
  team: "account",

  // What an undo leaves alone is shown by the catalog and by the chat.
  "grid.conflict.by": "fields",
  "itemForm.newAttribute": "fields",
  "itemForm.suggestionEdits": "fields",
  "itemForm.nothing": "fields",
  "operations.before": "fields",
  "operations.conflicts": "fields",
  "operations.held": "fields",
  "operations.madeIt": "fields",
  "operations.now": "fields",
  "operations.reason": "fields",
  "operations.untouchable": "fields",
  "operations.whyNot": "fields",

  // Shown by others too.
  "bench.tab": "first",
  "conversations.new": "first",
  "faqs.approval": "first",
  "bench.queries.delete": "first",
  "grid.bulk.progress": "first",
  "grid.operation": "first",
  "grid.problem": "first",
  "grid.returned": "first",
  "inspect.barLabel": "first",
  "packages.cheapest": "first",
  "packages.more": "first",
  "packages.title": "first",
  // Said of the sources of an answer too.
  "files.kind": "first",
  "packages.unit": "first",
  "inspect.rest": "first",
  "sets.field.kind": "first",
  "sets.kind": "first",
  "shortcuts.title": "first",
  "shortcuts.focus": "first",
  "shortcuts.next": "first",
  "shortcuts.inspect": "first",
  "shortcuts.palette": "first",
  "whole.open": "first",
  "whole.openText": "first",
};

export function partOf(key: string): TextPart {
  const steps = key.split(".");
  for (let length = steps.length; length > 0; length -= 1) {
    const part = BEGINNINGS[steps.slice(0, length).join(".")];
    if (part) return part;
  }
  return "first";
}

/** The texts that belong to `part`. */
export function pickPart(texts: Texts, part: TextPart, above = ""): Texts {
  const picked: Texts = {};
  for (const [name, text] of Object.entries(texts)) {
    const key = above + name;
    if (typeof text === "string") {
      // Forms of a plural go where their key goes.
      if (partOf(key.replace(/_(zero|one|two|few|many|other)$/, "")) === part) picked[name] = text;
    } else {
      const inner = pickPart(text, part, `${key}.`);
      if (Object.keys(inner).length > 0) picked[name] = inner;
    }
  }
  return picked;
}
