/** What the rows of the file are. */
import { SegmentedControl } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Kind } from "../../../api/types";
import type { ImportDesk } from "../state/useImport";
import classes from "../Import.module.css";

const KINDS: readonly Kind[] = ["items", "faqs"];

export function KindChoice({ desk }: { desk: ImportDesk }) {
  const { t } = useTranslation();
  return (
    <SegmentedControl
      className={classes.kind}
      aria-label={t("import.kindLabel")}
      value={desk.kind}
      disabled={desk.work !== null}
      data={KINDS.map((kind) => ({ value: kind, label: t(`import.kind.${kind}`) }))}
      onChange={(kind) => desk.chooseKind(kind)}
    />
  );
}
