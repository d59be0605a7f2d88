/** The tools that a model may ask for, and their arguments in a few words. */
const TOOLS = [
  "catalog_search",
  "search_faqs",
  "get_item",
  "compare_items",
  "render_preset",
  "freestyle",
  "set_price",
  "update_item",
  "create_item",
  "create_faq",
  "get_person",
  "list_reminders",
  "get_decisions",
  "update_person",
  "create_reminder",
  "complete_reminder",
  "save_decision",
  "get_tracking_history",
  "get_trends",
  "record_metric",
  "update_metric",
  "delete_metric",
  "search_knowledge",
  "analyze_context",
  "add_knowledge",
  "get_finance_summary",
  "get_pending_bills",
  "get_debt_progress",
  "get_bills",
  "get_expenses",
  "get_incomes",
  "get_investments",
  "mark_bill_paid",
  "create_expense",
] as const;
export type Tool = (typeof TOOLS)[number];

/** What an action of several writes is called in the place of a tool. */
export const SEVERAL = "several_writes";

/** Names come from a model: one that is no tool's has no text. */
export function toolOf(name: string): Tool | null {
  return TOOLS.find((tool) => tool === name) ?? null;
}

/** Whether a tool of the assistant shows items as cards. */
export function drawsCards(name: string): boolean {
  return name === "render_preset" || name === "freestyle";
}

/** Longest text of arguments in a line. Characters. */
const MOST = 90;

/** Joins the values of a tool call's arguments, the names left out. */
export function shortArguments(given: unknown): string {
  const text = valuesOf(given).join(" · ");
  return text.length > MOST ? `${text.slice(0, MOST - 1)}…` : text;
}

function valuesOf(value: unknown): string[] {
  if (value === null || value === undefined || typeof value === "boolean") return [];
  if (typeof value === "object") return Object.values(value).flatMap(valuesOf);
  return typeof value === "string" || typeof value === "number" ? [String(value)] : [];
}

const ARGUMENTS = [
  "item",
  "price",
  "percent",
  "name",
  "description",
  "category",
  "manufacturer",
  "tags",
  "status",
  "notes",
  "external_id",
  "question",
  "answer",
  "min_price",
  "max_price",
  "title",
  "datetime",
  "reminder",
  "type",
  "value",
  "unit",
  "date",
  "entryId",
  "reason",
  "content",
  "actualAmount",
  "budgetedAmount",
  "relationship",
  "birthday",
] as const;
type Argument = (typeof ARGUMENTS)[number];

/** Arguments that have a name for people; others are shown as they are called. */
export function argumentOf(name: string): Argument | null {
  const own = name.replace(/^(selection|updates)\./, "");
  return ARGUMENTS.find((argument) => argument === own) ?? null;
}
