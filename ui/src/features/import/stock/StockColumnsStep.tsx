/** Which column of a list of stock is what, by which sign its quantities are read, and when they were counted. */
import { Button, Text, TextInput } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { textLimits } from "../../../bindings";
import { DataText } from "../../../components/DataText";
import { Notice } from "../../../components/Notice";
import { useFormats } from "../../../i18n/language";
import { DecimalChoice } from "../columns/choices/DecimalChoice";
import { PlaceFields } from "../columns/choices/PlaceChoice";
import { FileLine } from "../file/FileLine";
import { StockColumnTable } from "./StockColumnTable";
import { hasUnclearPlaces, isOfPlace, missingColumns } from "./stockColumns";
import type { StockDesk } from "./useStockImport";
import classes from "../Import.module.css";

export function StockColumnsStep({ desk }: { desk: StockDesk }) {
  const { t } = useTranslation();
  const { list } = useFormats();
  const { found, columns } = desk;
  if (!found) return null;
  const missing = missingColumns(columns);
  const areUnclear = hasUnclearPlaces(columns);
  return (
    <>
      <FileLine desk={desk} />
      <PlaceFields
        file={found.file}
        head={found.head}
        headerRow={found.headingRow}
        disabled={desk.work !== null}
        others={found.headingRow === null ? [{ value: "", label: t("import.stock.chooseHeading") }] : []}
        onChoose={desk.choosePlace}
      />
      {found.headingRow === null ? (
        <Notice icon={<IconInfoCircle size={18} />} tone="wait">
          {t("import.stock.noHeading")}
        </Notice>
      ) : (
        <StockColumnTable desk={desk} columns={columns} />
      )}
      {(found.unreadSheets ?? []).length > 0 && (
        <Notice icon={<IconInfoCircle size={18} />} tone="wait">
          <DataText text={t("import.stock.unread", { sheets: list(found.unreadSheets ?? []) })} />
        </Notice>
      )}
      <div className={classes.place}>
        {/* Where columns are places, no row is of another one. */}
        {!columns.some(isOfPlace) && (
          <TextInput
            label={t("import.stock.placeOfRows")}
            description={t("import.stock.placeOfRowsHint")}
            disabled={desk.work !== null}
            maxLength={textLimits.stockPlace}
            value={desk.placeOfRows}
            onChange={(event) => desk.setPlaceOfRows(event.currentTarget.value)}
          />
        )}
        <TextInput
          type="date"
          label={t("import.stock.countedOn")}
          description={t("import.stock.countedOnHint")}
          disabled={desk.work !== null}
          value={desk.countedOn}
          onChange={(event) => desk.setCountedOn(event.currentTarget.value)}
        />
        <DecimalChoice
          label={t("import.stock.decimal")}
          description={t("import.stock.decimalHint")}
          disabled={desk.work !== null}
          value={desk.decimal}
          onChoose={desk.setDecimal}
        />
      </div>
      {found.headingRow !== null && missing.length > 0 && (
        <Text size="sm" className={classes.bad} role="alert">
          {t("import.missing", { fields: list(missing.map((what) => t(`import.stock.missing.${what}`))) })}
        </Text>
      )}
      {areUnclear && (
        <Text size="sm" className={classes.bad} role="alert">
          {t("import.stock.unclearPlaces")}
        </Text>
      )}
      <div className={classes.actions}>
        <Button
          disabled={desk.work !== null || found.headingRow === null || missing.length > 0 || areUnclear}
          onClick={() => void desk.check()}
        >
          {t("import.check")}
        </Button>
        <Button variant="default" onClick={desk.reset}>
          {t("import.otherFile")}
        </Button>
      </div>
    </>
  );
}
