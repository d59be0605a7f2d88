/** The packages of a product for reading, each with its price by the unit; the cheapest by that is marked. */
import { useTranslation } from "react-i18next";
import type { Package } from "../../bindings";
import { DataText } from "../../components/DataText";
import { useFormats } from "../../i18n/language";
import { cheapestPlaces } from "../../lib/packages/content";
import { fold } from "../../lib/text/text";
import classes from "./PackageList.module.css";
import { useUnitPriceText } from "./usePackageText";

/** Packages that a card lists; of more, their number is said. */
const MOST_ON_CARD = 6;
/** A shorter term stands in too many codes to be what was looked for. */
const LEAST_TERM = 3;

type Props = {
  packages: readonly Package[];
  currency: string;
  /** The folded words of a search. */
  terms?: readonly string[];
  /** On a card: the first ones on sale, and of codes only those that were looked for. */
  compact?: boolean;
};

type ListedPackage = { one: Package; isCheapest: boolean; codes: string[] };

export function PackageList({ packages, currency, terms = [], compact = false }: Props) {
  const { t } = useTranslation();
  const { price } = useFormats();
  const unitText = useUnitPriceText();
  const known = compact ? packages.filter(({ status }) => status !== "inativo") : packages;
  const cheapest = cheapestPlaces(known);
  const listed = known.map((one, at): ListedPackage => {
    const codes = codesOf(one);
    const asked = codes.filter((code) => terms.some((term) => isAskedFor(code, term)));
    return { one, isCheapest: cheapest.has(at), codes: compact ? asked : codes };
  });
  const shown = compact ? pickFew(listed) : listed;
  // Where none has a price, that is said of the product.
  const isPriced = known.some(hasPrice);
  if (shown.length === 0) return null;
  return (
    <ul className={classes.list} data-compact={compact || undefined} aria-label={t("packages.title")}>
      {shown.map(({ one, isCheapest, codes }, at) => {
        const unit = unitText(one, currency);
        return (
          <li key={at} data-off={one.status === "inativo" || undefined}>
            <span className={classes.label}>
              <DataText text={one.label} highlight={terms} />
            </span>
            {hasPrice(one) && <span className={classes.figure}>{price(one.price, currency)}</span>}
            {!hasPrice(one) && isPriced && !compact && (
              <span className={classes.remark}>{t("price.unavailable")}</span>
            )}
            {unit !== "" && <span className={classes.unit}>{unit}</span>}
            {isCheapest && <span className={classes.cheapest}>{t("packages.cheapest")}</span>}
            {codes.length > 0 && (
              <span className={classes.remark}>
                <DataText text={codes.join(" · ")} highlight={terms} />
              </span>
            )}
            {one.status === "inativo" && <span className={classes.remark}>{t("record.status.inativo")}</span>}
          </li>
        );
      })}
      {shown.length < listed.length && (
        <li className={classes.remark}>{t("packages.more", { count: listed.length - shown.length })}</li>
      )}
    </ul>
  );
}

function hasPrice(one: Package): one is Package & { price: number } {
  return one.price !== null && one.price !== undefined;
}

function codesOf({ code, ean }: Package): string[] {
  return [code, ean].filter((one) => one !== null && one !== undefined);
}

function isAskedFor(code: string, term: string): boolean {
  const folded = fold(code);
  return folded === term || (term.length >= LEAST_TERM && folded.includes(term));
}

/** The first ones, in the dealer's order; among them the cheapest, and those whose code was looked for. */
function pickFew(listed: readonly ListedPackage[]): readonly ListedPackage[] {
  const isWanted = ({ isCheapest, codes }: ListedPackage) => isCheapest || codes.length > 0;
  const byWish = [...listed.filter(isWanted), ...listed.filter((one) => !isWanted(one))];
  const few = new Set(byWish.slice(0, MOST_ON_CARD));
  return listed.filter((one) => few.has(one));
}
