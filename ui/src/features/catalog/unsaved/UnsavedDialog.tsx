/** All cells that are not stored: what was typed in each, why it waits, and what can be done about it. */
import { Button, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { DataText } from "../../../components/DataText";
import { Dialog } from "../../../components/Dialog";
import { useErrorText } from "../../../components/useErrorText";
import { CurrentItems } from "./CurrentItems";
import { canDiscard } from "./queue/work/discard";
import { useCellQueue, useUnsaved } from "./queue/queues";
import classes from "./Unsaved.module.css";
import { HeldEntry, DiscardButton, Place, CellTexts, type FindCell } from "./UnsavedCell";
import { CellSection, Decisions, DiscardFoot, entryOf, ListEnd } from "./UnsavedParts";
import { countUnread, keyOf, takeBacks, waitingCells } from "./queue/work/work";

/** Cells that are listed; the rest is counted. */
const LISTED = 200;

type Props = { opened: boolean; onClose: () => void; onFind: FindCell };

export function UnsavedDialog({ opened, onClose, onFind }: Props) {
  const { t } = useTranslation();
  return (
    <Dialog opened={opened} onClose={onClose} size={680} title={t("grid.unsaved.title")} returnFocus={false}>
      {opened && <Cells onClose={onClose} onFind={onFind} />}
    </Dialog>
  );
}

function Cells({ onClose, onFind }: Omit<Props, "opened">) {
  const { t } = useTranslation();
  const describe = useErrorText();
  const queue = useCellQueue();
  const unsaved = useUnsaved();
  const waiting = waitingCells(unsaved);
  const undoing = takeBacks(unsaved);
  const { held, away } = unsaved;
  const listed = held.slice(0, LISTED);
  const find: FindCell = (cell) => {
    onClose();
    onFind(cell);
  };
  const total = waiting.length + countUnread(unsaved) + held.length;
  const isStored = total === 0 && undoing.length === 0;
  const [discarded, setDiscarded] = useState(false);
  const left = total - Math.min(LISTED, held.length) - Math.min(LISTED, waiting.length);
  return (
    <Decisions>
      <CurrentItems ids={listed.filter(({ state }) => state === "conflict").map(({ id }) => id)} />
      <div role="status">
        {isStored && <Text size="sm">{t(discarded ? "grid.unsaved.discarded" : "grid.unsaved.none")}</Text>}
        {away && (
          <Text size="sm">
            {t("grid.unsaved.away")} <DataText text={describe(away)} />
          </Text>
        )}
        {!unsaved.kept && (
          <Text size="sm" mt={6}>
            {t("grid.unsaved.notKept")}
          </Text>
        )}
      </div>
      {away && (
        <Button size="compact-sm" variant="default" mt={8} onClick={queue.wake}>
          {t("grid.unsaved.now")}
        </Button>
      )}
      <CellSection title={t("grid.unsaved.heldTitle")}>
        {listed.map((cell) => (
          <li key={keyOf(cell.id, cell.column)} className={classes.cell} {...entryOf("decisions")}>
            <HeldEntry cell={cell} onFind={find} />
          </li>
        ))}
      </CellSection>
      <CellSection title={t("grid.unsaved.waitingTitle")}>
        {waiting.slice(0, LISTED).map((cell) => (
          <li key={keyOf(cell.id, cell.column)} className={classes.cell} {...entryOf("waiting")}>
            <Place cell={cell} onFind={find} />
            <CellTexts cell={cell} />
            {canDiscard(unsaved, cell) && (
              <DiscardButton
                cell={cell}
                onDiscard={() => {
                  queue.discardCell(cell);
                  setDiscarded(true);
                }}
              />
            )}
          </li>
        ))}
      </CellSection>
      <ListEnd undoing={undoing} left={left} />
      <DiscardFoot
        count={total + undoing.length}
        onDiscard={() => {
          queue.discard();
          setDiscarded(true);
        }}
        onClose={onClose}
      />
    </Decisions>
  );
}
