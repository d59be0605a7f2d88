/** What the keys of the grid do to cells, rows and columns. */
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import { showToast } from "../../../../components/toast/toasts";
import { copyText } from "../../../../lib/clipboard";
import { useStable } from "../../../../lib/hooks/useStable";
import { isStructure, valueOf, type GridRow } from "../cells/cells";
import { isWritten, type Layout } from "../../../../shared/filters/columns";
import type { After } from "../cells/CellEditor";
import { focusFirstChoice } from "../cells/CellRemark";
import type { CellActs } from "../cells/GridCell";
import { placeBlock } from "../edits/pasting";
import { sizeOf } from "../cursor/selection";
import { readTsv, writeTsv } from "../edits/tsv";
import type { GridCursor } from "../cursor/useGridCursor";
import type { Edit, GridEdits } from "../edits/useGridEdits";
import type { GridRows } from "./useGridRows";

/** Rows that are copied or written at once at most. */
const MOST_ROWS = 5_000;

type GridActionsInput = {
  rows: GridRows;
  layout: Layout;
  cursor: GridCursor;
  edits: GridEdits;
  total: number;
  onOpen: (id: string) => void;
};

export function useGridActions({ rows, layout, cursor, edits, total, onOpen }: GridActionsInput) {
  const { t } = useTranslation();
  const { active, range } = cursor;
  const activeRow = () => (active.row < 0 ? undefined : rows.rowAt(active.row));
  const activeColumn = layout[active.column]?.column;

  /** The rows of the selected block; null, with a word about it, where they are too many. */
  const blockRows = async (): Promise<GridRow[] | null> => {
    const { rows: count } = sizeOf(range);
    await edits.settled();
    if (count <= MOST_ROWS) return rows.fetchRows(range.top, Math.min(range.bottom, total - 1));
    showToast({ tone: "bad", text: t("grid.tooManyRows", { most: MOST_ROWS }) });
    return null;
  };
  /** What was closed at the cell is there again, and its first choice has the focus. */
  const showChoices = () => {
    flushSync(cursor.openRemark);
    focusFirstChoice();
  };
  const columns = () => layout.slice(range.left, range.right + 1).map(({ column }) => column);

  const copy = useStable(async () => {
    const block = await blockRows();
    if (!block) return;
    const text = block.map((row) => columns().map((column) => edits.textOf(row, column)));
    const done = await copyText(writeTsv(text));
    const count = text.length * (text[0]?.length ?? 0);
    showToast({
      tone: done ? "info" : "bad",
      text: done ? t("grid.copied", { count }) : t("action.copyFailed"),
    });
  });

  const waitsForChoice = ({ row, column }: Pick<Edit, "row" | "column">) =>
    edits.stateOf(row.item.id, column)?.state === "conflict";
  /** What can be written of a block; of the rest it is said that it was left out. */
  const writeCells = (all: readonly Edit[], label: string) => {
    const written = all.filter(
      (edit) =>
        isWritten(edit.column) && !isStructure(valueOf(edit.row, edit.column)) && !waitsForChoice(edit),
    );
    if (written.length < all.length && all.length > 1)
      showToast({ tone: "info", text: t("grid.leftOut", { count: all.length - written.length }) });
    const [only] = all;
    // Of a single cell it is said at the cell why it is not written.
    if (all.length === 1 && only && waitsForChoice(only)) return void showChoices();
    edits.write(all.length === 1 ? all : written, all.length === 1 ? undefined : label);
  };

  const paste = useStable(async (text: string) => {
    if (text === "" || active.row < 0) return;
    const size = { rows: total, columns: layout.length };
    const { cells, outside } = placeBlock(readTsv(text), range, size);
    const bottom = Math.max(...cells.map(({ row }) => row));
    if (cells.length === 0 || bottom - range.top >= MOST_ROWS) {
      showToast({ tone: "bad", text: t("grid.tooManyRows", { most: MOST_ROWS }) });
      return;
    }
    await edits.settled();
    const block = await rows.fetchRows(range.top, bottom);
    const placed = cells.flatMap((cell): Edit[] => {
      const row = block[cell.row - range.top];
      const column = layout[cell.column]?.column;
      return row && column !== undefined ? [{ row, column, text: cell.text }] : [];
    });
    if (outside > 0) showToast({ tone: "bad", text: t("grid.outside", { count: outside }) });
    writeCells(placed, t("grid.operation.paste", { count: placed.length }));
  });

  const fillDown = useStable(async () => {
    const single = range.top === range.bottom;
    if (active.row < 0 || (single && range.top === 0)) return;
    const from = single ? range.top - 1 : range.top;
    if (range.bottom - from >= MOST_ROWS) {
      showToast({ tone: "bad", text: t("grid.tooManyRows", { most: MOST_ROWS }) });
      return;
    }
    await edits.settled();
    const [source, ...targets] = await rows.fetchRows(from, Math.min(range.bottom, total - 1));
    if (!source) return;
    const filled = targets.flatMap((row) =>
      columns().map((column) => ({ row, column, text: edits.textOf(source, column) })),
    );
    writeCells(filled, t("grid.operation.fill", { count: filled.length }));
  });

  const clear = useStable(async () => {
    if (active.row < 0 || active.column < 0) return;
    const block = await blockRows();
    if (!block) return;
    const cleared = block.flatMap((row) =>
      columns()
        // These have to be something.
        .filter(
          (column) =>
            !(["status", "name"].includes(column) && sizeOf(range).rows * sizeOf(range).columns > 1),
        )
        .map((column) => ({ row, column, text: "" })),
    );
    writeCells(cleared, t("grid.operation.clear", { count: cleared.length }));
  });

  const commit = useStable((text: string, after: After) => {
    const row = activeRow();
    cursor.endEdit();
    if (row && activeColumn !== undefined) edits.write([{ row, column: activeColumn, text }]);
    const step = STEPS[after];
    if (after !== "stay") cursor.go({ row: active.row + step.row, column: active.column + step.column });
  });
  const keep = useStable(() => {
    const row = activeRow();
    if (row && activeColumn !== undefined) edits.insist(row.item.id, activeColumn);
    // What was said at the cell is gone, and the focus with it.
    cursor.endEdit();
  });
  const forget = useStable(() => {
    const row = activeRow();
    if (row && activeColumn !== undefined) edits.forget(row.item.id, activeColumn);
    cursor.endEdit();
  });
  const acts: CellActs = {
    commit,
    takeOver: useStable((row: GridRow, column: string, text: string) => edits.write([{ row, column, text }])),
    cancel: cursor.endEdit,
    retype: useStable(() => cursor.edit(null)),
    keep,
    forget,
    closeRemark: cursor.closeRemark,
    open: onOpen,
  };

  return {
    acts,
    paste,
    copy: () => void copy(),
    fillDown: () => void fillDown(),
    clear: () => void clear(),
    canEdit: () => {
      const row = activeRow();
      return (
        row !== undefined &&
        activeColumn !== undefined &&
        isWritten(activeColumn) &&
        !isStructure(valueOf(row, activeColumn))
      );
    },
    focusChoices: () => {
      const row = activeRow();
      if (!row || activeColumn === undefined || !waitsForChoice({ row, column: activeColumn })) return false;
      showChoices();
      return true;
    },
    /**
     * What Escape does to a value of the active cell that is not stored; false where there is nothing to do.
     * One that is wrong is let go of. One that clashes is kept until a person has chosen: only what is said
     * about it is closed.
     */
    escapeCell: () => {
      const row = activeRow();
      const found = row && activeColumn !== undefined ? edits.stateOf(row.item.id, activeColumn) : undefined;
      if (found?.state === "wrong") forget();
      else if (found?.state === "conflict" && !cursor.remarkClosed) cursor.closeRemark();
      else return false;
      return true;
    },
  };
}

const STEPS = {
  down: { row: 1, column: 0 },
  up: { row: -1, column: 0 },
  right: { row: 0, column: 1 },
  left: { row: 0, column: -1 },
  stay: { row: 0, column: 0 },
} as const;
