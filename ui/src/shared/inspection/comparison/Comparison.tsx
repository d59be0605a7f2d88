/** The inspected record against another of the same search: what sets their scores apart. */
import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { ItemExplanation, SearchRequest } from "../../../api/types";
import { QueryError } from "../../../components/QueryError";
import { Waiting } from "../../../components/Waiting";
import { useFormats } from "../../../i18n/language";
import { sumOf } from "../../../lib/text/parts";
import classes from "./Comparison.module.css";
import { Counterfactual } from "./Counterfactual";
import { DifferenceRows } from "./DifferenceRows";
import { RivalPicker, type Rival } from "./RivalPicker";
import { ShareComparison } from "./ShareComparison";
import { StandingLine } from "./StandingLine";
import { useItemExplanation } from "../useItemExplanation";

type Props = {
  search: SearchRequest;
  /** The inspected record. */
  id: string;
  /** The records to choose from, best first. */
  others: readonly Rival[];
  /** Id or external id of the other; null where none was chosen. */
  against: string | null;
  onAgainst: (reference: string | null) => void;
  /** Tries a value of the profile, by its path, on the sliders. */
  onTry: (path: string, value: number) => void;
};

export function Comparison({ search, id, others, against, onAgainst, onTry }: Props) {
  const { t } = useTranslation();
  const other = against === id ? null : against;
  const query = useItemExplanation(search, other === null ? null : id, other);
  return (
    <section className={classes.comparison} aria-label={t("compare.title")}>
      <h3>{t("compare.title")}</h3>
      <RivalPicker id={id} others={others} against={other} onPick={onAgainst} />
      {other !== null &&
        (query.error ? (
          <QueryError title={t("compare.failed")} query={query} />
        ) : query.data?.against ? (
          <>
            <Result search={search} explanation={query.data} busy={query.isPlaceholderData} onTry={onTry} />
            <ShareComparison search={search} item={id} against={other} />
          </>
        ) : (
          <Waiting h={120} />
        ))}
    </section>
  );
}

type ResultProps = Pick<Props, "search" | "onTry"> & { explanation: ItemExplanation; busy: boolean };

function Result({ search, explanation, busy, onTry }: ResultProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { against, difference } = explanation;
  if (!against) return null;
  const gap = difference ? sumOf(difference) : null;
  const gapText = (value: number) => {
    const by = { gap: formats.score(Math.abs(value)) };
    if (value === 0) return t("compare.level");
    return value > 0 ? t("compare.above", by) : t("compare.below", by);
  };
  return (
    <div className={classes.result} aria-busy={busy}>
      <StandingLine standing={explanation} mark="A" />
      <StandingLine standing={against} mark="B" />
      {difference && gap !== null ? (
        <>
          <p className={classes.gap}>{gapText(gap)}</p>
          <DifferenceRows rows={difference} label={t("compare.rows")} sum={t("compare.sum")} />
          {explanation.place && against.place && !busy && (
            <Counterfactual
              search={search}
              a={explanation}
              b={against}
              difference={difference}
              onTry={onTry}
            />
          )}
        </>
      ) : (
        <Text size="sm" c="dimmed">
          {t("compare.noScore")}
        </Text>
      )}
    </div>
  );
}
