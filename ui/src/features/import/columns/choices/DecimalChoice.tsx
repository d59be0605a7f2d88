/** By which sign numbers of a file have their decimals: as found in it, or one that a person says. */
import { NativeSelect } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Decimal } from "../targets";
import classes from "../../Import.module.css";

const DECIMALS: readonly Decimal[] = ["", "comma", "point"];

type Props = {
  label: string;
  description?: string;
  disabled?: boolean;
  value: Decimal;
  onChoose: (decimal: Decimal) => void;
};

export function DecimalChoice({ value, onChoose, ...field }: Props) {
  const { t } = useTranslation();
  return (
    <NativeSelect
      {...field}
      className={classes.decimal}
      value={value}
      data={DECIMALS.map((mark) => ({
        value: mark,
        label: mark === "" ? t("import.decimal.found") : t(`import.decimal.${mark}`),
      }))}
      onChange={(event) => onChoose(event.currentTarget.value as Decimal)}
    />
  );
}
