/** What the values of a column of attributes are: found out from all of them, or said here. */
import { NativeSelect } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Column, ValueType } from "../targets";
import { useColumnLabel } from "../useColumnLabel";
import type { ImportDesk } from "../../state/useImport";

const TYPES: readonly ValueType[] = ["text", "number", "yesNo", "list"];

export function TypeChoice({ desk, at, column }: { desk: ImportDesk; at: number; column: Column }) {
  const { t } = useTranslation();
  const label = useColumnLabel(desk);
  const found = t("import.type.found", { type: t(`import.type.${column.foundType}`) });
  return (
    <NativeSelect
      size="xs"
      mt={4}
      aria-label={t("import.type.of", { name: label(column.name) })}
      value={column.valueType ?? ""}
      data={[
        { value: "", label: found },
        ...TYPES.map((type) => ({ value: type, label: t(`import.type.${type}`) })),
      ]}
      onChange={(event) => {
        const valueType = TYPES.find((type) => type === event.currentTarget.value) ?? null;
        desk.setColumns(desk.columns.map((one, index) => (index === at ? { ...one, valueType } : one)));
      }}
    />
  );
}
