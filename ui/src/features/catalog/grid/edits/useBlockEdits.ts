/** What is done to the selected block of cells at once: copied, pasted over, filled down, cleared. */
import { useTranslation } from "react-i18next";
import { showToast } from "../../../../components/toast/toasts";
import { copyText } from "../../../../lib/browser/clipboard";
import { useStable } from "../../../../lib/hooks/useStable";
import { isWritten, type Layout } from "../../../../shared/filters/columns";
import type { Act, PlacedText } from "../../unsaved/queue/work/work";
import { copiedText, valueOf, type GridRow } from "../cells/cells";
import { sizeOf } from "../cursor/selection";
import type { GridCursor } from "../cursor/useGridCursor";
import { rangeBetween, type GridRows } from "../state/rows/useGridRows";
import { useRowsFailure } from "../state/rows/useRowsFailure";
import { placeBlock } from "./pasting/pasting";
import { readTsv, writeTsv } from "./pasting/tsv";
import { canWriteIn, type Edit } from "./typedCell";
import type { GridEdits } from "./useGridEdits";

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
};

export function useBlockEdits({ rows, total, layout, cursor, edits }: Input) {
  const { t } = useTranslation();
  const tellFailure = useRowsFailure(rows, edits.refreshed);
  const { active, range } = cursor;
  const { rows: height, columns: width } = sizeOf(range);
  const columns = () => layout.slice(range.left, range.right + 1).map(({ column }) => column);

  /** False, with a word about it, where they are too many. */
  const mayTake = (top: number, bottom: number): boolean => {
    const isFew = bottom - top < MOST_ROWS;
    if (!isFew) showToast({ tone: "bad", text: t("grid.tooManyRows", { most: MOST_ROWS }) });
    return isFew;
  };
  const tellReading = (count: number) => showToast({ tone: "info", text: t("grid.readingRows", { count }) });

  /** The rows from `top` to `bottom`; null, with a word about it, where they are too many or cannot be had. */
  const fetchBlock = async (top: number, bottom: number): Promise<GridRow[] | null> => {
    if (!mayTake(top, bottom)) return null;
    const known = rows.knownRows(top, bottom);
    if (known) return known;
    tellReading(bottom - top + 1);
    try {
      // The program lists the rows anew: without what was typed before, it would list them in another order.
      await edits.settled();
      return await rows.fetchRows(top, bottom);
    } catch (error) {
      tellFailure(error);
      return null;
    }
  };

  /** What can be written of a block; of the rest it is said that it was left out. */
  const writeTexts = (texts: readonly PlacedText[], from: number, act: Act) => {
    const to = texts.at(-1)?.row ?? from;
    if (!mayTake(from, to)) return;
    const known: Edit[] = [];
    const rest: PlacedText[] = [];
    for (const placed of texts) {
      const row = rows.knownRowAt(placed.row);
      if (row && placed.text !== null) known.push({ row, column: placed.column, text: placed.text });
      else rest.push(placed);
    }
    const [only] = known;
    if (known.length === 1 && only && rest.length === 0) {
      // Of a single cell it is said at the cell why it is not written.
      edits.write([only]);
      return;
    }
    const written = known.filter((edit) => canWriteIn(edit.row, edit.column));
    const readable = rest.filter(({ column }) => isWritten(column));
    const leftOut = texts.length - written.length - readable.length;
    if (leftOut > 0) showToast({ tone: "info", text: t("grid.leftOut", { count: leftOut }) });
    if (readable.length === 0) return edits.write(written, act);
    tellReading(to - from + 1);
    edits.reserve({ act, edits: written, rest: readable, listing: rows.listingOf(from, to) });
  };

  const copy = async () => {
    const block = await fetchBlock(range.top, range.bottom);
    if (!block) return;
    const copyCell = (row: GridRow, column: string) =>
      copiedText(column, edits.textOf(row, column), valueOf(row, column));
    const text = block.map((row) => columns().map((column) => copyCell(row, column)));
    const done = await copyText(writeTsv(text));
    const count = text.length * (text[0]?.length ?? 0);
    showToast({
      tone: done ? "info" : "bad",
      text: done ? t("grid.copied", { count }) : t("action.copyFailed"),
    });
  };

  const paste = (text: string) => {
    if (text === "" || active.row < 0) return;
    const size = { rows: total, columns: layout.length };
    const { cells, outside } = placeBlock(readTsv(text), range, size);
    const texts = cells.flatMap(({ row, column: at, text }) => {
      const column = layout[at]?.column;
      return column === undefined ? [] : [{ row, column, text }];
    });
    if (outside > 0) showToast({ tone: "bad", text: t("grid.outside", { count: outside }) });
    writeTexts(texts, range.top, "paste");
  };

  const fillDown = () => {
    const single = height === 1;
    if (active.row < 0 || (single && range.top === 0)) return;
    const from = single ? range.top - 1 : range.top;
    const source = rows.knownRowAt(from);
    const texts = rangeBetween(from + 1, range.bottom).flatMap((row) =>
      columns().map((column) => ({ row, column, text: source ? edits.textOf(source, column) : null })),
    );
    writeTexts(texts, from, "fill");
  };

  const clear = () => {
    if (active.row < 0 || active.column < 0) return;
    const cleared = columns().filter((column) => height * width === 1 || !NEVER_EMPTY.includes(column));
    const texts = rangeBetween(range.top, range.bottom).flatMap((row) =>
      cleared.map((column) => ({ row, column, text: "" })),
    );
    writeTexts(texts, range.top, "clear");
  };

  return {
    copy: useStable(() => void copy()),
    paste: useStable(paste),
    fillDown: useStable(fillDown),
    clear: useStable(clear),
  };
}
