/**
 * The two values of a cell that clash, at the cell, and of lists both together. It is read out as it appears, so long ones are cut where they
 * differ; whole, they are read by a person who asks for them, and scrolled by keys.
 */
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Short } from "../../grid/cells/CellContent";
import { LongText } from "../LongText";
import { cutClash } from "./cutClash";
import classes from "./Clash.module.css";

type Props = {
  now: string;
  yours: string;
  both?: string;
  isWhole: boolean;
  onWhole: (isWhole: boolean) => void;
};

export function ClashTexts({ now, yours, both, isWhole, onWhole }: Props) {
  const { t } = useTranslation();
  const [cutNow, cutYours] = cutClash(now, yours);
  const isCut = cutNow !== now || cutYours !== yours || /\n/.test(now + yours);
  const side = (label: string, whole: string, cut: string) => (
    <>
      <dt>{label}</dt>
      <dd>{isWhole ? <LongText text={whole} label={label} /> : <Short text={cut} />}</dd>
    </>
  );
  return (
    <>
      <dl className={classes.sides}>
        {side(t("grid.conflict.now"), now, cutNow)}
        {side(t("grid.conflict.yours"), yours, cutYours)}
        {both !== undefined && side(t("grid.conflict.together"), both, both)}
      </dl>
      {isCut && (
        <Button
          size="compact-xs"
          variant="subtle"
          mt={4}
          aria-expanded={isWhole}
          onClick={() => onWhole(!isWhole)}
        >
          {t(isWhole ? "grid.conflict.cut" : "grid.conflict.uncut")}
        </Button>
      )}
    </>
  );
}
