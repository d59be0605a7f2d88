/**
 * Cell edits of the grid. A typed text shows in its cell from the moment the field closes: as pending (see
 * `unsaved/CellQueue`), with its problem, or in conflict with another person's value.
 */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { invalidatedTags, invalidateTags } from "../../../../api/tags";
import { useLanguage } from "../../../../i18n/language";
import { useStable } from "../../../../lib/hooks/useStable";
import { useFieldLabel } from "../../../../shared/changes/useFieldLabel";
import { useProblemText } from "../../../../shared/forms/useProblemText";
import type { Sheet } from "../../unsaved/queue/pages";
import { useCellQueue, useUnsaved } from "../../unsaved/queue/queues";
import {
  cellsOf,
  isEdit,
  keyOf,
  waitingCells,
  type Act,
  type HeldCell,
  type PlacedText,
  type Problem,
  type Step,
  type TypedCell,
} from "../../unsaved/queue/work/work";
import { cellProblem, editText, isStructure, valueOf, type GridRow } from "../cells/cells";
import { isWritten, kindOf } from "../../../../shared/filters/columns";
import type { Listing } from "../state/rows/listedRows";
import { overClashes } from "./undo/overClash";
import { cellOf, isStored, type Edit } from "./typedCell";
import { orderDependsOn, type GridState } from "../../../../shared/filters/gridState";

export type CellState =
  { text: string; state: "saving" | "waiting" } | (Pick<TypedCell, "text" | "seen"> & Problem);

export type GridEdits = {
  stateOf: (id: string, column: string) => CellState | undefined;
  /** States of cells; a new map with every change of any cell. */
  states: ReadonlyMap<string, CellState>;
  /** The text of a cell: as typed, else as stored. */
  textOf: (row: GridRow, column: string) => string;
  write: (edits: readonly Edit[], act?: Act) => void;
  /** Queues a block whose rows are not all loaded; its place is fixed at this moment. */
  reserve: (block: ReservedBlock) => void;
  /** Resolves once all edits so far are stored, refused or held; the rows are current then. */
  settled: () => Promise<void>;
  /** Discards an unsaved text. */
  forget: (id: string, column: string) => void;
  /** Resolves a conflict with the typed text over the other person's value. */
  insist: (id: string, column: string) => void;
  /** Resolves a conflict of a list with the values of both. */
  unite: (id: string, column: string) => void;
  /** Rows may move or disappear at the next fetch. */
  outdated: boolean;
  /** A pending save may move rows. */
  isMoving: boolean;
  refreshed: () => void;
};

export type ReservedBlock = {
  act: Act;
  edits: readonly Edit[];
  /** Texts for rows that are not loaded, at their places in `listing`. */
  rest: readonly PlacedText[];
  listing: Listing;
};

export function useGridEdits(state: GridState): GridEdits {
  const { t } = useTranslation();
  const language = useLanguage();
  const label = useFieldLabel();
  const describe = useProblemText();
  const queue = useCellQueue();
  const unsaved = useUnsaved();
  const states = useMemo(() => cellStates(unsaved), [unsaved]);
  const { outdated, refreshed } = useRefreshing(state, describe);
  const isMoving = !unsaved.isStalled && unsaved.steps.some((step) => step.sent && mayMove(step, state));

  const stateOf = (id: string, column: string) => states.get(keyOf(id, column));
  const textOf = (row: GridRow, column: string) =>
    stateOf(row.item.id, column)?.text ?? editText(valueOf(row, column), column, language);

  /** Problem of an edit before it is sent. */
  const check = ({ row, column, text }: Edit): string | null => {
    if (["packages", "picture"].includes(kindOf(column))) return t("grid.problem.structure");
    if (!isWritten(column)) return t("grid.problem.counted");
    const before = valueOf(row, column);
    if (isStructure(before)) return t("grid.problem.structure");
    const found = cellProblem(column, text, before);
    return found && describe(found);
  };

  const nameOf = (cells: readonly TypedCell[]): string => {
    const [first] = cells;
    if (!first || cells.length > 1) return t("grid.operation.cells", { count: cells.length });
    return t("grid.operation.cell", { field: label(first.column), name: first.name });
  };

  const nameTaking = (cells: readonly TypedCell[]) => t("grid.operation.take", { what: nameOf(cells) });

  /** Drops edits equal to the stored text and holds invalid ones; returns the cells to send. */
  const sortOut = (typed: readonly Edit[]): TypedCell[] => {
    const edits = overClashes(typed, queue.get().held);
    const onItsWay = (edit: Edit) => {
      const found = stateOf(edit.row.item.id, edit.column);
      return found?.state === "saving" || found?.state === "waiting" ? found : null;
    };
    const changed = edits.filter((edit) => {
      const before = onItsWay(edit);
      return before ? before.text !== edit.text : !isStored(edit, language);
    });
    const stored = edits.filter((edit) => !onItsWay(edit) && isStored(edit, language)).map(cellOf);
    queue.takeStored(stored, nameTaking(stored));
    const checked = changed.map((edit) => ({ cell: cellOf(edit), message: check(edit) }));
    queue.hold(
      checked.flatMap(({ cell, message }): HeldCell[] =>
        message === null ? [] : [{ ...cell, state: "wrong", message }],
      ),
    );
    return checked.filter(({ message }) => message === null).map(({ cell }) => cell);
  };
  const countCells = (act: Act, count: number) => t(`grid.operation.${act}`, { count });
  const write = (edits: readonly Edit[], act?: Act) => {
    const cells = sortOut(edits);
    queue.write(act ? countCells(act, cells.length) : nameOf(cells), cells, act);
  };
  const reserve = ({ act, edits, rest, listing }: ReservedBlock) => {
    const cells = sortOut(edits);
    queue.reserve({ act, label: countCells(act, cells.length + rest.length), cells, rest, listing });
  };

  return {
    states,
    stateOf,
    textOf,
    write: useStable(write),
    reserve: useStable(reserve),
    settled: useStable(() => queue.settled()),
    forget: useStable((id: string, column: string) => {
      const held = queue.get().held.filter((cell) => cell.id === id && cell.column === column);
      queue.takeStored(held, nameTaking(held));
    }),
    insist: useStable((id: string, column: string) => {
      const held = queue.get().held.find((cell) => cell.id === id && cell.column === column);
      if (held) queue.insist(held, nameOf([held]));
    }),
    unite: useStable((id: string, column: string) => {
      const held = queue.get().held.find((cell) => cell.id === id && cell.column === column);
      if (held) queue.unite(held, nameOf([held]));
    }),
    outdated,
    isMoving,
    refreshed,
  };
}

function mayMove(step: Step, state: GridState): boolean {
  const columns = new Set(cellsOf(step).map(({ column }) => column));
  return isEdit(step) && orderDependsOn(state, [...columns]);
}

function cellStates(unsaved: ReturnType<typeof useUnsaved>): ReadonlyMap<string, CellState> {
  const state = unsaved.away ? "waiting" : "saving";
  const states = new Map<string, CellState>(unsaved.held.map((cell) => [keyOf(cell.id, cell.column), cell]));
  for (const { id, column, text } of waitingCells(unsaved)) states.set(keyOf(id, column), { state, text });
  return states;
}

/** Keeps rows in their places during editing; refetches them only where no row can move. */
function useRefreshing(state: GridState, describe: Sheet["describe"]) {
  const client = useQueryClient();
  const queue = useCellQueue();
  const [outdated, setOutdated] = useState(false);
  // Rows of another query are fetched for it.
  const [listed, setListed] = useState(state);
  if (listed !== state) {
    setListed(state);
    setOutdated(false);
  }
  const refreshed = useStable(() => setOutdated(false));
  const relist = useStable(async () => {
    refreshed();
    await client.invalidateQueries({ queryKey: ["grid"] });
  });
  const refresh = useStable(async (columns: readonly string[]) => {
    const tags = invalidatedTags("editCells");
    if (!outdated && !orderDependsOn(state, columns)) return invalidateTags(client, tags);
    setOutdated(true);
    await invalidateTags(client, tags, ({ queryKey }) => queryKey[0] !== "grid");
  });
  // Pages of an order that no longer holds are not extended, neither now nor when the order returns.
  useEffect(() => {
    if (!outdated) return;
    return () => void client.invalidateQueries({ queryKey: ["grid"] }, { cancelRefetch: false });
  }, [client, outdated, state]);
  const say = useStable(describe);
  useEffect(() => queue.attend({ refresh, relist, describe: say }), [queue, refresh, relist, say]);
  return { outdated, refreshed };
}
