/** What the dialogs over cells that are not stored have in common. */
import { Button, Group, Text } from "@mantine/core";
import { useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { DataText } from "../../../components/DataText";
import { useFormats } from "../../../i18n/language";
import { useLostFocus } from "../../../lib/hooks/useLostFocus";
import type { TakeBack } from "./queue/work/work";
import classes from "./Unsaved.module.css";

const ENTRY = "data-entry";
/** Marks an entry of a list whose cell waits for a person to decide, or can be let go of. */
export const entryOf = (list: "decisions" | "waiting") => ({ [ENTRY]: list });

/**
 * Around such a dialog: where a press takes away the button that has the focus, the next entry of the same list
 * gets the focus, on the way to its cell, which decides nothing by one key too many; else the way out.
 */
export function Decisions({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const entriesOf = (list: string) =>
    Array.from(box.current?.querySelectorAll<HTMLElement>(`[${ENTRY}="${list}"]`) ?? []);
  const place = useRef({ list: "", at: 0 });
  const goOn = () => {
    const { list, at } = place.current;
    const open = entriesOf(list);
    const next = open[Math.min(at, open.length - 1)]?.querySelector<HTMLElement>("button");
    (next ?? box.current?.querySelector<HTMLElement>("[data-autofocus]"))?.focus();
  };
  useLostFocus(box, goOn, (element) => {
    const entry = element.closest<HTMLElement>(`[${ENTRY}]`);
    const list = entry?.getAttribute(ENTRY) ?? "";
    place.current = { list, at: entry ? entriesOf(list).indexOf(entry) : 0 };
  });
  return <div ref={box}>{children}</div>;
}

type FootProps = {
  /** Cells and undos that are not stored. */
  count: number;
  onDiscard: () => void;
  onClose: () => void;
};

/** The ways out: closing and, where anything waits, discarding everything after a question. */
export function DiscardFoot({ count, onDiscard, onClose }: FootProps) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  if (asking && count > 0)
    return <DiscardQuestion count={count} onBack={() => setAsking(false)} onDiscard={onDiscard} />;
  return (
    <Group justify={count > 0 ? "space-between" : "flex-end"} mt="md" gap="xs">
      {count > 0 && (
        <Button variant="subtle" color="red" onClick={() => setAsking(true)}>
          {t("grid.unsaved.discard")}
        </Button>
      )}
      <Button variant="default" onClick={onClose} data-autofocus>
        {t("action.close")}
      </Button>
    </Group>
  );
}

/** A list under its title; nothing where it is empty. */
export function CellSection({ title, children }: { title: string; children: ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <section className={classes.section}>
      <h3>{title}</h3>
      <ul className={classes.list}>{children}</ul>
    </section>
  );
}

/** Below the cells: what waits to be taken back or brought back, and how many cells are not listed. */
export function ListEnd({ undoing, left }: { undoing: readonly TakeBack[]; left: number }) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <>
      <CellSection title={t("grid.unsaved.undoingTitle")}>
        {undoing.map(({ kind, operationId, label }) => (
          <li key={operationId} className={classes.cell}>
            <DataText text={t(`grid.unsaved.${kind}`, { what: label })} />
          </li>
        ))}
      </CellSection>
      {left > 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          {t("grid.unsaved.more", formats.placeCount(left))}
        </Text>
      )}
    </>
  );
}

/** There is no way back from it: what was typed is nowhere else. */
function DiscardQuestion(props: { count: number; onBack: () => void; onDiscard: () => void }) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <div role="alert">
      <Text size="sm" mt="md">
        {t("grid.unsaved.discardQuestion", formats.placeCount(props.count))}
      </Text>
      <Group justify="flex-end" mt="xs" gap="xs">
        <Button variant="subtle" color="red" onClick={props.onDiscard}>
          {t("grid.unsaved.discardNow")}
        </Button>
        <Button variant="default" onClick={props.onBack} autoFocus>
          {t("grid.unsaved.discardNot")}
        </Button>
      </Group>
    </div>
  );
}
