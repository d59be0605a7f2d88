/** The packages of a product for reading, each with its price by the unit; the cheapest by that is marked. */
import { useTranslation } from "react-i18next";
import type { Package } from "../../bindings";
import { DataText } from "../../components/DataText";
import { useFormats } from "../../i18n/language";
import { cheapestPlaces } from "../../lib/packages/content";
import classes from "./PackageList.module.css";
import { useUnitPriceText } from "./usePackageText";

type Props = {
  packages: readonly Package[];
  currency: string;
  terms?: readonly string[];
  /** On a card: without codes, and without packages that are not on sale. */
  compact?: boolean;
};

export function PackageList({ packages, currency, terms = [], compact = false }: Props) {
  const { t } = useTranslation();
  const { price } = useFormats();
  const unitText = useUnitPriceText();
  const shown = compact ? packages.filter(({ status }) => status !== "inativo") : packages;
  const cheapest = cheapestPlaces(shown);
  if (shown.length === 0) return null;
  return (
    <ul className={classes.list} data-compact={compact || undefined} aria-label={t("packages.title")}>
      {shown.map((one, at) => {
        const unit = unitText(one, currency);
        const codes = compact
          ? []
          : [one.code, one.ean].filter((code) => code !== null && code !== undefined);
        return (
          <li key={at} data-off={one.status === "inativo" || undefined}>
            <span className={classes.label}>
              <DataText text={one.label} highlight={terms} />
            </span>
            {one.price !== null && one.price !== undefined && <span>{price(one.price, currency)}</span>}
            {unit !== "" && <span className={classes.unit}>{unit}</span>}
            {cheapest.has(at) && <span className={classes.cheapest}>{t("packages.cheapest")}</span>}
            {codes.length > 0 && (
              <span className={classes.unit}>
                <DataText text={codes.join(" · ")} highlight={terms} />
              </span>
            )}
            {one.status === "inativo" && <span className={classes.unit}>{t("record.status.inativo")}</span>}
          </li>
        );
      })}
    </ul>
  );
}
