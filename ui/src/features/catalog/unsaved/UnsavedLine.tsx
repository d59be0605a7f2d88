/** In the foot of the sheet: how many cells are not stored, why, and the way to them. */
import { Button } from "@mantine/core";
import { IconAlertTriangle, IconCloudOff, IconCloudUpload } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormats } from "../../../i18n/language";
import { useUnsaved } from "./queues";
import classes from "./Unsaved.module.css";
import { UnsavedDialog } from "./UnsavedDialog";
import { waitingCells } from "./work";

type Props = { onFind: (cell: { id: string; column: string }) => void };

export function UnsavedLine({ onFind }: Props) {
  const { t } = useTranslation();
  const formats = useFormats();
  const unsaved = useUnsaved();
  const [open, setOpen] = useState(false);
  const waiting = waitingCells(unsaved).length;
  const held = unsaved.held.length;
  const shown = (count: number) => ({ count, shown: formats.integer(count) });
  const away = unsaved.away !== null;
  const Icon = away ? IconCloudOff : held > 0 ? IconAlertTriangle : IconCloudUpload;
  return (
    <>
      <span className={classes.line} role="status" data-tone={away || held > 0 ? "wait" : undefined}>
        {waiting + held + unsaved.steps.length > 0 && (
          <>
            <Icon size={15} aria-hidden />
            {waiting > 0 && (
              <span>{t(away ? "grid.unsaved.waiting" : "grid.unsaved.sending", shown(waiting))}</span>
            )}
            {waiting === 0 && unsaved.steps.length > 0 && <span>{t("grid.unsaved.takingBack")}</span>}
            {held > 0 && <span>{t("grid.unsaved.held", shown(held))}</span>}
          </>
        )}
      </span>
      {(away || held > 0) && waiting + held + unsaved.steps.length > 0 && (
        <Button size="compact-xs" variant="default" onClick={() => setOpen(true)}>
          {t("grid.unsaved.show")}
        </Button>
      )}
      <UnsavedDialog opened={open} onClose={() => setOpen(false)} onFind={onFind} />
    </>
  );
}
