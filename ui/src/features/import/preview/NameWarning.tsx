/**
 * The column of the names is hardly the right one, or there is none: said before anything else, with the way to
 * another.
 */
import { Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { DataText } from "../../../components/DataText";
import { Notice } from "../../../components/Notice";
import { useFormats } from "../../../i18n/language";
import { likelyNames, withNames, type ImportResult } from "../columns/targets";
import { useColumnLabel } from "../columns/useColumnLabel";
import type { ImportDesk } from "../state/useImport";
import classes from "../Import.module.css";

type Warning = ImportResult["report"]["warnings"][number];

type Props = { desk: ImportDesk; warning: Warning; tone: "bad" | "wait" };

export function NameWarning({ desk, warning, tone }: Props) {
  const { t } = useTranslation();
  const { placeCount } = useFormats();
  const label = useColumnLabel(desk);
  const other = likelyNames(desk.columns);
  const { code, names } = warning;
  const count = warning.count ?? 0;
  const choose = () => {
    const next = other && withNames(desk.columns, desk.columns.indexOf(other), desk.kind);
    if (next && code === "no_names") {
      // No other column gives up its names for it: there is nothing to look at before all is checked anew.
      void desk.checkColumns(next);
      return;
    }
    if (next) desk.setColumns(next);
    desk.setStep("columns");
  };
  return (
    <Notice icon={<IconAlertTriangle size={20} />} tone={tone}>
      <div className={classes.nameWarning} role="alert">
        <strong>
          <DataText
            text={t(`import.warning.${code}`, {
              names: names.map(label).join(),
              ...placeCount(count),
            })}
          />
        </strong>
        <Button size="xs" variant="light" disabled={desk.work !== null} onClick={choose}>
          <DataText
            text={other ? t("import.names.use", { name: label(other.name) }) : t("import.names.choose")}
          />
        </Button>
      </div>
    </Notice>
  );
}
