/** Where the columns of a file can go. */
import type { Data } from "../../../api/command";
import type { Kind } from "../../../api/types";
import { recordFields } from "../../../bindings";
import { fold } from "../../../lib/text/text";

export type ImportState = Data<"importState">;
export type ImportResult = NonNullable<ImportState["result"]>;
export type CellError = ImportResult["report"]["errors"][number];
export type DoubtedRows = ImportResult["report"]["doubts"][number];
export type RowDoubt = DoubtedRows["doubt"];
export type NewValue = ImportResult["report"]["newValues"][number];
export type MergedField = NewValue["field"];
export type FoundColumns = Data<"importColumns">;
export type Column = FoundColumns["columns"][number];
export type Target = Column["target"];
export type ValueType = Column["foundType"];

/** The sign before the decimals of prices; blank where the program is to find it. */
export type Decimal = "" | "comma" | "point";

/** The fields of a record, and where a column goes that fills none: of a FAQ, nowhere. */
export function targetsOf(kind: Kind): readonly Target[] {
  const fields = recordFields
    .filter(({ kinds }) => (kinds as readonly Kind[]).includes(kind))
    .map(({ name }) => name);
  return kind === "items" ? [...fields, "attribute", "nothing"] : [...fields, "nothing"];
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

/** The columns of another file, with what was chosen of those that have the same name there. */
export function withChosen(columns: readonly Column[], chosen: readonly Column[], kind: Kind): Column[] {
  const free: Target = kind === "items" ? "attribute" : "nothing";
  const namesake = (column: Column) => chosen.find(({ name }) => name === column.name);
  const taken = new Set(columns.map((column) => namesake(column)?.target));
  return columns.map((column) => {
    const was = namesake(column);
    if (was) return { ...column, target: was.target, valueType: was.valueType };
    return !isShared(column.target) && taken.has(column.target) ? { ...column, target: free } : column;
  });
}

/** What new records need and no column fills; nothing where an id says which records are meant. */
export function missingTargets(columns: readonly Column[], kind: Kind): Target[] {
  return changesKnownOnly(columns, kind) ? [] : unfilledNeeds(columns, kind);
}

/** Whether the columns can change records by their ids, and make no new ones. */
export function changesKnownOnly(columns: readonly Column[], kind: Kind): boolean {
  const filled = columns.map((column) => column.target);
  const isId = (target: Target) => target === "externalId" || target === "recordId";
  const others = filled.some((target) => !isId(target) && !isShared(target));
  return filled.some(isId) && others && unfilledNeeds(columns, kind).length > 0;
}

/** Whether no column fills what a new record of this kind needs, while the other kind has all it needs. */
export function isOfOtherKind(columns: readonly Column[], kind: Kind, others: readonly Column[]): boolean {
  return unfilledNeeds(columns, kind).length > 0 && unfilledNeeds(others, otherKind(kind)).length === 0;
}

export function otherKind(kind: Kind): Kind {
  return kind === "items" ? "faqs" : "items";
}

export function unfilledNeeds(columns: readonly Column[], kind: Kind): Target[] {
  const needed: Target[] = kind === "items" ? ["name"] : ["question", "answer"];
  return needed.filter((needs) => columns.every(({ target }) => target !== needs));
}

/** Whether a column has this name, as the program compares names: case, accents and blanks do not count. */
export function isCalled({ name }: Column, wanted: string): boolean {
  return isSameName(name, wanted);
}

/** Whether two columns have one name, whatever its case, accents and blanks. */
export function isSameName(one: string, other: string): boolean {
  const foldName = (text: string) => fold(text).replace(/\s+/gu, " ").trim();
  return foldName(one) === foldName(other);
}

/** By what a cell is known. */
export function cellKey(row: number, column: string): string {
  return `${String(row)}\n${column}`;
}

/** By what a value of a field is known. */
export function valueKey(field: MergedField, value: string): string {
  return `${field}\n${value}`;
}

/** Names of warnings that say that the column of the names is hardly the right one. */
export const NAME_WARNINGS: ReadonlySet<string> = new Set(["names_are_numbers", "names_repeat", "no_names"]);

/** One word with digits, such as an article number: a name of nothing. */
const isCode = (sample: string) => /\d/.test(sample) && !sample.trim().includes(" ");

/** What columns say that cannot have the names: something else, or which record is meant. */
const NOT_NAMES: ReadonlySet<Target> = new Set<Target>([
  "name",
  "question",
  "category",
  "manufacturer",
  "nothing",
  "externalId",
  "recordId",
]);

/**
 * Another column that may have the names: words, and another one in each row that was looked at. In lists of
 * prices the description is the name, also where a name has few letters (`2,4-D`) or there is one row alone.
 */
export function likelyNames(columns: readonly Column[]): Column | undefined {
  const isDescription = ({ target }: Column) => target === "description";
  const worded = columns.filter((column) => {
    const { samples, target } = column;
    const words = samples.filter((sample) => /\p{L}{3}/u.test(sample)).length;
    const enough = isDescription(column) ? words * 2 > samples.length : words === samples.length;
    return (
      !NOT_NAMES.has(target) &&
      samples.length > (isDescription(column) ? 0 : 1) &&
      new Set(samples).size === samples.length &&
      enough &&
      samples.filter(isCode).length * 2 <= samples.length
    );
  });
  const length = ({ samples }: Column) => samples.join("").length / samples.length;
  const rank = (column: Column) => Number(isDescription(column));
  return worded.toSorted((a, b) => rank(b) - rank(a) || length(b) - length(a))[0];
}

/**
 * The columns with the names taken from the one at `at`. Where codes stood in the place of the names, and no
 * column says which records are meant, the codes do.
 */
export function withNames(columns: readonly Column[], at: number, kind: Kind): Column[] {
  const target: Target = kind === "items" ? "name" : "question";
  const areCodes = (samples: readonly string[]) => samples.filter(isCode).length * 2 > samples.length;
  const codes = columns.findIndex((column) => column.target === target && areCodes(column.samples));
  const hasIds = columns.some((column) => column.target === "externalId" || column.target === "recordId");
  const next = withTarget(columns, at, target, kind);
  return codes < 0 || codes === at || hasIds ? next : withTarget(next, codes, "externalId", kind);
}
