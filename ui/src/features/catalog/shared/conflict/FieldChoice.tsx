/** A field that both changed: what stood there, both values, of a list both together, and the choice between them. */
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
  /** What both together come to; null where there is no such thing. */
  both: string | null;
  choice: Side | null;
  onChoose: (side: Side) => void;
};

export function FieldChoice({ label, before, theirs, mine, both, choice, onChoose }: Props) {
  const { t } = useTranslation();
  const sides: (readonly [Side, string])[] = [
    ["theirs", theirs],
    ["mine", mine],
    ...(both === null ? [] : [["both", both] as const]),
  ];
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
          // Of values that exclude each other neither is taken for granted.
          value={choice ?? ""}
          onChange={(side) => onChoose(side as Side)}
          data={sides.map(([side]) => ({ value: side, label: t(`itemForm.conflict.${side}`) }))}
        />
        <span className={classes.before}>
          {t("itemForm.conflict.was")} <FieldText text={before} />
        </span>
      </div>
      <div className={classes.sides}>
        {sides.map(([side, text]) => (
          <div
            key={side}
            className={classes.side}
            data-side={side}
            data-chosen={choice === side || undefined}
            tabIndex={0}
          >
            <span className={classes.who}>{t(`itemForm.conflict.${side}`)}</span>
            <FieldText text={text} multiline />
          </div>
        ))}
      </div>
    </div>
  );
}

function FieldText({ text, multiline = false }: { text: string; multiline?: boolean }) {
  const { t } = useTranslation();
  return text === "" ? <em>{t("itemForm.nothing")}</em> : <DataText text={text} multiline={multiline} />;
}
