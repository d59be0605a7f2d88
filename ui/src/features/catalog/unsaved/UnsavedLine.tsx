/** In the foot of the sheet: how much is not stored, why, and the way to it. */
import { Button } from "@mantine/core";
import { IconAlertTriangle, IconCloudOff, IconCloudUpload } from "@tabler/icons-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useFormats } from "../../../i18n/language";
import { useLostFocus } from "../../../lib/hooks/useLostFocus";
import { useUnsaved } from "./queue/queues";
import classes from "./Unsaved.module.css";
import type { FindCell } from "./UnsavedCell";
import { UnsavedDialog } from "./UnsavedDialog";
import { countPending, isReading } from "./queue/work/work";

/** Milliseconds. */
const SLOW_MS = 800;

type Props = {
  onFind: FindCell;
  /** Back into the sheet. */
  onLeave: () => void;
};

export function UnsavedLine({ onFind, onLeave }: Props) {
  const { t } = useTranslation();
  const unsaved = useUnsaved();
  const [open, setOpen] = useState(false);
  const steps = unsaved.steps.length;
  const reading = isReading(unsaved);
  const held = unsaved.held.length;
  const away = unsaved.isStalled;
  const tone = held > 0 || (away && steps > 0) ? "wait" : undefined;
  // What it says is over: all is stored, or the program is back.
  const box = useRef<HTMLSpanElement>(null);
  useLostFocus(box, onLeave);
  return (
    <>
      <span ref={box} className={classes.whole}>
        <span className={classes.line} role="status" data-tone={tone}>
          {(tone === "wait" || reading) && <UnsavedSummary />}
          {tone === undefined && !reading && steps > 0 && (
            <AfterDelay>
              <UnsavedSummary />
            </AfterDelay>
          )}
        </span>
        {tone === "wait" && (
          <Button size="compact-xs" variant="default" onClick={() => setOpen(true)}>
            {t("grid.unsaved.show")}
          </Button>
        )}
      </span>
      <UnsavedDialog
        opened={open}
        onClose={() => {
          setOpen(false);
          onLeave();
        }}
        onFind={onFind}
      />
    </>
  );
}

function UnsavedSummary() {
  const { t } = useTranslation();
  const formats = useFormats();
  const unsaved = useUnsaved();
  const { cells, takeBacks, held } = countPending(unsaved, true);
  const away = unsaved.isStalled;
  const Icon = away ? IconCloudOff : held > 0 ? IconAlertTriangle : IconCloudUpload;
  return (
    <>
      <Icon size={15} aria-hidden />
      {cells > 0 && (
        <span>{t(away ? "grid.unsaved.waiting" : "grid.unsaved.sending", formats.placeCount(cells))}</span>
      )}
      {takeBacks > 0 && (
        <span>
          {t(away ? "grid.unsaved.takeBacks" : "grid.unsaved.takingBack", formats.placeCount(takeBacks))}
        </span>
      )}
      {held > 0 && <span>{t("grid.unsaved.held", formats.placeCount(held))}</span>}
      {!unsaved.kept && <span>{t("grid.unsaved.noRoom")}</span>}
    </>
  );
}

/** Of what is done in a moment nothing is said. */
function AfterDelay({ children }: { children: ReactNode }) {
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  return due ? children : null;
}
