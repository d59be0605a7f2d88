/** What changed, field by field: from what, to what. */
import { IconArrowRight } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { DataText } from "../../components/DataText";
import { cutAlike } from "../../lib/text/cutting";
import type { FieldChange } from "./history";
import classes from "./ChangeList.module.css";
import { useChangeLabel } from "./useChangeLabel";
import { useValueText } from "./useValueText";

/** Longer values are read where they are edited. */
const MOST = 240;

type Props = {
  changes: readonly FieldChange[];
  /** The record was made by them: there is nothing before. */
  created?: boolean;
};

export function ChangeList({ changes, created = false }: Props) {
  const label = useChangeLabel();
  const spell = useValueText();
  return (
    <ul className={classes.list}>
      {changes.map(({ field, from, to }) => (
        <li key={field}>
          <span className={classes.field}>
            <DataText text={label(field)} />
          </span>
          <Values texts={cutAlike([spell(field, from), spell(field, to)], MOST)} created={created} />
        </li>
      ))}
    </ul>
  );
}

function Values({ texts: [from, to], created }: { texts: [string, string]; created: boolean }) {
  return (
    <span className={classes.values}>
      {!created && (
        <>
          <ShownValue text={from} old />
          <IconArrowRight size={13} aria-hidden className={classes.arrow} />
        </>
      )}
      <ShownValue text={to} />
    </span>
  );
}

function ShownValue({ text, old = false }: { text: string; old?: boolean }) {
  const { t } = useTranslation();
  if (text === "") return <em className={classes.none}>{t("itemForm.nothing")}</em>;
  return (
    <span className={old ? classes.old : undefined}>
      <DataText text={text} />
    </span>
  );
}
