/** A record in a search in one line: its place and score, or where it fell out and by how much. */
import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { RecordStanding } from "../../api/types";
import { DataText } from "../../components/DataText";
import { useFormats } from "../../i18n/language";
import { cleanText } from "../../lib/text";
import classes from "./StandingLine.module.css";

/** `mark` is the letter under which a comparison speaks of the record. */
export function StandingLine({ standing, mark }: { standing: RecordStanding; mark?: "A" | "B" }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const reason = useReason(standing);
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
        {reason && <p className={classes.reason}>{reason}</p>}
      </div>
    </div>
  );
}

/** Why the record is not in the result; nothing where it is. */
function useReason(standing: RecordStanding): string | null {
  const { t } = useTranslation();
  const formats = useFormats();
  const { stage, margin, marginUnit, misses = [] } = standing;
  if (!stage) return null;
  const stated = t(`compare.stage.${stage}`, {
    filters: formats.list(misses.map((name) => (isField(name) ? t(FIELDS[name]) : cleanText(name)))),
  });
  if (margin === null || margin === undefined || !marginUnit) return stated;
  const by = t(`compare.by.${marginUnit}`, {
    count: Math.round(margin),
    margin:
      marginUnit === "price"
        ? formats.price(margin, standing.item?.currency ?? "BRL")
        : formats.decimal(margin, 4),
  });
  return `${stated} ${by}`;
}

/** The filters that have a name of ours; others are attributes, named by the catalog. */
const FIELDS = {
  category: "filters.one.category",
  manufacturer: "filters.one.manufacturer",
  tags: "filters.one.tags",
  minPrice: "filters.price",
  maxPrice: "filters.price",
} as const;

function isField(name: string): name is keyof typeof FIELDS {
  return Object.hasOwn(FIELDS, name);
}
