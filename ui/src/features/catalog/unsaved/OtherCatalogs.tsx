/**
 * Cells that were typed into other catalogs than the one that is open, as where the server works on another
 * database since. They are sent once theirs is open again; here they can be looked at and let go of.
 */
import { Button, Text } from "@mantine/core";
import { IconDatabaseExclamation } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../../components/Dialog";
import { Notice } from "../../../components/Notice";
import { useFormats } from "../../../i18n/language";
import { canDiscard } from "./queue/work/discard";
import { useOtherWork } from "./queue/queues";
import { keyOf, takeBacks, waitingCells } from "./queue/work/work";
import classes from "./Unsaved.module.css";
import { DiscardButton, Place, CellTexts } from "./UnsavedCell";
import { CellSection, Decisions, DiscardFoot, entryOf, ListEnd } from "./UnsavedParts";

/** Cells that are listed; the rest is counted. */
const LISTED = 200;

/** `onLeave` leads back into the sheet. */
export function OtherCatalogs({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { count } = useOtherWork();
  const [open, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    onLeave();
  };
  return (
    <>
      {count > 0 && (
        <Notice icon={<IconDatabaseExclamation size={18} />} tone="wait">
          {t("grid.others.text", formats.placeCount(count))}{" "}
          <Button size="compact-xs" variant="default" onClick={() => setOpen(true)}>
            {t("grid.unsaved.show")}
          </Button>
        </Notice>
      )}
      <Dialog opened={open} onClose={close} size={680} title={t("grid.others.title")} returnFocus={false}>
        {open && <OtherCells onClose={close} />}
      </Dialog>
    </>
  );
}

function OtherCells({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { works, count, discard, discardCell } = useOtherWork();
  const cells = works.flatMap(({ catalog, work }) => [
    ...work.held.map((cell) => ({ cell, catalog, isDiscardable: true })),
    ...waitingCells(work).map((cell) => ({ cell, catalog, isDiscardable: canDiscard(work, cell) })),
  ]);
  const undoing = works.flatMap(({ work }) => takeBacks(work));
  const left = count - undoing.length - Math.min(LISTED, cells.length);
  return (
    <Decisions>
      <Text size="sm" role="status">
        {t(count > 0 ? "grid.others.why" : "grid.unsaved.discarded")}
      </Text>
      <CellSection title={t("grid.others.cellsTitle")}>
        {cells.slice(0, LISTED).map(({ cell, catalog, isDiscardable }) => (
          <li
            key={`${catalog} ${keyOf(cell.id, cell.column)}`}
            className={classes.cell}
            {...entryOf("waiting")}
          >
            <Place cell={cell} />
            <CellTexts cell={cell} />
            {isDiscardable && <DiscardButton cell={cell} onDiscard={() => discardCell(catalog, cell)} />}
          </li>
        ))}
      </CellSection>
      <ListEnd undoing={undoing} left={left} />
      <DiscardFoot count={count} onDiscard={discard} onClose={onClose} />
    </Decisions>
  );
}
