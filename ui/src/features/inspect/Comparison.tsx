/** The inspected record against another of the same search: what sets their scores apart. */
import { Skeleton, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Hit, ItemExplanation, SearchRequest } from "../../api/types";
import { ErrorNotice } from "../../components/ErrorNotice";
import { useFormats } from "../../i18n/language";
import { sumOf } from "../../lib/parts";
import classes from "./Comparison.module.css";
import { DifferenceRows } from "./DifferenceRows";
import { RivalPicker } from "./RivalPicker";
import { ShareComparison } from "./ShareComparison";
import { StandingLine } from "./StandingLine";
import { useItemExplanation } from "./useItemExplanation";

type Props = {
  search: SearchRequest;
  /** The inspected record. */
  id: string;
  hits: readonly Hit[];
  /** Id or external id of the other; null where none was chosen. */
  against: string | null;
  onAgainst: (reference: string | null) => void;
};

export function Comparison({ search, id, hits, against, onAgainst }: Props) {
  const { t } = useTranslation();
  const other = against === id ? null : against;
  const query = useItemExplanation(search, other === null ? null : id, other);
  return (
    <section className={classes.comparison} aria-label={t("compare.title")}>
      <h3>{t("compare.title")}</h3>
      <RivalPicker id={id} hits={hits} against={other} onPick={onAgainst} />
      {other !== null &&
        (query.error ? (
          <ErrorNotice
            title={t("compare.failed")}
            error={query.error}
            retrying={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        ) : query.data?.against ? (
          <>
            <Result explanation={query.data} busy={query.isPlaceholderData} />
            <ShareComparison search={search} item={id} against={other} />
          </>
        ) : (
          <Skeleton h={120} aria-busy aria-label={t("search.loading")} />
        ))}
    </section>
  );
}

function Result({ explanation, busy }: { explanation: ItemExplanation; busy: boolean }) {
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
        </>
      ) : (
        <Text size="sm" c="dimmed">
          {t("compare.noScore")}
        </Text>
      )}
    </div>
  );
}
