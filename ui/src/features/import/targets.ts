/** Where the columns of a file can go. */
import type { Data } from "../../api/command";
import type { Kind } from "../../api/types";

export type ImportState = Data<"importState">;
export type ImportResult = NonNullable<ImportState["result"]>;
export type CellError = ImportResult["report"]["errors"][number];
export type Found = Data<"importColumns">;
export type Column = Found["columns"][number];
export type Target = Column["target"];
export type ValueType = Column["foundType"];

const ITEMS: readonly Target[] = [
  "externalId",
  "name",
  "description",
  "category",
  "manufacturer",
  "price",
  "currency",
  "tags",
  "status",
  "attributes",
  "notes",
  "recordId",
  "attribute",
  "nothing",
];
const FAQS: readonly Target[] = [
  "externalId",
  "question",
  "answer",
  "tags",
  "status",
  "approvedAt",
  "recordId",
  "nothing",
];

export function targetsOf(kind: Kind): readonly Target[] {
  return kind === "items" ? ITEMS : FAQS;
}

/** A field is filled by one column; these two take any number. */
export function isShared(target: Target): boolean {
  return target === "attribute" || target === "nothing";
}

/** The columns with `target` given to the one at `at`; whichever had it before gives it up. */
export function withTarget(columns: readonly Column[], at: number, target: Target, kind: Kind): Column[] {
  const free: Target = kind === "items" ? "attribute" : "nothing";
  return columns.map((column, index) => {
    if (index === at) return { ...column, target };
    return !isShared(target) && column.target === target ? { ...column, target: free } : column;
  });
}

/** What new records need and no column fills; nothing where an id says which records are meant. */
export function missingTargets(columns: readonly Column[], kind: Kind): Target[] {
  const filled = new Set(columns.map((column) => column.target));
  const isId = (target: Target) => target === "externalId" || target === "recordId";
  const others = [...filled].some((target) => !isId(target) && !isShared(target));
  if ([...filled].some(isId) && others) return [];
  const needed: Target[] = kind === "items" ? ["name"] : ["question", "answer"];
  return needed.filter((target) => !filled.has(target));
}

/** By what a cell is known. */
export function cellKey(row: number, column: string): string {
  return `${String(row)}\n${column}`;
}
