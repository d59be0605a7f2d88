/** A value as it is read in a cell, by the kind of its column. */
import { memo } from "react";
import { DataText } from "../../../../components/DataText";
import { spellNumber } from "../../../../lib/amount";
import { isStructure, valueOf, type GridRow } from "./cells";
import { useCellWords } from "./cellWords";
import { kindOf } from "../../../../shared/filters/columns";
import { PackagesCell } from "./PackagesCell";
import { PictureCell } from "./PictureCell";
import { StockCell } from "./StockCell";
import { CompletenessBar } from "./CompletenessBar";
import classes from "./Cell.module.css";

/** Characters that a cell can show at its widest, with room to spare. */
const SHOWN = 240;
const SHOWN_TAGS = 12;

type Props = { row: GridRow; column: string };

export const CellContent = memo(function CellContent({ row, column }: Props) {
  const { t, formats, language } = useCellWords();
  const value = valueOf(row, column);
  switch (kindOf(column)) {
    case "share":
      return <CompletenessBar value={row.completeness} missing={row.missing} />;
    case "status":
      return (
        <span className={classes.status} data-status={row.item.status}>
          {t(`record.status.${row.item.status}`)}
        </span>
      );
    case "price":
      return row.item.price === null ? null : (
        <Figure text={formats.price(row.item.price, row.item.currency)} />
      );
    case "number":
      return <Figure text={formats.integer(Number(value))} />;
    case "time":
      return <span className={classes.time}>{formats.dateTime(String(value))}</span>;
    case "list":
      return <Tags values={row.item.tags} />;
    case "packages":
      return <PackagesCell item={row.item} />;
    case "picture":
      return <PictureCell item={row.item} />;
    case "stock":
      return <StockCell item={row.item} />;
    case "text":
      return <Short text={typeof value === "string" ? value : ""} />;
    case "attribute":
      if (value === null || value === undefined) return null;
      if (typeof value === "number") return <Figure text={spellNumber(value, language)} />;
      if (typeof value === "boolean") return t(value ? "value.yes" : "value.no");
      if (typeof value === "string") return <Short text={value} />;
      return isStructure(value) ? (
        <span className={classes.structure}>
          <Short text={summary(value)} />
        </span>
      ) : (
        <Tags values={value as string[]} />
      );
  }
});

/** A figure is read whole or seen to be cut: half of it would be another one. */
export function Figure({ text }: { text: string }) {
  return (
    <span className={classes.figure} title={text}>
      {text}
    </span>
  );
}

export function Short({ text }: { text: string }) {
  return text === "" ? null : <DataText text={text.slice(0, SHOWN).replace(/\n+/g, " ⏎ ")} />;
}

function Tags({ values }: { values: readonly string[] }) {
  return (
    <span className={classes.tags}>
      {values.slice(0, SHOWN_TAGS).map((value, index) => (
        <span key={index} className={classes.tag}>
          <DataText text={value} />
        </span>
      ))}
    </span>
  );
}

/** Summarises a cell's structure by the first word of each entry: enough to tell it by. */
function summary(value: unknown): string {
  const entries = Array.isArray(value) ? (value as unknown[]) : [value];
  return entries
    .map((entry) => {
      if (typeof entry !== "object" || entry === null) return String(entry);
      const [first] = Object.values(entry as Record<string, unknown>);
      return typeof first === "string" || typeof first === "number" ? String(first) : "{…}";
    })
    .join(", ");
}
