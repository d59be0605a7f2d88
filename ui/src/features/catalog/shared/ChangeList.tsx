/** What changed, field by field: from what, to what. */
import { IconArrowRight } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { DataText } from "../../../components/DataText";
import type { FieldChange } from "../form/history";
import classes from "./ChangeList.module.css";
import { useFieldLabel } from "./useFieldLabel";
import { useValueText } from "./useValueText";

/** Longer values are read where they are edited. */
const MOST = 240;

type Props = {
  changes: readonly FieldChange[];
  /** The record was made by them: there is nothing before. */
  created?: boolean;
};

export function ChangeList({ changes, created = false }: Props) {
  const label = useFieldLabel();
  return (
    <ul className={classes.list}>
      {changes.map(({ field, from, to }) => (
        <li key={field}>
          <span className={classes.field}>
            <DataText text={label(field)} />
          </span>
          <span className={classes.values}>
            {!created && (
              <>
                <Shown field={field} value={from} old />
                <IconArrowRight size={13} aria-hidden className={classes.arrow} />
              </>
            )}
            <Shown field={field} value={to} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function Shown({ field, value, old = false }: { field: string; value: unknown; old?: boolean }) {
  const { t } = useTranslation();
  const text = useValueText()(field, value);
  if (text === "") return <em className={classes.none}>{t("itemForm.nothing")}</em>;
  const short = text.length > MOST ? `${text.slice(0, MOST)}…` : text;
  return (
    <span className={old ? classes.old : undefined}>
      <DataText text={short} />
    </span>
  );
}
