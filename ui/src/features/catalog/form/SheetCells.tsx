/** In the form of an item: its cells that were typed into the sheet and are not stored. */
import { IconTable } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { DataText } from "../../../components/DataText";
import { Notice } from "../../../components/Notice";
import { useFieldLabel } from "../../../shared/changes/useFieldLabel";
import { useConflictText } from "../unsaved/clash/useConflictText";
import { useItemCells } from "../unsaved/useItemCells";
import { keyOf } from "../unsaved/queue/work/work";
import classes from "./Editor.module.css";

export function SheetCells({ itemId }: { itemId: string }) {
  const { t } = useTranslation();
  const label = useFieldLabel();
  const { formatTyped } = useConflictText();
  const { held, waiting, away } = useItemCells(itemId);
  const cells = [
    ...held.map((cell) => ({ cell, why: t("itemForm.sheet.held") })),
    // What is just being sent would move the fields for a moment.
    ...(away ? waiting.map((cell) => ({ cell, why: t("itemForm.sheet.waiting") })) : []),
  ];
  if (cells.length === 0) return null;
  return (
    <div className={classes.notice}>
      <Notice icon={<IconTable size={18} />} tone="wait">
        {t("itemForm.sheet.title", { count: cells.length })}
        <ul className={classes.sheetCells}>
          {cells.map(({ cell, why }) => (
            <li key={keyOf(cell.id, cell.column)}>
              <DataText text={`${label(cell.column)}: ${formatTyped(cell, cell.column)} (${why})`} />
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}
