/** Mapping of file columns to record fields: targets, required fields, likely names. */
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

/** The decimal separator of prices; blank where the program detects it. */
export type Decimal = "" | "comma" | "point";

/** Targets of a kind of record: its fields, `nothing`, and for items `attribute`. */
export function targetsOf(kind: Kind): readonly Target[] {
  const fields = recordFields
    .filter(({ kinds }) => (kinds as readonly Kind[]).includes(kind))
    .map(({ name }) => name);
  return kind === "items" ? [...fields, "attribute", "nothing"] : [...fields, "nothing"];
}

/** Whether a target takes any number of columns; all others take one. */
export function isShared(target: Target): boolean {
  return target === "attribute" || target === "nothing";
}

/** Assigns `target` to the column at `at` and removes it from the column that had it before. */
export function withTarget(columns: readonly Column[], at: number, target: Target, kind: Kind): Column[] {
  const free: Target = kind === "items" ? "attribute" : "nothing";
  return columns.map((column, index) => {
    if (index === at) return { ...column, target };
    return !isShared(target) && column.target === target ? { ...column, target: free } : column;
  });
}

/** Columns of another file, with the earlier choices for columns of the same name. */
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

/** Required fields of a new record without a column; none where an id column identifies existing records. */
export function missingTargets(columns: readonly Column[], kind: Kind): Target[] {
  return changesKnownOnly(columns, kind) ? [] : unfilledNeeds(columns, kind);
}

/** Whether the columns can only change records by id, and create none. */
export function changesKnownOnly(columns: readonly Column[], kind: Kind): boolean {
  const filled = columns.map((column) => column.target);
  const isId = (target: Target) => target === "externalId" || target === "recordId";
  const others = filled.some((target) => !isId(target) && !isShared(target));
  return filled.some(isId) && others && unfilledNeeds(columns, kind).length > 0;
}

/** Whether the columns lack a required field of this kind while the other kind has all of its own. */
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

/** Whether a column has this name, by the program's comparison: case, accents and blanks do not count. */
export function isCalled({ name }: Column, wanted: string): boolean {
  return isSameName(name, wanted);
}

/** Whether two column names are equal apart from case, accents and blanks. */
export function isSameName(one: string, other: string): boolean {
  const foldName = (text: string) => fold(text).replace(/\s+/gu, " ").trim();
  return foldName(one) === foldName(other);
}

/** Key of a file's cell, under which its correction is kept. */
export function cellKey(row: number, column: string): string {
  return `${String(row)}\n${column}`;
}

/** Key of a new value of a field in the file, under which its replacement is kept. */
export function valueKey(field: MergedField, value: string): string {
  return `${field}\n${value}`;
}

/** Warnings that the column mapped to the name is probably wrong. */
export const NAME_WARNINGS: ReadonlySet<string> = new Set(["names_are_numbers", "names_repeat", "no_names"]);

/** One word with digits, such as an article number, is no name. */
const isCode = (sample: string) => /\d/.test(sample) && !sample.trim().includes(" ");

/** Targets whose columns cannot hold the names: they hold other data, or the record's id. */
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
 * Another column that may hold the names: words, distinct in each sampled row. In price lists the description is the
 * name, also where it has few letters (`2,4-D`) or there is a single row.
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
 * Maps the name to the column at `at`. Where the former name column held codes, and no column has the record's id, the
 * codes become the id.
 */
export function withNames(columns: readonly Column[], at: number, kind: Kind): Column[] {
  const target: Target = kind === "items" ? "name" : "question";
  const areCodes = (samples: readonly string[]) => samples.filter(isCode).length * 2 > samples.length;
  const codes = columns.findIndex((column) => column.target === target && areCodes(column.samples));
  const hasIds = columns.some((column) => column.target === "externalId" || column.target === "recordId");
  const next = withTarget(columns, at, target, kind);
  return codes < 0 || codes === at || hasIds ? next : withTarget(next, codes, "externalId", kind);
}
