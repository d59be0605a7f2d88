/** The column of the names is hardly the right one: said before anything else, with the way back. */
import { Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { DataText } from "../../../components/DataText";
import { Notice } from "../../../components/Notice";
import { likelyNames, withNames, type ImportResult } from "../columns/targets";
import { useColumnLabel } from "../columns/useColumnLabel";
import type { ImportDesk } from "../state/useImport";
import classes from "../Import.module.css";

type Warning = ImportResult["report"]["warnings"][number];

export function NameWarning({ desk, warning }: { desk: ImportDesk; warning: Warning }) {
  const { t } = useTranslation();
  const label = useColumnLabel(desk);
  const other = likelyNames(desk.columns);
  const choose = () => {
    if (other) {
      desk.setColumns(withNames(desk.columns, desk.columns.indexOf(other), desk.kind));
    }
    desk.setStep("columns");
  };
  return (
    <Notice icon={<IconAlertTriangle size={20} />} tone="bad">
      <div className={classes.nameWarning} role="alert">
        <strong>
          <DataText text={t(`import.warning.${warning.code}`, { names: warning.names.map(label).join() })} />
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
