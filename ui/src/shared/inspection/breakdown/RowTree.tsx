/**
 * The rows behind a score, each expandable down to what was given. A row shows what it is, how it
 * follows from the rows under it, and its value. Children are made only when asked for, and long
 * lists in steps, so that a tree of thousands of rows opens as fast as one of three.
 */
import { UnstyledButton } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Explanation } from "../../../api/types";
import { DataText } from "../../../components/DataText";
import { useFormats } from "../../../i18n/language";
import { partColor } from "../../../lib/text/parts";
import classes from "./RowTree.module.css";
import { RowHelp } from "./TermHelp";

const STEP = 40;

type Props = { rows: readonly Explanation[]; depth?: number; allOpen: boolean };

export function RowTree({ rows, depth = 0, allOpen }: Props) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(STEP);
  return (
    <ul className={classes.rows} data-depth={depth}>
      {rows.slice(0, shown).map((row, index) => (
        <Row key={`${index}:${row.name}`} row={row} depth={depth} allOpen={allOpen} />
      ))}
      {rows.length > shown && (
        <li>
          <UnstyledButton className={classes.more} onClick={() => setShown(shown + STEP)}>
            {t("inspect.more", { count: rows.length - shown })}
          </UnstyledButton>
        </li>
      )}
    </ul>
  );
}

function Row({ row, depth, allOpen }: { row: Explanation; depth: number; allOpen: boolean }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [open, setOpen] = useState(allOpen);
  const expandable = row.details.length > 0;
  const value = depth === 0 ? formats.signed(row.value) : formats.decimal(row.value, 4);

  const content = (
    <>
      {expandable ? (
        <IconChevronRight size={14} className={classes.chevron} aria-hidden />
      ) : (
        <span className={classes.leaf} />
      )}
      {depth === 0 && <span className={classes.swatch} style={{ backgroundColor: partColor(row.name) }} />}
      <span className={classes.description}>
        <DataText text={row.description} />
      </span>
      <span
        className={classes.value}
        data-zero={row.value === 0 || undefined}
        data-negative={(depth === 0 && row.value < 0) || undefined}
      >
        {value}
      </span>
    </>
  );
  const help = <RowHelp name={row.name} term={row.description} />;
  if (!expandable) {
    return (
      <li className={classes.line}>
        <div className={classes.row} data-line>
          {content}
        </div>
        {help}
      </li>
    );
  }
  return (
    <li>
      <div className={classes.line}>
        <UnstyledButton className={classes.row} data-line aria-expanded={open} onClick={() => setOpen(!open)}>
          {content}
        </UnstyledButton>
        {help}
      </div>
      {open && (
        <div className={classes.below}>
          <p className={classes.how}>{t(`inspect.kind.${row.kind}`)}</p>
          <RowTree rows={row.details} depth={depth + 1} allOpen={allOpen} />
        </div>
      )}
    </li>
  );
}
