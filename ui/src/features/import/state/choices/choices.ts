/** What a person chose of a file beside corrections and merges, counted: all of it is lost with the page. */
import type { Kind } from "../../../../api/types";
import type { Column, Decimal, FoundColumns } from "../../columns/targets";
import { LEAVE_OUT, type LeaveOut } from "../../preview/leaveOut";

/** Where in a file its table is; null where the program is to find it. */
export type Place = { sheet: string | null; headerRow: number | null };
export const NO_PLACE: Place = { sheet: null, headerRow: null };

export type Choices = {
  kind: Kind;
  found: FoundColumns;
  columns: readonly Column[];
  decimal: Decimal;
  leaveOut: LeaveOut;
};

/** What there is where nothing is chosen: the kind that the page was opened with, and the place that was found. */
export type Unchosen = { kind: Kind; place: Place };

/** Decimal mark that the profile of a file says; blank where the program is to find it. */
export function decimalOf(found: FoundColumns | null): Decimal {
  const profile = found?.profile;
  return (profile?.missing.length === 0 && profile.decimal) || "";
}

export function placeOf(found: FoundColumns | null): Place {
  return { sheet: found?.file.sheet ?? null, headerRow: found?.file.headerRow ?? null };
}

/**
 * Counts the rows, and kinds of them, that are left out or taken otherwise than by themselves: another
 * reading loses them.
 */
export function countRows({ leaveOut }: Choices): number {
  const kinds = [...new Set([...leaveOut.kinds, ...LEAVE_OUT.kinds])];
  const has = ({ kinds }: LeaveOut, kind: LeaveOut["kinds"][number]) => kinds.includes(kind);
  const toggled = kinds.filter((kind) => has(leaveOut, kind) !== has(LEAVE_OUT, kind));
  return toggled.length + leaveOut.rows.length + leaveOut.take.length;
}

/** How the file is read: where its table is, its decimals, and columns that were made something else. */
export function countReadings({ found, columns, decimal }: Choices, unchosen: Unchosen): number {
  const place = placeOf(found);
  const { sheet, headerRow } = unchosen.place;
  const reassigned = columns.map((column, at) => {
    const was = found.columns[at];
    return was !== undefined && (was.target !== column.target || was.valueType !== column.valueType);
  });
  const isElsewhere = [place.sheet !== sheet, place.headerRow !== headerRow];
  return [...isElsewhere, decimal !== decimalOf(found), ...reassigned].filter(Boolean).length;
}

/** Describes the target of a file's column for a profile; a type only of what becomes an attribute. */
export function describeTarget({ name, target, valueType }: Column) {
  return { column: name, target, valueType: target === "attribute" ? valueType : null };
}

/**
 * Describes how the file is read, for a profile to keep; a place that no person chose stays as the profile
 * has it.
 */
export function describeReading(place: Place, columns: readonly Column[], decimal: Decimal) {
  const { sheet, headerRow } = place;
  return {
    // Another sheet has a header of its own; another header is of the sheet that the profile has.
    ...(sheet !== null && place),
    ...(headerRow !== null && { headerRow }),
    columns: columns.map(describeTarget),
    decimal: decimal || null,
  };
}
