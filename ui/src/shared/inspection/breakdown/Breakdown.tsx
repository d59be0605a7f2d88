/** A hit's score taken apart: the bar, the rows with their sum, and the raw figures. */
import { Text, UnstyledButton } from "@mantine/core";
import { IconAlertTriangle, IconEqual } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Explanation, Hit } from "../../../api/types";
import { useFormats } from "../../../i18n/language";
import { addsUp, rowsOf, sumOf } from "../../../lib/text/parts";
import classes from "./Breakdown.module.css";
import { RawFigures } from "./RawFigures";
import { RowTree } from "./RowTree";
import { ScoreBar } from "./ScoreBar";

export function Breakdown({ hit }: { hit: Hit }) {
  const { t } = useTranslation();
  const rows = hit.explanation ? rowsOf(hit.explanation) : null;
  return (
    <div className={classes.breakdown}>
      {rows && <ScoreBar rows={rows} />}
      <div className={classes.columns}>
        {rows ? <Rows rows={rows} score={hit.score} /> : <Text c="dimmed">{t("inspect.noExplanation")}</Text>}
        <section className={classes.section}>
          <h3>{t("inspect.raw")}</h3>
          <RawFigures hit={hit} />
        </section>
      </div>
    </div>
  );
}

function Rows({ rows, score }: { rows: Explanation[]; score: number }) {
  const { t } = useTranslation();
  const [allOpen, setAllOpen] = useState(false);
  const deep = rows.some((row) => row.details.length > 0);
  return (
    <section className={classes.section}>
      <div className={classes.head}>
        <h3>{t("inspect.rows")}</h3>
        {deep && (
          <UnstyledButton className={classes.toggle} onClick={() => setAllOpen(!allOpen)}>
            {allOpen ? t("inspect.collapseAll") : t("inspect.expandAll")}
          </UnstyledButton>
        )}
      </div>
      {/* A new key makes the tree anew, all open or all closed. */}
      <RowTree key={String(allOpen)} rows={rows} allOpen={allOpen} />
      <Total sum={sumOf(rows)} score={score} />
    </section>
  );
}

/** The rows' sum beside the score they explain; they are equal, and where not, that is said. */
function Total({ sum, score }: { sum: number; score: number }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const equal = addsUp(sum, score);
  return (
    <div className={classes.total} data-equal={equal}>
      <span className={classes.verdict}>
        {equal ? <IconEqual size={16} aria-hidden /> : <IconAlertTriangle size={16} aria-hidden />}
        {equal ? t("inspect.equal") : t("inspect.unequal", { score: formats.score(score) })}
      </span>
      <span className={classes.sum}>
        <span className={classes.sumLabel}>{t("inspect.sum")}</span> {formats.score(sum)}
      </span>
    </div>
  );
}
