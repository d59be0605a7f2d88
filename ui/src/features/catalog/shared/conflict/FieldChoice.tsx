/** A field that both changed: what stood there, both values, and the choice between them. */
import { SegmentedControl } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { DataText } from "../../../../components/DataText";
import classes from "./Conflict.module.css";
import type { Side } from "./threeWays";

type Props = {
  label: string;
  before: string;
  theirs: string;
  mine: string;
  choice: Side | null;
  onChoose: (side: Side) => void;
};

export function FieldChoice({ label, before, theirs, mine, choice, onChoose }: Props) {
  const { t } = useTranslation();
  return (
    <div className={classes.field} role="group" aria-label={label}>
      <div className={classes.head}>
        <strong>
          <DataText text={label} />
        </strong>
        <SegmentedControl
          className={classes.choice}
          size="xs"
          aria-label={t("itemForm.conflict.choose", { field: label })}
          // Neither is taken for granted.
          value={choice ?? ""}
          onChange={(side) => onChoose(side as Side)}
          data={[
            { value: "theirs", label: t("itemForm.conflict.theirs") },
            { value: "mine", label: t("itemForm.conflict.mine") },
          ]}
        />
        <span className={classes.before}>
          {t("itemForm.conflict.was")} <FieldText text={before} />
        </span>
      </div>
      <div className={classes.sides}>
        <div className={classes.side} data-chosen={choice === "theirs" || undefined} tabIndex={0}>
          <span className={classes.who}>{t("itemForm.conflict.theirs")}</span>
          <FieldText text={theirs} multiline />
        </div>
        <div className={classes.side} data-chosen={choice === "mine" || undefined} tabIndex={0}>
          <span className={classes.who}>{t("itemForm.conflict.mine")}</span>
          <FieldText text={mine} multiline />
        </div>
      </div>
    </div>
  );
}

function FieldText({ text, multiline = false }: { text: string; multiline?: boolean }) {
  const { t } = useTranslation();
  return text === "" ? <em>{t("itemForm.nothing")}</em> : <DataText text={text} multiline={multiline} />;
}
