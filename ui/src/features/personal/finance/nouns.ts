/** The five kinds of records: their fields, their commands, and what is typed of one. */
import type { Data, Req } from "../../../api/command";
import type { Lang } from "../../../lib/language";

export const KINDS = ["bills", "expenses", "incomes", "debts", "investments"] as const;
export type Kind = (typeof KINDS)[number];

/** Under which name the draft of one is kept. */
export const DRAFT_OF = {
  bills: "bill",
  expenses: "expense",
  incomes: "income",
  debts: "debt",
  investments: "investment",
} as const satisfies Record<Kind, string>;

export type Row =
  | Data<"listBills">["bills"][number]
  | Data<"listExpenses">["expenses"][number]
  | Data<"listIncomes">["incomes"][number]
  | Data<"listDebts">["debts"][number]
  | Data<"listInvestments">["investments"][number];

export type FieldName =
  | "name"
  | "category"
  | "amount"
  | "dueDay"
  | "monthYear"
  | "isRecurring"
  | "expectedAmount"
  | "actualAmount"
  | "type"
  | "frequency"
  | "creditor"
  | "totalAmount"
  | "isNegotiated"
  | "installmentAmount"
  | "totalInstallments"
  | "paidInstallments"
  | "firstMonth"
  | "currentAmount"
  | "goalAmount"
  | "monthlyContribution"
  | "deadline";

/** What a field of choices may hold, as it is stored. */
type Code =
  | Data<"listBills">["bills"][number]["category"]
  | Data<"listExpenses">["expenses"][number]["category"]
  | Data<"listIncomes">["incomes"][number]["type"]
  | Data<"listIncomes">["incomes"][number]["frequency"]
  | Data<"listInvestments">["investments"][number]["type"];

/** Every field as text; yes and no as such. */
export type FinanceDraft = { [F in FieldName]?: string | boolean };

export type FieldSpec = {
  name: FieldName;
  kind: "text" | "amount" | "whole" | "flag" | "month" | "day" | "choice";
  required?: boolean;
  /** What can be chosen, the usual one first. */
  choices?: readonly Code[];
};

const NAME: FieldSpec = { name: "name", kind: "text", required: true };
const RECURS: FieldSpec = { name: "isRecurring", kind: "flag" };
const MONTH: FieldSpec = { name: "monthYear", kind: "month" };
const ACTUAL: FieldSpec = { name: "actualAmount", kind: "amount" };

export const FIELDS: Record<Kind, readonly FieldSpec[]> = {
  bills: [
    NAME,
    {
      name: "category",
      kind: "choice",
      choices: ["moradia", "servicos", "assinatura", "seguro", "impostos", "outros"],
    },
    { name: "amount", kind: "amount", required: true },
    { name: "dueDay", kind: "whole", required: true },
    MONTH,
    RECURS,
  ],
  expenses: [
    NAME,
    {
      name: "category",
      kind: "choice",
      choices: ["alimentacao", "transporte", "lazer", "saude", "educacao", "vestuario", "outros"],
    },
    { name: "expectedAmount", kind: "amount" },
    ACTUAL,
    MONTH,
    RECURS,
  ],
  incomes: [
    NAME,
    {
      name: "type",
      kind: "choice",
      choices: ["salario", "comissao", "autonomo", "aluguel", "rendimento", "outros"],
    },
    {
      name: "frequency",
      kind: "choice",
      choices: ["mensal", "semanal", "quinzenal", "anual", "irregular"],
    },
    { name: "expectedAmount", kind: "amount", required: true },
    ACTUAL,
    MONTH,
    RECURS,
  ],
  debts: [
    NAME,
    { name: "creditor", kind: "text" },
    { name: "totalAmount", kind: "amount", required: true },
    { name: "isNegotiated", kind: "flag" },
    { name: "installmentAmount", kind: "amount" },
    { name: "totalInstallments", kind: "whole" },
    { name: "paidInstallments", kind: "whole" },
    { name: "dueDay", kind: "whole" },
    { name: "firstMonth", kind: "month" },
  ],
  investments: [
    NAME,
    {
      name: "type",
      kind: "choice",
      choices: ["reserva", "renda_fixa", "renda_variavel", "previdencia", "imovel", "outros"],
    },
    { name: "currentAmount", kind: "amount", required: true },
    { name: "goalAmount", kind: "amount" },
    { name: "monthlyContribution", kind: "amount" },
    { name: "deadline", kind: "day" },
  ],
};

export const COMMANDS_OF = {
  bills: { create: "createBill", update: "updateBill", remove: "deleteBill", restore: "restoreBill" },
  expenses: {
    create: "createExpense",
    update: "updateExpense",
    remove: "deleteExpense",
    restore: "restoreExpense",
  },
  incomes: {
    create: "createIncome",
    update: "updateIncome",
    remove: "deleteIncome",
    restore: "restoreIncome",
  },
  debts: { create: "createDebt", update: "updateDebt", remove: "deleteDebt", restore: "restoreDebt" },
  investments: {
    create: "createInvestment",
    update: "updateInvestment",
    remove: "deleteInvestment",
    restore: "restoreInvestment",
  },
} as const;

export function isKind(text: string | null): text is Kind {
  return KINDS.some((kind) => kind === text);
}

/** Builds the draft of a finance record; of a new one what is usual, in `month`. */
export function draftOf(kind: Kind, base: Row | null, month: string, language: Lang): FinanceDraft {
  const values: Record<string, unknown> = { ...base };
  const draft: FinanceDraft = {};
  for (const field of FIELDS[kind])
    draft[field.name] = valueOf(field, values[field.name], base === null, month, language);
  return draft;
}

function valueOf(
  field: FieldSpec,
  value: unknown,
  isNew: boolean,
  month: string,
  language: Lang,
): string | boolean {
  if (field.kind === "flag") return value === true;
  if (isNew && field.kind === "month") return month;
  if (isNew && field.kind === "choice") return field.choices?.[0] ?? "";
  if (value === null || value === undefined) return "";
  // An amount of 0 stands for none but of what there is.
  if (field.kind === "amount" && value === 0 && !field.required) return "";
  if (field.kind === "amount" && typeof value === "number") return writeAmount(value, language);
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** Code that a choice field of the finance form holds. */
export function codeOf(kind: Kind, field: FieldName, value: string): Code | null {
  const choices = FIELDS[kind].find(({ name }) => name === field)?.choices ?? [];
  return choices.find((code) => code === value) ?? null;
}

function writeAmount(value: number, language: Lang): string {
  const plain = value.toFixed(2);
  return language === "pt-BR" ? plain.replace(".", ",") : plain;
}

/** Converts a finance record's draft to the request's form: a blank field that is not needed is absent. */
export function asRequest(kind: Kind, draft: FinanceDraft): Req<"createBill"> {
  const request: Record<string, unknown> = {};
  for (const { name, kind: form, required } of FIELDS[kind]) {
    const typed = draft[name] ?? "";
    const text = typeof typed === "string" ? typed.trim() : typed;
    if (form === "whole") request[name] = text === "" ? (required ? 0 : null) : Number(text);
    else request[name] = text === "" && !required ? null : text;
  }
  // Each kind has its own request; the program reads the fields by their names.
  return request as unknown as Req<"createBill">;
}

/** The fields in which something stands that is no whole number; whether one is allowed, the program says. */
export function listNotWhole(kind: Kind, draft: FinanceDraft): FieldName[] {
  const isWhole = (text: string) => text === "" || /^-?\d{1,6}$/.test(text);
  const whole = FIELDS[kind].filter(({ kind: form }) => form === "whole").map(({ name }) => name);
  return whole.filter((name) => !isWhole(String(draft[name] ?? "").trim()));
}
