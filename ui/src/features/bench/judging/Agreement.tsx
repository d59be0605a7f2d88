/** How far judges agree, in words and as Cohen's kappa. */
import { Skeleton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useCommandQuery } from "../../../api/hooks";
import { DataText } from "../../../components/DataText";
import { useFormats } from "../../../i18n/language";
import classes from "../sets/Sets.module.css";

export function Agreement({ id }: { id: string }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const agreement = useCommandQuery("judgesAgreement", { id });
  if (agreement.isPending) return <Skeleton height={40} mb={14} />;
  if (!agreement.data) return null;
  const { pairs } = agreement.data;
  if (pairs.length === 0) return <p className={classes.verdict}>{t("sets.agreement.none")}</p>;
  return (
    <ul className={`${classes.verdict} ${classes.list}`} aria-label={t("sets.agreement.title")}>
      {pairs.map((pair) => (
        <li key={`${pair.a}\n${pair.b}`}>
          <DataText text={formats.list([pair.a, pair.b])} />
          {": "}
          {t("sets.agreement.pair", {
            ...formats.placeCount(pair.records),
            same: formats.integer(pair.same),
            kappa: formats.decimal(pair.kappa ?? 0, 2),
            weighted: formats.decimal(pair.weightedKappa ?? 0, 2),
          })}{" "}
          {t(`sets.agreement.${strength(pair.records, pair.weightedKappa ?? 0)}`)}
        </li>
      ))}
    </ul>
  );
}

/** Fewer records than this say nothing of two judges. */
const FEW = 10;

/** Rates the agreement of judges by the names of Landis and Koch (1977), of which three are enough here. */
function strength(records: number, kappa: number): "few" | "strong" | "fair" | "weak" {
  if (records < FEW) return "few";
  if (kappa > 0.6) return "strong";
  return kappa > 0.2 ? "fair" : "weak";
}
