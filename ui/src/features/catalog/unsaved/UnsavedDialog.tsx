/** All cells that are not stored: what was typed in each, why it waits, and what can be done about it. */
import { Button, Group, Modal, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { DataText } from "../../../components/DataText";
import { useErrorText } from "../../../components/useErrorText";
import { useFormats } from "../../../i18n/language";
import { useFieldLabel } from "../../../shared/changes/useFieldLabel";
import { useCellQueue, useUnsaved } from "./queues";
import classes from "./Unsaved.module.css";
import { useConflictText } from "./useConflictText";
import { keyOf, waitingCells, type Held, type TypedCell } from "./work";

/** Cells that are listed; the rest is counted. */
const LISTED = 200;

type Find = (cell: { id: string; column: string }) => void;
type Props = { opened: boolean; onClose: () => void; onFind: Find };

export function UnsavedDialog({ opened, onClose, onFind }: Props) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size={680}
      title={t("grid.unsaved.title")}
      closeButtonProps={{ "aria-label": t("action.close") }}
      returnFocus={false}
    >
      {opened && <Cells onClose={onClose} onFind={onFind} />}
    </Modal>
  );
}

function Cells({ onClose, onFind }: Omit<Props, "opened">) {
  const { t } = useTranslation();
  const formats = useFormats();
  const describe = useErrorText();
  const queue = useCellQueue();
  const unsaved = useUnsaved();
  const waiting = waitingCells(unsaved);
  const { held, away } = unsaved;
  const find: Find = (cell) => {
    onClose();
    onFind(cell);
  };
  const total = waiting.length + held.length;
  const left = total - Math.min(LISTED, held.length) - Math.min(LISTED, waiting.length);
  return (
    <>
      <div role="status">
        {total === 0 && <Text size="sm">{t("grid.unsaved.none")}</Text>}
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
      {held.length > 0 && (
        <section className={classes.section}>
          <h3>{t("grid.unsaved.heldTitle")}</h3>
          <ul className={classes.list}>
            {held.slice(0, LISTED).map((cell) => (
              <li key={keyOf(cell.id, cell.column)} className={classes.cell}>
                <HeldCell cell={cell} onFind={find} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {waiting.length > 0 && (
        <section className={classes.section}>
          <h3>{t("grid.unsaved.waitingTitle")}</h3>
          <ul className={classes.list}>
            {waiting.slice(0, LISTED).map((cell) => (
              <li key={keyOf(cell.id, cell.column)} className={classes.cell}>
                <Place cell={cell} onFind={find} />
                <Typed cell={cell} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {left > 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          {t("grid.unsaved.more", { count: left, shown: formats.integer(left) })}
        </Text>
      )}
      <Group justify="space-between" mt="md" gap="xs">
        <Button variant="subtle" color="red" disabled={total === 0} onClick={() => queue.discard()}>
          {t("grid.unsaved.discard")}
        </Button>
        <Button variant="default" onClick={onClose} data-autofocus>
          {t("action.close")}
        </Button>
      </Group>
    </>
  );
}

function HeldCell({ cell, onFind }: { cell: Held; onFind: Find }) {
  const { t } = useTranslation();
  const label = useFieldLabel();
  const { who, shown } = useConflictText();
  const queue = useCellQueue();
  const forget = () => queue.forget([cell]);
  return (
    <>
      <Place cell={cell} onFind={onFind} />
      <p className={classes.said}>
        <DataText text={cell.state === "wrong" ? cell.message : who(cell)} />
      </p>
      <Typed cell={cell} {...(cell.state === "conflict" && { now: shown(cell.now, cell.column) })} />
      <Group gap={6} mt={6}>
        <Button size="compact-xs" variant="default" onClick={forget}>
          {t(cell.state === "wrong" ? "grid.unsaved.forget" : "grid.unsaved.take")}
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          onClick={() =>
            queue.insist(cell, t("grid.operation.cell", { field: label(cell.column), name: cell.name }))
          }
        >
          {t(cell.state === "wrong" ? "grid.unsaved.again" : "grid.conflict.keep")}
        </Button>
      </Group>
    </>
  );
}

function Place({ cell, onFind }: { cell: TypedCell; onFind: Find }) {
  const { t } = useTranslation();
  const label = useFieldLabel();
  return (
    <div className={classes.place}>
      <span>
        <strong>
          <DataText text={cell.name} />
        </strong>{" "}
        · <DataText text={label(cell.column)} />
      </span>
      <Button
        size="compact-xs"
        variant="subtle"
        onClick={() => onFind(cell)}
        aria-label={t("grid.unsaved.findCell", { field: label(cell.column), name: cell.name })}
      >
        {t("grid.unsaved.find")}
      </Button>
    </div>
  );
}

function Typed({ cell, now }: { cell: TypedCell; now?: string }) {
  const { t } = useTranslation();
  return (
    <dl className={classes.sides}>
      {now !== undefined && (
        <>
          <dt>{t("grid.conflict.now")}</dt>
          <dd>
            <DataText text={now} />
          </dd>
        </>
      )}
      <dt>{t("grid.conflict.yours")}</dt>
      <dd>{cell.text === "" ? <em>{t("itemForm.nothing")}</em> : <DataText text={cell.text} />}</dd>
    </dl>
  );
}
