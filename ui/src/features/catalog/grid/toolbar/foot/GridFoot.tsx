/** Below the sheet: how many, how complete, where one is, and what can be taken back. */
import { ActionIcon, Button } from "@mantine/core";
import { IconArrowBackUp, IconArrowForwardUp, IconRefresh } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useFormats } from "../../../../../i18n/language";
import { useMay } from "../../../../../shared/account/useMe";
import { useOwnOperations } from "../../../shared/ownOperations";
import { useUnsaved } from "../../../unsaved/queue/queues";
import type { FindCell } from "../../../unsaved/UnsavedCell";
import { UnsavedLine } from "../../../unsaved/UnsavedLine";
import { latestTaken } from "../../../unsaved/queue/work/taken";
import { stacksAfter } from "../../../unsaved/queue/work/stacks";
import { CompletenessBar } from "../../cells/CompletenessBar";
import classes from "./GridFoot.module.css";
import { GridHelp } from "./GridHelp";
import { sizeOf } from "../../cursor/selection";
import type { GridCursor } from "../../cursor/useGridCursor";
import type { GridEdits } from "../../edits/useGridEdits";
import type { GridRows } from "../../state/rows/useGridRows";

type Props = {
  rows: GridRows;
  cursor: GridCursor;
  edits: GridEdits;
  /** Leads to a cell. */
  onFind: FindCell;
  /** Back into the sheet. */
  onLeave: () => void;
  onUndo: () => void;
  onRedo: () => void;
};

export function GridFoot({ rows, cursor, edits, onFind, onLeave, onUndo, onRedo }: Props) {
  const { t } = useTranslation();
  const formats = useFormats();
  const own = useOwnOperations();
  const mayEdit = useMay("edit");
  const unsaved = useUnsaved();
  const { done, undone } = stacksAfter(unsaved.steps, own);
  const { total, averageCompleteness: average } = rows;
  const refresh = () => {
    edits.refreshed();
    void rows.refresh();
  };
  const block = sizeOf(cursor.range);
  const cells = block.rows * block.columns;
  const last = latestTaken(unsaved.taken, unsaved, own) ?? done.at(-1);
  const next = undone.at(-1);
  return (
    <footer className={classes.foot}>
      <span role="status">{total !== null && t("grid.total", formats.placeCount(total))}</span>
      {average !== null && total !== null && total > 0 && (
        <span className={classes.average} title={t("grid.averageHint")}>
          {t("grid.average")}
          <CompletenessBar value={average} />
        </span>
      )}
      {cells > 1 && (
        <span className={classes.block}>
          {t("grid.block", { rows: formats.integer(block.rows), columns: formats.integer(block.columns) })}
        </span>
      )}
      <UnsavedLine onFind={onFind} onLeave={onLeave} />
      <span className={classes.right}>
        {edits.outdated && (
          <span className={classes.outdated} role="status">
            {t("grid.outdated")}
            <Button
              size="compact-xs"
              variant="default"
              leftSection={<IconRefresh size={13} aria-hidden />}
              onClick={refresh}
            >
              {t("grid.refresh")}
            </Button>
          </span>
        )}
        {mayEdit && (
          <>
            <ActionIcon
              size={26}
              disabled={!last}
              onClick={onUndo}
              aria-label={t("grid.undo.undo")}
              title={last ? `${t("grid.undo.undo")}: ${last.label} (Ctrl Z)` : t("grid.undo.nothing")}
            >
              <IconArrowBackUp size={17} />
            </ActionIcon>
            <ActionIcon
              size={26}
              disabled={!next}
              onClick={onRedo}
              aria-label={t("grid.undo.redo")}
              title={
                next ? `${t("grid.undo.redo")}: ${next.label} (Ctrl Shift Z)` : t("grid.undo.nothingToRedo")
              }
            >
              <IconArrowForwardUp size={17} />
            </ActionIcon>
          </>
        )}
        <GridHelp />
      </span>
    </footer>
  );
}
