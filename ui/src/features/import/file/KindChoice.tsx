/** What the rows of the file are. */
import { SegmentedControl } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Kind } from "../../../api/types";
import type { ImportDesk } from "../state/useImport";
import classes from "../Import.module.css";

/** Records, or counts of what there is of them. */
export type FileKind = Kind | "stock";

export const RECORD_KINDS: readonly Kind[] = ["items", "faqs"];
export const FILE_KINDS: readonly FileKind[] = [...RECORD_KINDS, "stock"];

/** Lets a person choose which records a file has that was read already. */
export function KindChoice({ desk }: { desk: ImportDesk }) {
  return (
    <KindSegments
      kinds={RECORD_KINDS}
      value={desk.kind}
      disabled={desk.work !== null}
      onChange={desk.chooseKind}
    />
  );
}

type Props<T extends FileKind> = {
  kinds: readonly T[];
  value: T;
  disabled: boolean;
  onChange: (kind: T) => void;
};

export function KindSegments<T extends FileKind>({ kinds, value, disabled, onChange }: Props<T>) {
  const { t } = useTranslation();
  return (
    <SegmentedControl
      className={classes.kind}
      aria-label={t("import.kindLabel")}
      value={value}
      disabled={disabled}
      data={kinds.map((kind) => ({ value: kind, label: t(`import.kind.${kind}`) }))}
      onChange={onChange}
    />
  );
}
