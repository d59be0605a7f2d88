/** What was said of a file in whose place another one came, one by one: it is not applied to that one. */
import { Button, Group, Text } from "@mantine/core";
import { IconFileOff } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { CopyButton } from "../../../components/CopyButton";
import { DataText } from "../../../components/DataText";
import { Notice } from "../../../components/Notice";
import { useFormats } from "../../../i18n/language";
import { useRowName } from "../preview/cells/useRowName";
import type { DroppedWork } from "../state/choices/droppedWork";
import type { ImportDesk } from "../state/useImport";
import classes from "../Import.module.css";

export function DroppedNotices({ desk }: { desk: ImportDesk }) {
  return desk.dropped.map((work) => (
    <DroppedNotice key={work.at} work={work} onForget={() => desk.forgetDropped(work)} />
  ));
}

function DroppedNotice({ work, onForget }: { work: DroppedWork; onForget: () => void }) {
  const { t } = useTranslation();
  const { bytes } = useFormats();
  const lines = useLines(work);
  const { name, size } = work.file;
  const label = size === null ? name : `${name} (${bytes(size)})`;
  return (
    <Notice icon={<IconFileOff size={18} />} tone="wait">
      <Text size="sm" role="status">
        <DataText text={t("import.dropped.text", { name: label })} />
      </Text>
      <ul className={classes.dropped} aria-label={t("import.dropped.list")}>
        {lines.map((line, at) => (
          <li key={at}>
            <DataText text={line} multiline />
          </li>
        ))}
      </ul>
      <Group gap="xs">
        <CopyButton text={() => lines.join("\n")} label={t("import.dropped.copy")} />
        <Button size="compact-xs" variant="default" onClick={onForget}>
          {t("import.dropped.forget")}
        </Button>
      </Group>
    </Notice>
  );
}

function useLines({ fixes, leaveOut, tables = [], place, decimal }: DroppedWork): string[] {
  const { t } = useTranslation();
  const { integer } = useFormats();
  const row = useRowName({ tables });
  const mark = decimal || "found";
  return [
    ...(place.sheet === null ? [] : [t("import.dropped.sheet", { sheet: place.sheet })]),
    ...(place.headerRow === null ? [] : [t("import.dropped.headerRow", { row: integer(place.headerRow) })]),
    ...(decimal === null ? [] : [t(`import.dropped.decimal.${mark}`)]),
    ...fixes.map((fix) => t("import.dropped.fix", { ...fix, row: row(fix.row) })),
    ...leaveOut.rows.map((left) => t("import.dropped.left", { row: row(left) })),
    ...leaveOut.take.map((taken) => t("import.dropped.taken", { row: row(taken) })),
  ];
}
