/** What a person says of a file beside its columns: corrected cells, merged values, rows left out. */
import { useState } from "react";
import { cellKey, valueKey, type MergedField } from "../../columns/targets";
import { LEAVE_OUT, type LeaveOut } from "../../preview/leaveOut";

/** Values of the file, and those that take their place. */
export type Merge = { field: MergedField; from: string; to: string };

/** What is to take the place of a value, and whether it is ticked, before the values are merged. */
export type MergeChoice = { to: string; merged: boolean };

/** What is to stand in a cell; the row as the file counts it. */
export type Fix = { row: number; column: string; value: string };

export type Decisions = {
  /** By `cellKey`. */
  fixes: ReadonlyMap<string, Fix>;
  /** By `valueKey`. */
  merges: ReadonlyMap<string, Merge>;
  /** By `valueKey`; only those that differ from what is proposed. */
  mergeChoices: ReadonlyMap<string, MergeChoice>;
  leaveOut: LeaveOut;
};

export const NO_DECISIONS: Decisions = {
  fixes: new Map(),
  merges: new Map(),
  mergeChoices: new Map(),
  leaveOut: LEAVE_OUT,
};

const NOTHING: ReadonlySet<object> = new Set();

/** `kept`: what was said before this page was loaded; `before`: what of it an import has stored. */
export function useDecisions(kept: Decisions = NO_DECISIONS, before = NOTHING) {
  const [decided, setDecided] = useState(kept);
  /** The corrections, merges and choices of merges that an import has stored. */
  const [stored, setStored] = useState(before);
  /** Returns all decisions with this one among them, for what is asked next. */
  const decide = (part: Partial<Decisions>): Decisions => {
    setDecided((before) => ({ ...before, ...part }));
    return { ...decided, ...part };
  };
  return {
    decided,
    stored,
    /** How many corrections, merges and choices of merges nothing has stored yet. */
    pending: entriesOf(decided).filter((entry) => !stored.has(entry)).length,
    noteStored: (decisions: Decisions) => setStored(new Set(entriesOf(decisions))),
    fix: (row: number, column: string, value: string): Decisions => {
      const add = (before: Decisions): Decisions => ({
        ...before,
        fixes: new Map(before.fixes).set(cellKey(row, column), { row, column, value }),
      });
      // Two cells may be corrected before the page is drawn again.
      setDecided(add);
      return add(decided);
    },
    /** Lets what the file says stand in the cell again. */
    unfix: (row: number, column: string): Decisions => {
      const fixes = new Map(decided.fixes);
      fixes.delete(cellKey(row, column));
      return decide({ fixes });
    },
    /** Other values take the place of these, or those of `undone` come in again as they are. */
    merge: (values: readonly Merge[], undone: readonly Merge[]): Decisions => {
      const merges = new Map(decided.merges);
      for (const one of values) merges.set(valueKey(one.field, one.from), one);
      for (const one of undone) merges.delete(valueKey(one.field, one.from));
      const mergeChoices = new Map(decided.mergeChoices);
      for (const one of [...values, ...undone]) mergeChoices.delete(valueKey(one.field, one.from));
      return decide({ merges, mergeChoices });
    },
    /** Chooses what takes the place of a value; null where it is what is proposed. */
    chooseMerge: (key: string, choice: MergeChoice | null) =>
      setDecided((before) => {
        const mergeChoices = new Map(before.mergeChoices);
        if (choice === null) mergeChoices.delete(key);
        else mergeChoices.set(key, choice);
        return { ...before, mergeChoices };
      }),
    leave: (leaveOut: LeaveOut): Decisions => decide({ leaveOut }),
    /**
     * Decides `first` and nothing else, beside the merges that a profile has `kept`: what was said goes before them, and
     * they are lost with no page.
     */
    decideAnew: (first: Decisions = NO_DECISIONS, kept: readonly Merge[] = []) => {
      const merges = new Map(kept.map((one) => [valueKey(one.field, one.from), one]));
      setStored(new Set([...stored, ...merges.values()]));
      setDecided({ ...first, merges: new Map([...merges, ...first.merges]) });
    },
  };
}

/**
 * Keeps the decisions that are true of another file as well: what was said of values and of kinds of rows.
 */
export function keepGeneral({ merges, mergeChoices, leaveOut }: Decisions): Decisions {
  return { fixes: new Map(), merges, mergeChoices, leaveOut: { ...leaveOut, rows: [], take: [] } };
}

/** Maps the corrections of the file by their cells. */
export function mapFixes(fixes: readonly Fix[]): Decisions["fixes"] {
  return new Map(fixes.map((fix) => [cellKey(fix.row, fix.column), fix]));
}

function entriesOf({ fixes, merges, mergeChoices }: Decisions): object[] {
  return [...fixes.values(), ...merges.values(), ...mergeChoices.values()];
}
