/** What can be done with the selected rows; not there where none is. */
import { Button } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useFormats } from "../../../../i18n/language";
import { useMay } from "../../../../shared/account/useMe";
import type { SelectedRows } from "../cursor/useRowSelection";
import classes from "./SelectionBar.module.css";

type Props = {
  selected: SelectedRows;
  total: number;
  /** Back into the sheet. */
  onLeave: () => void;
  onEdit: () => void;
};

export function SelectionBar({ selected, total, onLeave, onEdit }: Props) {
  const { t } = useTranslation();
  const formats = useFormats();
  const mayEdit = useMay("edit");
  const { count } = selected;
  if (count === 0) return null;
  const selectNone = () => {
    selected.selectNone();
    onLeave();
  };
  return (
    <div className={classes.bar} role="region" aria-label={t("grid.selection.label")}>
      <span role="status">{t("grid.selection.count", formats.placeCount(count))}</span>
      {selected.selection.kind !== "all" && count < total && (
        <Button size="compact-xs" variant="subtle" onClick={selected.selectAll}>
          {t("grid.selection.all", formats.placeCount(total))}
        </Button>
      )}
      <Button size="compact-xs" variant="subtle" color="gray" onClick={selectNone}>
        {t("grid.selection.none")}
      </Button>
      {mayEdit && (
        <Button
          size="compact-sm"
          ml="auto"
          leftSection={<IconPencil size={14} aria-hidden />}
          onClick={onEdit}
        >
          {t("grid.selection.edit")}
        </Button>
      )}
    </div>
  );
}
