/** What changed, field by field: from what, to what. */
import { IconArrowRight } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { DataText } from "../../../components/DataText";
import { valueText, type FieldChange } from "../form/history";
import classes from "./ChangeList.module.css";
import { useFieldLabel } from "./useFieldLabel";

/** Longer values are read where they are edited. */
const MOST = 240;

export function ChangeList({ changes }: { changes: readonly FieldChange[] }) {
  const label = useFieldLabel();
  return (
    <ul className={classes.list}>
      {changes.map(({ field, from, to }) => (
        <li key={field}>
          <span className={classes.field}>
            <DataText text={label(field)} />
          </span>
          <span className={classes.values}>
            <Shown value={from} old />
            <IconArrowRight size={13} aria-hidden className={classes.arrow} />
            <Shown value={to} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function Shown({ value, old = false }: { value: unknown; old?: boolean }) {
  const { t } = useTranslation();
  const text = valueText(value);
  if (text === "") return <em className={classes.none}>{t("itemForm.nothing")}</em>;
  const short = text.length > MOST ? `${text.slice(0, MOST)}…` : text;
  return (
    <span className={old ? classes.old : undefined}>
      <DataText text={short} />
    </span>
  );
}
