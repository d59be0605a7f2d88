/** Records from a table of CSV, and as one; why a table was refused, cell by cell. */
import { Button, FileButton, Group } from "@mantine/core";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import type { CommandError } from "../../../api/command";
import { TableRefusal } from "./TableRefusal";

type Props = {
  isReading: boolean;
  /** Why the last table was not taken. */
  refusal: CommandError | null;
  onRead: (file: File) => void;
  onSave: () => void;
};

export function TableFiles({ isReading, refusal, onRead, onSave }: Props) {
  const { t } = useTranslation();
  const resetFile = useRef<() => void>(null);
  const take = (file: File | null) => {
    if (!file) return;
    // The same file, corrected, can be chosen again.
    resetFile.current?.();
    onRead(file);
  };
  return (
    <>
      <Group gap="xs">
        <FileButton resetRef={resetFile} onChange={take} accept=".csv,text/csv">
          {(props) => (
            <Button {...props} size="compact-sm" variant="default" loading={isReading}>
              {t("personal.table.import")}
            </Button>
          )}
        </FileButton>
        <Button size="compact-sm" variant="default" onClick={onSave}>
          {t("personal.table.export")}
        </Button>
      </Group>
      {refusal && <TableRefusal error={refusal} />}
    </>
  );
}
