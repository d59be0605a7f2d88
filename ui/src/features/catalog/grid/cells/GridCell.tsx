/** One cell: its value, what was typed into it, and the field while one types. */
import { IconArrowsDiagonal } from "@tabler/icons-react";
import { useRef, useState, type Ref } from "react";
import type { ColumnPlace } from "../../../../shared/filters/columns";
import { isWritten, kindOf } from "../../../../shared/filters/columns";
import classes from "./Cell.module.css";
import { CellContent } from "./CellContent";
import { CellEditor } from "./editor/CellEditor";
import type { After, CancelEdit } from "./editor/editing";
import { CellHint, CellRemark } from "./CellRemark";
import { useCellWords } from "./cellWords";
import { TypedContent } from "./TypedContent";
import { editText, isStructure, valueOf, type GridRow } from "./cells";
import { useKnownValues } from "../../../../shared/filters/useKnownValues";
import type { Editing } from "../cursor/useGridCursor";
import type { CellState } from "../edits/useGridEdits";

/** A cell by its item, whichever row that stands in by now. */
export type CellPlace = { row: GridRow; column: string };

/** What cells do; the same functions for all of them. */
export type CellActs = {
  commit: (cell: CellPlace, text: string, after: After) => void;
  /** Takes over what stood in a cell's field that went away. */
  takeOver: (cell: CellPlace, text: string) => void;
  cancel: () => void;
  retype: () => void;
  keep: (cell: CellPlace) => void;
  unite: (cell: CellPlace) => void;
  forget: (cell: CellPlace) => void;
  closeRemark: () => void;
  open: (id: string) => void;
};

type Props = {
  row: GridRow | undefined;
  rowIndex: number;
  columnIndex: number;
  place: ColumnPlace;
  /** Pixels from the left where it stays while the others scroll. */
  held: number | undefined;
  active: boolean;
  inRange: boolean;
  editing: Editing | null;
  remarkClosed: boolean;
  state: CellState | undefined;
  acts: CellActs;
};

export function GridCell(props: Props) {
  const { row, rowIndex, columnIndex, place, held, active, inRange, editing, state, acts } = props;
  const { column, width } = place;
  const problem = state?.state === "wrong" || state?.state === "conflict" ? state : null;
  // Beside the field both values stay in sight; what is wrong is being mended there.
  const isSaid = editing ? problem?.state === "conflict" : !props.remarkClosed;
  const remark = active && isSaid ? problem : null;
  const cancelEdit = useRef<CancelEdit>(null);
  const remarkId = `remark-${rowIndex}-${columnIndex}`;
  const structure = row !== undefined && isStructure(valueOf(row, column));
  return (
    <div
      role="gridcell"
      className={classes.cell}
      style={{ width, ...(held !== undefined && { left: held }) }}
      tabIndex={active ? 0 : -1}
      aria-colindex={columnIndex + 2}
      aria-selected={inRange}
      aria-readonly={!isWritten(column) || structure || undefined}
      aria-invalid={state?.state === "wrong" || undefined}
      aria-describedby={problem || state?.state === "waiting" ? remarkId : undefined}
      data-at={`${rowIndex}:${columnIndex}`}
      data-active={active || undefined}
      data-held={held === undefined ? undefined : true}
      data-first={columnIndex === 0 || undefined}
      data-in-range={inRange || undefined}
      data-counted={!isWritten(column) || undefined}
      data-state={state?.state}
    >
      <span className={classes.content}>
        {row === undefined ? (
          <span className={classes.skeleton} aria-hidden />
        ) : state ? (
          <TypedContent row={row} column={column} text={state.text} />
        ) : (
          <CellContent row={row} column={column} />
        )}
      </span>
      {columnIndex === 0 && row && !editing && <OpenButton row={row} text="grid.open" onOpen={acts.open} />}
      {columnIndex > 0 && row && kindOf(column) === "packages" && (
        <OpenButton row={row} text="grid.openPackages" onOpen={acts.open} />
      )}
      {row && editing && active && <Editor {...props} cancelRef={cancelEdit} row={row} editing={editing} />}
      {state && !remark && <CellHint id={remarkId} state={state} column={column} />}
      {row && remark && (
        <CellRemark
          id={remarkId}
          itemId={row.item.id}
          cell={remark}
          column={column}
          isEditing={editing !== null}
          onRetype={acts.retype}
          onKeep={() => acts.keep({ row, column })}
          onUnite={() => acts.unite({ row, column })}
          onForget={() => {
            cancelEdit.current?.();
            acts.forget({ row, column });
          }}
          onClose={acts.closeRemark}
        />
      )}
    </div>
  );
}

type OpenProps = {
  row: GridRow;
  text: "grid.open" | "grid.openPackages";
  onOpen: (id: string) => void;
};

function OpenButton({ row, text, onOpen }: OpenProps) {
  const { t } = useCellWords();
  // One in every row: a button of our own is drawn in a tenth of the time of the library's.
  return (
    <button
      type="button"
      className={classes.open}
      tabIndex={-1}
      aria-label={t(text, { name: row.item.name })}
      title={`${t("grid.openShort")} (Ctrl Enter)`}
      onClick={() => onOpen(row.item.id)}
    >
      <IconArrowsDiagonal size={14} aria-hidden />
    </button>
  );
}

type EditorProps = Props & { row: GridRow; editing: Editing; cancelRef: Ref<CancelEdit> };

function Editor({ row, place, editing, state, acts, cancelRef }: EditorProps) {
  const { t, language, label } = useCellWords();
  const known = useKnownValues(place.column);
  const stored = editText(valueOf(row, place.column), place.column, language);
  const [opened] = useState({ row, text: state?.text ?? stored });
  // What is typed stands over what its person saw: another value that came in beside the field clashes with it.
  const cell = { row: stored === opened.text ? row : opened.row, column: place.column };
  return (
    <CellEditor
      cancelRef={cancelRef}
      column={place.column}
      label={t("grid.editing", { field: label(place.column), name: row.item.name })}
      text={opened.text}
      start={editing.text}
      known={known}
      onCommit={(text, after) => acts.commit(cell, text, after)}
      onCancel={acts.cancel}
      onGone={(text) => acts.takeOver(cell, text)}
    />
  );
}
