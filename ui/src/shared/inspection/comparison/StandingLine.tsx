/** A record in a search in a few lines: its place and score, or every reason why it is not there. */
import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { CutReason, CutStage, RecordStanding, SearchHalf } from "../../../api/types";
import { DataText } from "../../../components/DataText";
import { useFormats } from "../../../i18n/language";
import { cleanText } from "../../../lib/text/text";
import classes from "./StandingLine.module.css";

/** `mark` is the letter under which a comparison speaks of the record. */
export function StandingLine({ standing, mark }: { standing: RecordStanding; mark?: "A" | "B" }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const reasons = useReasons(standing);
  const score = standing.score;
  return (
    <div className={classes.line}>
      {mark && (
        <span className={classes.mark} aria-hidden>
          {mark}
        </span>
      )}
      <div className={classes.body}>
        <DataText text={standing.item?.name ?? standing.faq?.question ?? ""} />
        <Text size="xs" c="dimmed">
          {[
            standing.place ? t("inspect.place", { rank: standing.place }) : null,
            score === null || score === undefined
              ? null
              : t("compare.score", { score: formats.score(score) }),
          ]
            .filter(Boolean)
            .join(" · ")}
        </Text>
        {reasons.map((reason) => (
          <p key={reason} className={classes.reason}>
            {reason}
          </p>
        ))}
      </div>
    </div>
  );
}

/** Why the record is not in the result, every reason of it; nothing where it is. */
function useReasons(standing: RecordStanding): string[] {
  const { t } = useTranslation();
  const formats = useFormats();
  const { stage, margin = null, marginUnit = null, misses = [], reasons = [] } = standing;
  if (!stage) return [];
  const filters = formats.list(misses.map((name) => (isField(name) ? t(FIELDS[name]) : cleanText(name))));
  // A program of before names one reason alone.
  const all: CutReason[] = reasons.length > 0 ? reasons : [{ stage, margin, unit: marginUnit }];
  const said = all.map((reason) => {
    const ofHalf = reason.half ? BY_HALF[reason.half][reason.stage] : undefined;
    const stated = ofHalf ? t(ofHalf) : t(`compare.stage.${reason.stage}`, { filters });
    if (typeof reason.margin !== "number" || !reason.unit) return stated;
    const by = t(`compare.by.${reason.unit}`, {
      count: Math.round(reason.margin),
      margin:
        reason.unit === "price"
          ? formats.price(reason.margin, standing.item?.currency ?? "BRL")
          : formats.decimal(reason.margin, 4),
    });
    return `${stated} ${by}`;
  });
  return [...new Set(said)];
}

type HalfText =
  | `compare.half.words.${"no_term" | "pool_limit"}`
  | `compare.half.vectors.${"threshold" | "pool_limit" | "no_vector" | "vectors_off"}`;

/** What each half says; the other gates are about both. */
const BY_HALF: Record<SearchHalf, Partial<Record<CutStage, HalfText>>> = {
  words: {
    no_term: "compare.half.words.no_term",
    pool_limit: "compare.half.words.pool_limit",
  },
  vectors: {
    threshold: "compare.half.vectors.threshold",
    pool_limit: "compare.half.vectors.pool_limit",
    no_vector: "compare.half.vectors.no_vector",
    vectors_off: "compare.half.vectors.vectors_off",
  },
};

/** The filters that have a name of ours; others are attributes, named by the catalog. */
const FIELDS = {
  category: "filters.one.category",
  manufacturer: "filters.one.manufacturer",
  tags: "filters.one.tags",
  stock: "filters.stock",
  minPrice: "filters.price",
  maxPrice: "filters.price",
} as const;

function isField(name: string): name is keyof typeof FIELDS {
  return Object.hasOwn(FIELDS, name);
}
