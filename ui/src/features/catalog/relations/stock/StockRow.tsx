/** A level: counted again by Enter or its button, and taken away. */
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Data } from "../../../../api/command";
import { DataText } from "../../../../components/DataText";
import { useErrorText } from "../../../../components/useErrorText";
import { useFormats } from "../../../../i18n/language";
import { cleanText } from "../../../../lib/text/text";
import { QuantityField } from "./QuantityField";
import classes from "../relations.module.css";
import { useStockWrite } from "./useStockWrite";

export type StockLevel = Data<"getItemStock">["levels"][number];

type Props = { itemId: string; level: StockLevel; editable: boolean };

export function StockRow({ itemId, level, editable }: Props) {
  const { t } = useTranslation();
  const formats = useFormats();
  const describe = useErrorText();
  const { saving, error, store } = useStockWrite(itemId);
  const { package: label, isGone, place, quantity, unit, countedAt } = level;
  const what = label ?? t("stockForm.itself");
  const where = place === "" ? t("stockForm.onlyPlace") : place;
  const words = { what: cleanText(what), place: cleanText(where) };
  return (
    <tr data-gone={isGone || undefined}>
      <td>
        <DataText text={what} />
        {isGone && <span className={classes.facts}>{t("stockForm.gone")}</span>}
      </td>
      <td>
        <DataText text={where} />
      </td>
      <td>
        {editable && !isGone ? (
          <QuantityField
            label={t("stockForm.quantityOf", words)}
            stored={quantity}
            unit={unit}
            saving={saving}
            refusal={error ? describe(error) : ""}
            onSave={(counted) => store({ package: label, place, quantity: counted })}
          />
        ) : (
          <span className={classes.figure}>
            {formats.plainNumber(quantity)} <DataText text={unit} />
          </span>
        )}
      </td>
      <td>
        <span className={classes.when}>{formats.dateTime(countedAt)}</span>
        {editable && (
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            disabled={saving}
            aria-label={t("stockForm.removeOf", words)}
            onClick={() => void store({ package: label, place, quantity: null })}
          >
            {t("stockForm.remove")}
          </Button>
        )}
      </td>
    </tr>
  );
}
