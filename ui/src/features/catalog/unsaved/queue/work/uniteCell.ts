/** A cell that holds a list, in which two people's values clash: both together. */
import { typedValue } from "../../../grid/cells/cells";
import { uniteLists, type Union } from "../../../shared/conflict/uniteLists";
import type { Problem, TypedCell } from "./work";

type Clash = Pick<TypedCell, "text" | "seen"> & Extract<Problem, { state: "conflict" }>;

/** Unites the lists of a cell that two people changed; null where the values are no lists. */
export function uniteCell({ text, seen, now }: Clash, column: string): Union | null {
  const lists = [seen ?? [], now ?? [], typedValue(column, text, seen)];
  const [base, theirs, mine] = lists.map((value) => (isList(value) ? value : null));
  return base && theirs && mine ? uniteLists(base, theirs, mine) : null;
}

function isList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}
