/**
 * Signed rows and their sum: right of the line what adds, left what takes away. In a difference zeros say
 * nothing; in one score they say why a part is missing.
 */
import { Tooltip } from "@mantine/core";
import type { ScoreRow } from "../../../api/types";
import { DataText } from "../../../components/DataText";
import { useFormats } from "../../../i18n/language";
import { partColor, sumOf } from "../../../lib/text/parts";
import { cleanText } from "../../../lib/text/text";
import classes from "./DifferenceRows.module.css";
import { RowHelp } from "../breakdown/TermHelp";

type Props = {
  rows: readonly ScoreRow[];
  /** Whether rows of 0 are shown. */
  zeros?: boolean;
  /** What the list is, and what its sum. */
  label: string;
  sum: string;
};

export function DifferenceRows({ rows, zeros = false, label, sum }: Props) {
  const formats = useFormats();
  const telling = rows.filter(({ value }) => zeros || value !== 0);
  const largest = Math.max(...rows.map(({ value }) => Math.abs(value)), Number.MIN_VALUE);
  return (
    <>
      <ul className={classes.rows} aria-label={label}>
        {telling.map((row) => (
          <li key={row.name} className={classes.row}>
            <span className={classes.description}>
              <DataText text={row.detail} /> <RowHelp name={row.name} term={row.detail} />
            </span>
            <span className={classes.value} data-side={side(row.value)}>
              {formats.signed(row.value)}
            </span>
            <Tooltip label={cleanText(row.detail)} multiline maw={320}>
              <span className={classes.track} aria-hidden>
                <span
                  className={classes.bar}
                  data-side={side(row.value)}
                  style={{
                    width: `${(Math.abs(row.value) / largest) * 50}%`,
                    backgroundColor: partColor(row.name.split(":")[0] ?? row.name),
                  }}
                />
              </span>
            </Tooltip>
          </li>
        ))}
      </ul>
      <p className={classes.total}>
        <span>{sum}</span>
        <span className={classes.value}>{formats.signed(sumOf(rows))}</span>
      </p>
    </>
  );
}

function side(value: number): "plus" | "minus" | "none" {
  if (value === 0) return "none";
  return value > 0 ? "plus" : "minus";
}
