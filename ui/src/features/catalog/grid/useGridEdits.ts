/**
 * Writing cells. What was typed stands in its cell from the moment it is left: saving, then stored; or
 * with what is wrong; or beside what somebody else has put there meanwhile.
 */
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { call, CommandError, type Data } from "../../../api/command";
import { invalidatedTags, invalidateTags } from "../../../api/tags";
import type { Item } from "../../../api/types";
import { showToast } from "../../../components/toast/toasts";
import { useErrorText } from "../../../components/useErrorText";
import { useLanguage } from "../../../i18n/language";
import { useStable } from "../../../lib/useStable";
import { noteOperation } from "../shared/ownOperations";
import { useFieldLabel } from "../shared/useFieldLabel";
import { useProblemText } from "../shared/useProblemText";
import { cellProblem, cellValue, editText, isStructure, typedValue, valueOf, type GridRow } from "./cells";
import { isWritten } from "./columns";
import { orderDependsOn, type GridState } from "./gridState";
import type { GridRows } from "./useGridRows";

export type CellState =
  | { state: "saving"; text: string }
  | { state: "wrong"; text: string; message: string }
  /** `now` is what somebody else has put there. */
  | { state: "conflict"; text: string; now: string };

export type Edit = { row: GridRow; column: string; text: string };

export type GridEdits = {
  stateOf: (id: string, column: string) => CellState | undefined;
  /** Changes with every change of any cell. */
  states: ReadonlyMap<string, CellState>;
  write: (edits: readonly Edit[], label?: string) => Promise<void>;
  /** Once what was written so far is stored or refused: rows are as they are then. */
  settled: () => Promise<void>;
  /** Lets go of what was typed and not stored. */
  forget: (id: string, column: string) => void;
  /** Rows may stand elsewhere, or not be there, if they were fetched again. */
  outdated: boolean;
  refreshed: () => void;
};

/** The server takes no more at once. */
const MOST = 20_000;

export function useGridEdits(state: GridState, rows: GridRows): GridEdits {
  const { t } = useTranslation();
  const client = useQueryClient();
  const language = useLanguage();
  const label = useFieldLabel();
  const describe = useProblemText();
  const describeError = useErrorText();
  const [states, setStates] = useState<ReadonlyMap<string, CellState>>(new Map());
  const [outdated, setOutdated] = useState(false);

  const put = (entries: readonly (readonly [string, CellState | null])[]) =>
    setStates((current) => {
      const next = new Map(current);
      for (const [key, value] of entries) {
        if (value === null) next.delete(key);
        else next.set(key, value);
      }
      return next;
    });

  /** What is wrong with an edit before it is sent. */
  const check = ({ row, column, text }: Edit): string | null => {
    if (!isWritten(column)) return t("grid.problem.counted");
    const before = valueOf(row, column);
    if (isStructure(before)) return t("grid.problem.structure");
    const found = cellProblem(column, text, before);
    return found && describe(found);
  };

  /** Rows stay where they are while one works on them; they are asked for again where that is harmless. */
  const refreshAfter = async (stored: readonly Edit[], outcome: Outcome) => {
    if (stored.length === 0) return;
    const tags = invalidatedTags("editCells");
    if (
      !orderDependsOn(
        state,
        stored.map(({ column }) => column),
      )
    ) {
      await invalidateTags(client, tags);
      return;
    }
    rows.patch(patches(stored, outcome));
    setOutdated(true);
    await invalidateTags(client, tags, ({ queryKey }) => queryKey[0] !== "grid");
  };

  const refusal = ({ row, column, text }: Edit, outcome: Outcome): CellState => {
    const error = outcome.get(row.item.id)?.error;
    const current = error?.code === "conflict" ? (error.current as Item | null) : null;
    if (current)
      return {
        state: "conflict",
        text,
        now: editText(valueOf({ ...row, item: current }, column), column, language),
      };
    const own = !error?.field || error.field === column;
    const message = error?.message ?? t("grid.problem.other");
    return { state: "wrong", text, message: own ? message : `${label(error.field ?? "")}: ${message}` };
  };

  const nameOf = (edits: readonly Edit[]): string => {
    const [first] = edits;
    if (!first || edits.length > 1) return t("grid.operation.cells", { count: edits.length });
    return t("grid.operation.cell", { field: label(first.column), name: first.row.item.name });
  };

  const settle = async (edits: readonly Edit[], answer: Data<"editCells">, what: string) => {
    const outcome = new Map(answer.rows.map((row) => [row.id, row]));
    const stored = edits.filter(({ row }) => outcome.get(row.item.id)?.error === null);
    const refused = edits.filter((edit) => !stored.includes(edit));
    if (answer.operationId !== null) noteOperation({ id: answer.operationId, label: what });
    await refreshAfter(stored, outcome);
    rows.patch(currentRows(answer));
    put([
      ...stored.map(({ row, column }) => [keyOf(row.item.id, column), null] as const),
      ...refused.map((edit) => [keyOf(edit.row.item.id, edit.column), refusal(edit, outcome)] as const),
    ]);
    if (refused.length > 0 && edits.length > 1)
      showToast({ tone: "bad", text: t("grid.refused", { count: refused.length }) });
  };

  const writeNow = async (all: readonly Edit[], what?: string) => {
    const edits = all
      .filter(({ row, column, text }) => editText(valueOf(row, column), column, language) !== text)
      .slice(0, MOST);
    const same = all.filter((edit) => !edits.includes(edit));
    put(same.map(({ row, column }) => [keyOf(row.item.id, column), null]));
    const wrong = edits.map((edit) => ({ edit, message: check(edit) }));
    const good = wrong.filter(({ message }) => message === null).map(({ edit }) => edit);
    put(
      wrong.map(({ edit: { row, column, text }, message }) => [
        keyOf(row.item.id, column),
        message === null ? { state: "saving", text } : { state: "wrong", text, message },
      ]),
    );
    if (good.length === 0) return;
    const operationId = crypto.randomUUID();
    try {
      const answer = await call("editCells", {
        operationId,
        cells: good.map(({ row, column, text }) => ({
          id: row.item.id,
          version: row.item.version,
          field: column,
          value: cellValue(text, valueOf(row, column)),
        })),
      });
      await settle(good, answer, what ?? nameOf(good));
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      const message = describeError(error);
      put(
        good.map(({ row, column, text }) => [keyOf(row.item.id, column), { state: "wrong", text, message }]),
      );
      showToast({ tone: "bad", text: message });
    }
  };
  const under = useRef<Promise<unknown>>(Promise.resolve());
  const write = useStable((all: readonly Edit[], what?: string) => {
    const done = writeNow(all, what);
    under.current = Promise.allSettled([under.current, done]);
    return done;
  });

  return {
    states,
    stateOf: (id, column) => states.get(keyOf(id, column)),
    write,
    settled: useStable(async () => void (await under.current)),
    forget: useStable((id: string, column: string) => put([[keyOf(id, column), null]])),
    outdated,
    refreshed: useStable(() => setOutdated(false)),
  };
}

type Outcome = ReadonlyMap<string, Data<"editCells">["rows"][number]>;

export function keyOf(id: string, column: string): string {
  return `${id} ${column}`;
}

/** What others have made of the rows that were refused, so that one decides over what is there now. */
function currentRows(answer: Data<"editCells">): Map<string, (row: GridRow) => GridRow> {
  return new Map(
    answer.rows.flatMap(({ id, error }) => {
      const current = error?.code === "conflict" ? (error.current as Item | null) : null;
      return current ? [[id, (row: GridRow) => ({ ...row, item: current })] as const] : [];
    }),
  );
}

/** The rows as they are now, as far as that is known without asking. */
function patches(stored: readonly Edit[], outcome: Outcome): Map<string, (row: GridRow) => GridRow> {
  const changes = new Map<string, (row: GridRow) => GridRow>();
  for (const { row, column, text } of stored) {
    const { id } = row.item;
    const before = changes.get(id) ?? ((one: GridRow) => one);
    const version = outcome.get(id)?.version ?? row.item.version;
    changes.set(id, (one) => withText(before({ ...one, item: { ...one.item, version } }), column, text));
  }
  return changes;
}

function withText(row: GridRow, column: string, text: string): GridRow {
  const before = valueOf(row, column);
  const typed = typedValue(column, text, before);
  if (!column.startsWith("attributes.")) return { ...row, item: { ...row.item, [column]: typed } };
  const attributes = { ...row.item.attributes, [column.slice("attributes.".length)]: typed };
  return { ...row, item: { ...row.item, attributes } };
}
