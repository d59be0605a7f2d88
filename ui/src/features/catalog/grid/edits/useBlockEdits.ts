/** What is done to the selected block of cells at once: copied, pasted over, filled down, cleared. */
import { useTranslation } from "react-i18next";
import { showToast } from "../../../../components/toast/toasts";
import { copyText } from "../../../../lib/clipboard";
import { useStable } from "../../../../lib/hooks/useStable";
import { isWritten, type Layout } from "../../../../shared/filters/columns";
import { isStructure, valueOf, type GridRow } from "../cells/cells";
import { sizeOf } from "../cursor/selection";
import type { GridCursor } from "../cursor/useGridCursor";
import { noteWriting } from "../../shared/ownOperations";
import type { GridRows } from "../state/useGridRows";
import { useRowsFailure } from "../state/useRowsFailure";
import { placeBlock } from "./pasting";
import { readTsv, writeTsv } from "./tsv";
import type { Edit, GridEdits } from "./useGridEdits";

/** Rows that are copied or written at once at most. */
const MOST_ROWS = 5_000;
/** These have to be something: only one cell of them is cleared at a time, and refused at the cell. */
const NEVER_EMPTY = ["status", "name"];

type Input = {
  rows: GridRows;
  total: number;
  layout: Layout;
  cursor: GridCursor;
  edits: GridEdits;
  /** Leads to the choices at the active cell. */
  showChoices: () => void;
};

export function useBlockEdits({ rows, total, layout, cursor, edits, showChoices }: Input) {
  const { t } = useTranslation();
  const tellFailure = useRowsFailure(rows, edits.refreshed);
  const { active, range } = cursor;
  const { rows: height, columns: width } = sizeOf(range);
  const columns = () => layout.slice(range.left, range.right + 1).map(({ column }) => column);

  /** The rows from `top` to `bottom`; null, with a word about it, where they are too many or cannot be had. */
  const fetchBlock = async (top: number, bottom: number): Promise<GridRow[] | null> => {
    if (bottom - top >= MOST_ROWS) {
      showToast({ tone: "bad", text: t("grid.tooManyRows", { most: MOST_ROWS }) });
      return null;
    }
    const last = Math.min(bottom, total - 1);
    const known = rows.knownRows(top, last);
    if (known) return known;
    showToast({ tone: "info", text: t("grid.readingRows", { count: last - top + 1 }) });
    try {
      // The program lists the rows anew: without what was typed before, it would list them in another order.
      await edits.settled();
      return await rows.fetchRows(top, last);
    } catch (error) {
      tellFailure(error);
      return null;
    }
  };

  const waitsForChoice = ({ row, column }: Edit) => edits.stateOf(row.item.id, column)?.state === "conflict";
  const canWrite = (edit: Edit) =>
    isWritten(edit.column) && !isStructure(valueOf(edit.row, edit.column)) && !waitsForChoice(edit);
  /** What can be written of a block; of the rest it is said that it was left out. */
  const writeCells = (all: readonly Edit[], label: string, asOf: number) => {
    const [only] = all;
    if (all.length === 1 && only) {
      // Of a single cell it is said at the cell why it is not written.
      if (waitsForChoice(only)) showChoices();
      else edits.write(all, undefined, asOf);
      return;
    }
    const written = all.filter(canWrite);
    if (written.length < all.length)
      showToast({ tone: "info", text: t("grid.leftOut", { count: all.length - written.length }) });
    edits.write(written, label, asOf);
  };

  const copy = async () => {
    const block = await fetchBlock(range.top, range.bottom);
    if (!block) return;
    const text = block.map((row) => columns().map((column) => edits.textOf(row, column)));
    const done = await copyText(writeTsv(text));
    const count = text.length * (text[0]?.length ?? 0);
    showToast({
      tone: done ? "info" : "bad",
      text: done ? t("grid.copied", { count }) : t("action.copyFailed"),
    });
  };

  const paste = async (text: string) => {
    if (text === "" || active.row < 0) return;
    const asOf = edits.countWrites();
    const size = { rows: total, columns: layout.length };
    const { cells, outside } = placeBlock(readTsv(text), range, size);
    const bottom = cells.length === 0 ? Infinity : Math.max(...cells.map(({ row }) => row));
    const block = await fetchBlock(range.top, bottom);
    if (!block) return;
    const placed = cells.flatMap((cell): Edit[] => {
      const row = block[cell.row - range.top];
      const column = layout[cell.column]?.column;
      return row && column !== undefined ? [{ row, column, text: cell.text }] : [];
    });
    if (outside > 0) showToast({ tone: "bad", text: t("grid.outside", { count: outside }) });
    writeCells(placed, t("grid.operation.paste", { count: placed.length }), asOf);
  };

  const fillDown = async () => {
    const single = height === 1;
    if (active.row < 0 || (single && range.top === 0)) return;
    const asOf = edits.countWrites();
    const block = await fetchBlock(single ? range.top - 1 : range.top, range.bottom);
    const [source, ...targets] = block ?? [];
    if (!source) return;
    const filled = targets.flatMap((row) =>
      columns().map((column) => ({ row, column, text: edits.textOf(source, column) })),
    );
    writeCells(filled, t("grid.operation.fill", { count: filled.length }), asOf);
  };

  const clear = async () => {
    if (active.row < 0 || active.column < 0) return;
    const asOf = edits.countWrites();
    const block = await fetchBlock(range.top, range.bottom);
    if (!block) return;
    const cleared = block.flatMap((row) =>
      columns()
        .filter((column) => height * width === 1 || !NEVER_EMPTY.includes(column))
        .map((column) => ({ row, column, text: "" })),
    );
    writeCells(cleared, t("grid.operation.clear", { count: cleared.length }), asOf);
  };

  return {
    copy: useStable(() => void copy()),
    // Rows may have to be read first: an undo meanwhile is about this, not about what was written before.
    paste: useStable((text: string) => void noteWriting(paste(text))),
    fillDown: useStable(() => void noteWriting(fillDown())),
    clear: useStable(() => void noteWriting(clear())),
  };
}
