/** The life balance score, area by area, each with what counts in it, by which weight, of which days. */
import { Text, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { DataText } from "../../../components/DataText";
import { useFormats } from "../../../i18n/language";
import type { BalanceScore } from "./kinds";
import classes from "./reports.module.css";

type AreaScore = BalanceScore["areas"][number];
type ScorePart = AreaScore["parts"][number];

export function ScoreBox({ score }: { score: BalanceScore }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const points = score.score ?? null;
  return (
    <section aria-label={t("personal.reports.score.title")}>
      <Title order={3} size="h5" mt="md">
        {t("personal.reports.score.title")}
      </Title>
      <Text size="sm">
        {points === null
          ? t("personal.reports.score.none")
          : t("personal.reports.score.whole", {
              points,
              from: formats.day(score.period.from),
              to: formats.day(score.period.to),
            })}
        <Change change={score.change ?? null} />
      </Text>
      {score.areas.map((area) => (
        <AreaDetails key={area.area} area={area} />
      ))}
      <Text size="xs" c="dimmed" mt={4}>
        {t("personal.reports.score.how")}
      </Text>
    </section>
  );
}

function AreaDetails({ area }: { area: AreaScore }) {
  const { t } = useTranslation();
  const name = t(`personal.decisions.area.${area.area}`);
  if ((area.score ?? null) === null)
    return (
      <Text size="sm" c="dimmed">
        {t("personal.reports.score.noData", { area: name })}
      </Text>
    );
  return (
    <details className={classes.area}>
      <summary>
        {name}: {area.score}
        <Change change={area.change ?? null} />
      </summary>
      <ul>
        {area.parts.map((part) => (
          <li key={`${part.measure} ${part.name ?? ""}`}>
            <PartLine part={part} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function PartLine({ part }: { part: ScorePart }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const words = {
    measured: formats.decimal(part.measured),
    full: formats.decimal(part.full),
    points: part.score,
    weight: part.weight,
    from: formats.day(part.period.from),
    to: formats.day(part.period.to),
  };
  return (
    <>
      {part.name && (
        <>
          <DataText text={part.name} />
          {": "}
        </>
      )}
      {t(`personal.reports.measure.${part.measure}`)} {t("personal.reports.score.part", words)}
    </>
  );
}

function Change({ change }: { change: number | null }) {
  const { t } = useTranslation();
  if (change === null) return null;
  return <> ({t("personal.reports.score.change", { change: `${change > 0 ? "+" : ""}${change}` })})</>;
}
