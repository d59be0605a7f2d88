/** One cell that is not stored: where it is, what was typed, and what can be done about it. */
import { Button, Group } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { DataText } from "../../../components/DataText";
import { useFieldLabel } from "../../../shared/changes/useFieldLabel";
import { useCellQueue } from "./queue/queues";
import { uniteCell } from "./queue/work/uniteCell";
import { LongText } from "./LongText";
import classes from "./Unsaved.module.css";
import { useConflictText } from "./clash/useConflictText";
import type { HeldCell, TypedCell } from "./queue/work/work";

export type FindCell = (cell: TypedCell) => void;

/** Shows an unsaved cell that a person has to decide about. */
export function HeldEntry({ cell, onFind }: { cell: HeldCell; onFind: FindCell }) {
  const { t } = useTranslation();
  const label = useFieldLabel();
  const { describeWriter, formatValue } = useConflictText();
  const queue = useCellQueue();
  const operation = t("grid.operation.cell", { field: label(cell.column), name: cell.name });
  const union = cell.state === "conflict" ? uniteCell(cell, cell.column) : null;
  const forget = () => queue.takeStored([cell], t("grid.operation.take", { what: operation }));
  return (
    <>
      <Place cell={cell} onFind={onFind} />
      <p className={classes.said}>
        <DataText text={cell.state === "wrong" ? cell.message : describeWriter(cell)} />
      </p>
      <CellTexts
        cell={cell}
        {...(cell.state === "conflict" && { now: formatValue(cell.now, cell.column) })}
        {...(union && { both: formatValue(union.values, cell.column) })}
      />
      <Group gap={6} mt={6}>
        <Button size="compact-xs" variant="default" onClick={forget}>
          {t(cell.state === "wrong" ? "grid.unsaved.forget" : "grid.conflict.take")}
        </Button>
        <Button size="compact-xs" variant="default" onClick={() => queue.insist(cell, operation)}>
          {t(cell.state === "wrong" ? "grid.unsaved.again" : "grid.conflict.keep")}
        </Button>
        {union && (
          <Button
            size="compact-xs"
            variant={union.isCertain ? "filled" : "default"}
            onClick={() => queue.unite(cell, operation)}
          >
            {t("grid.conflict.both")}
          </Button>
        )}
      </Group>
    </>
  );
}

/** Which cell it is, and the way to it where there is one. */
export function Place({ cell, onFind }: { cell: TypedCell; onFind?: FindCell }) {
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
      {onFind && (
        <Button
          size="compact-xs"
          variant="subtle"
          onClick={() => onFind(cell)}
          aria-label={t("grid.unsaved.findCell", { field: label(cell.column), name: cell.name })}
        >
          {t("grid.unsaved.find")}
        </Button>
      )}
    </div>
  );
}

/** Button that discards one unsaved cell. */
export function DiscardButton({ cell, onDiscard }: { cell: TypedCell; onDiscard: () => void }) {
  const { t } = useTranslation();
  const label = useFieldLabel();
  return (
    <Button
      size="compact-xs"
      variant="default"
      mt={6}
      onClick={onDiscard}
      aria-label={t("grid.unsaved.forgetCell", { field: label(cell.column), name: cell.name })}
    >
      {t("grid.unsaved.forget")}
    </Button>
  );
}

/** Shows what was typed into an unsaved cell, beside what stands there `now`, and both together. */
export function CellTexts({ cell, now, both }: { cell: TypedCell; now?: string; both?: string }) {
  const { t } = useTranslation();
  const { formatTyped } = useConflictText();
  return (
    <dl className={classes.sides}>
      {now !== undefined && (
        <>
          <dt>{t("grid.conflict.now")}</dt>
          <dd>
            <LongText text={now} label={t("grid.conflict.now")} />
          </dd>
        </>
      )}
      <dt>{t("grid.conflict.yours")}</dt>
      <dd>
        <LongText text={formatTyped(cell, cell.column)} label={t("grid.conflict.yours")} />
      </dd>
      {both !== undefined && (
        <>
          <dt>{t("grid.conflict.together")}</dt>
          <dd>
            <LongText text={both} label={t("grid.conflict.together")} />
          </dd>
        </>
      )}
    </dl>
  );
}
