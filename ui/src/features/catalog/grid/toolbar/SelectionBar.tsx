/** What can be done with the selected rows. */
import { Button } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useFormats } from "../../../../i18n/language";
import classes from "./SelectionBar.module.css";

type Props = {
  count: number;
  total: number;
  all: boolean;
  onAll: () => void;
  onNone: () => void;
  onEdit: () => void;
};

export function SelectionBar({ count, total, all, onAll, onNone, onEdit }: Props) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <div className={classes.bar} role="region" aria-label={t("grid.selection.label")}>
      <span role="status">{t("grid.selection.count", { count, shown: formats.integer(count) })}</span>
      {!all && count < total && (
        <Button size="compact-xs" variant="subtle" onClick={onAll}>
          {t("grid.selection.all", { count: total, shown: formats.integer(total) })}
        </Button>
      )}
      <Button size="compact-xs" variant="subtle" color="gray" onClick={onNone}>
        {t("grid.selection.none")}
      </Button>
      <Button size="compact-sm" ml="auto" leftSection={<IconPencil size={14} aria-hidden />} onClick={onEdit}>
        {t("grid.selection.edit")}
      </Button>
    </div>
  );
}
