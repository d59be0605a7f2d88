/** What was taken back of a change of prices, and by name what stays as it is. */
import { IconInfoCircle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { Data } from "../../../../api/command";
import { DataText } from "../../../../components/DataText";
import { Notice } from "../../../../components/Notice";
import { useFormats } from "../../../../i18n/language";
import classes from "../prices.module.css";

type Outcome = Data<"undoPriceChange">;

export function UndoOutcome({ outcome: { undone, conflicts, conflictCount } }: { outcome: Outcome }) {
  const { t } = useTranslation();
  const { placeCount, amount } = useFormats();
  const spell = (price: number | null) => (price === null ? t("itemForm.nothing") : amount(price));
  return (
    <Notice icon={<IconInfoCircle size={18} />} tone={conflictCount > 0 ? "wait" : "info"}>
      {t("prices.undo.done", placeCount(undone))}
      {conflictCount > 0 && (
        <>
          {". "}
          {t("prices.undo.left", placeCount(conflictCount))}
          <ul className={classes.left} tabIndex={0}>
            {conflicts.map(({ item, name, package: label, after, now, gone, otherCurrency }) => (
              <li key={`${item} ${label ?? ""}`}>
                {name === null ? <em>{t("operations.gone")}</em> : <DataText text={name} />}
                {label !== null && (
                  <>
                    {" · "}
                    <DataText text={label} />
                  </>
                )}
                :{" "}
                {gone || otherCurrency
                  ? t(gone ? "prices.outcome.gone" : "prices.outcome.other_currency")
                  : t("prices.undo.since", { after: spell(after), now: spell(now) })}
              </li>
            ))}
          </ul>
        </>
      )}
    </Notice>
  );
}
