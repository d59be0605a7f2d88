/** The arguments of a write that a person can correct on its card, and what a correction sends. */
import type { CardPart } from "./writes";

export type CorrectField = { name: string; value: string | number; isAmount: boolean; isLong: boolean };

/** Arguments that name a record: another record is another question. */
const RECORDS = ["item", "entryId", "billId", "reminder"];
const AMOUNTS = ["price", "percent", "value", "actualAmount", "budgetedAmount", "min_price", "max_price"];
const LONG = ["description", "notes", "answer", "content", "reasoning"];

/** Texts and amounts; lists, switches and records are not corrected on a card. */
export function fieldsOf(part: CardPart): CorrectField[] {
  return part.arguments.flatMap(({ name, value, label }): CorrectField[] => {
    const { inner, base } = placeOf(part, name);
    if (label !== null || RECORDS.includes(name) || (inner !== name && !(inner in base))) return [];
    const isAmount = AMOUNTS.includes(inner) || typeof value === "number";
    const read = isAmount ? readAmount(value) : value;
    if (typeof read !== "string" && typeof read !== "number") return [];
    return [{ name, value: read, isAmount, isLong: LONG.includes(inner) }];
  });
}

/** The arguments that get another value: a text that was emptied goes, of a selection the other parts stay. */
export function patchOf(
  part: CardPart,
  fields: readonly CorrectField[],
  values: Readonly<Record<string, string | number>>,
): Record<string, unknown> {
  const patch: Record<string, unknown> = {};
  for (const { name, value } of fields) {
    const next = values[name] ?? value;
    if (next === value) continue;
    const { outer, inner, base } = placeOf(part, name);
    const given = next === "" ? null : next;
    if (inner === name) patch[name] = given;
    else patch[outer] = { ...base, ...(patch[outer] as object | undefined), [inner]: given };
  }
  return patch;
}

/** Where an argument stands: `selection.category` is a part of `selection`. */
function placeOf({ given }: CardPart, name: string) {
  const dot = name.indexOf(".");
  const outer = dot < 0 ? name : name.slice(0, dot);
  const whole =
    typeof given === "object" && given !== null ? (given as Record<string, unknown>)[outer] : null;
  const base = typeof whole === "object" && whole !== null ? (whole as Record<string, unknown>) : {};
  return { outer, inner: dot < 0 ? name : name.slice(dot + 1), base };
}

/** A price comes as its digits, a percentage as a number. */
function readAmount(given: unknown): number | null {
  if (typeof given === "string" ? given.trim() === "" : typeof given !== "number") return null;
  const value = Number(given);
  return Number.isNaN(value) ? null : value;
}
