/** The header: names of the columns; each sorts, moves, grows, hides, by keys as by pointer. */
import { IconSortAscending, IconSortDescending } from "@tabler/icons-react";
import { useRef, useState, type DragEvent, type PointerEvent } from "react";
import { useTranslation } from "react-i18next";
import { DataText } from "../../../components/DataText";
import { useFieldLabel } from "../../../shared/changes/useFieldLabel";
import { isQueried, kindOf, type ColumnPlace, type Layout } from "../../../shared/filters/columns";
import classes from "./Grid.module.css";
import type { GridSort } from "../../../shared/filters/gridState";
import { SELECTOR_WIDTH } from "./measures";

type Props = {
  layout: Layout;
  width: number;
  sort: readonly GridSort[];
  /** The column that the keys act on, where the header has them. */
  activeColumn: number | null;
  allSelected: boolean;
  holdFirst: boolean;
  onSelectAll: () => void;
  onSort: (column: string, also: boolean) => void;
  onResize: (column: string, width: number) => void;
  onMove: (column: string, by: number) => void;
  onFocus: (column: number) => void;
};

export function HeaderRow(props: Props) {
  const { layout, width, activeColumn, allSelected, onSelectAll } = props;
  const { t } = useTranslation();
  const draggedRef = useRef<number | null>(null);
  return (
    <div role="row" className={classes.head} style={{ width }} aria-rowindex={1}>
      <div
        role="columnheader"
        className={classes.corner}
        tabIndex={activeColumn === -1 ? 0 : -1}
        aria-colindex={1}
        title={t("grid.selectAll")}
        data-at="-1:-1"
        data-all={allSelected || undefined}
        onClick={onSelectAll}
      >
        <span className="visually-hidden">{t("grid.selectAll")}</span>
        <span className={classes.box} aria-hidden />
      </div>
      {layout.map((place, index) => (
        <ColumnHeader key={place.column} {...props} place={place} index={index} draggedRef={draggedRef} />
      ))}
    </div>
  );
}

type HeaderProps = Props & {
  place: ColumnPlace;
  index: number;
  draggedRef: React.RefObject<number | null>;
};

function ColumnHeader({ place, index, draggedRef, ...props }: HeaderProps) {
  const { t } = useTranslation();
  const label = useFieldLabel()(place.column);
  const [over, setOver] = useState(false);
  const at = props.sort.findIndex(({ column }) => column === place.column);
  const order = props.sort[at];
  const isSortable = isQueried(place.column);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const from = draggedRef.current;
    const moving = from === null ? undefined : props.layout[from];
    if (moving && from !== null) props.onMove(moving.column, index - from);
  };
  return (
    <div
      role="columnheader"
      className={classes.column}
      style={{ width: place.width, ...(index === 0 && props.holdFirst && { left: SELECTOR_WIDTH }) }}
      tabIndex={props.activeColumn === index ? 0 : -1}
      aria-colindex={index + 2}
      aria-sort={order ? (order.descending ? "descending" : "ascending") : isSortable ? "none" : undefined}
      data-at={`-1:${index}`}
      data-held={(index === 0 && props.holdFirst) || undefined}
      data-sorted={order ? true : undefined}
      data-over={over || undefined}
      data-figures={["price", "number"].includes(kindOf(place.column)) || undefined}
      data-plain={!isSortable || undefined}
      title={isSortable ? t("grid.headerHint", { field: label }) : label}
      draggable
      onDragStart={() => (draggedRef.current = index)}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      onClick={(event) => {
        props.onFocus(index);
        props.onSort(place.column, event.shiftKey);
      }}
    >
      <span className={classes.label}>
        <DataText text={label} />
      </span>
      {order &&
        (order.descending ? (
          <IconSortDescending size={15} aria-hidden />
        ) : (
          <IconSortAscending size={15} aria-hidden />
        ))}
      {order && props.sort.length > 1 && <span className={classes.order}>{at + 1}</span>}
      <Grip place={place} onResize={props.onResize} />
    </div>
  );
}

type GripProps = { place: ColumnPlace; onResize: (column: string, width: number) => void };

/** The edge of a column, to be drawn wider or narrower. */
function Grip({ place, onResize }: GripProps) {
  const begun = useRef<{ x: number; width: number } | null>(null);
  const begin = (event: PointerEvent<HTMLSpanElement>) => {
    event.preventDefault();
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    begun.current = { x: event.clientX, width: place.width };
  };
  const draw = (event: PointerEvent) => {
    if (begun.current) onResize(place.column, begun.current.width + event.clientX - begun.current.x);
  };
  return (
    <span
      className={classes.grip}
      aria-hidden
      // Otherwise the column would be dragged away by its edge.
      onMouseDown={(event) => event.preventDefault()}
      onPointerDown={begin}
      onPointerMove={draw}
      onPointerUp={() => (begun.current = null)}
      onPointerCancel={() => (begun.current = null)}
      onClick={(event) => event.stopPropagation()}
    />
  );
}
