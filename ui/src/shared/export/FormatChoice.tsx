/** In which format a file is written, and for whom. */
import { Input, Radio, SegmentedControl, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Kind } from "../../api/types";
import type { ExportRequest } from "./saveExport";
import classes from "./ExportDialog.module.css";

export type Format = ExportRequest["format"];
export type Dialect = NonNullable<ExportRequest["dialect"]>;

const FORMATS: readonly Format[] = ["csv", "xlsx", "jsonl", "google"];
const DIALECTS: readonly Dialect[] = ["excel_br", "plain"];

type FormatProps = { kind: Kind; format: Format; onChange: (format: Format) => void };

export function FormatChoice({ kind, format, onChange }: FormatProps) {
  const { t } = useTranslation();
  const formats = FORMATS.filter((one) => one !== "google" || kind === "items");
  return (
    <Radio.Group label={t("import.export.format")} value={format} onChange={onChange}>
      <Stack gap="xs" mt="xs">
        {formats.map((one) => (
          <Radio
            key={one}
            value={one}
            label={t(`import.export.${one}.label`)}
            description={t(`import.export.${one}.text`)}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}

type DialectProps = { dialect: Dialect; onChange: (dialect: Dialect) => void };

export function DialectChoice({ dialect, onChange }: DialectProps) {
  const { t } = useTranslation();
  return (
    <Stack gap={4} align="flex-start">
      <Input.Label component="p" className={classes.label}>
        {t("import.export.dialect.label")}
      </Input.Label>
      <SegmentedControl
        aria-label={t("import.export.dialect.label")}
        value={dialect}
        data={DIALECTS.map((one) => ({ value: one, label: t(`import.export.dialect.${one}`) }))}
        onChange={(value) => onChange(value)}
      />
      <Text size="xs" c="dimmed">
        {t(dialect === "excel_br" ? "import.export.dialect.excelText" : "import.export.dialect.plainText")}
      </Text>
    </Stack>
  );
}
