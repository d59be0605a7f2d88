/** The same change of many records: said, looked at, then made. */
import { Button, Group, Modal, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconPlus } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call, CommandError, type Req } from "../../../api/command";
import { useCommandQuery } from "../../../api/hooks";
import { invalidatedTags, invalidateTags } from "../../../api/tags";
import { ErrorNotice } from "../../../components/ErrorNotice";
import { showToast } from "../../../components/toast/toasts";
import { useFormats } from "../../../i18n/language";
import { cancelMeasurement } from "../../../components/measuring/cancel";
import { Measuring } from "../../../components/measuring/Measuring";
import { noteOperation, noteWriting } from "../shared/ownOperations";
import classes from "./Bulk.module.css";
import { BulkChange, EMPTY_CHANGE, isReady, type DraftChange } from "./BulkChange";
import { BulkPreview } from "./BulkPreview";
import type { Layout } from "./columns";
import { queryOf, type GridState } from "./gridState";
import type { RowSelection } from "./selection";

type Props = {
  opened: boolean;
  selection: RowSelection;
  state: GridState;
  layout: Layout;
  onClose: () => void;
  onUndo: () => void;
};

export function BulkDialog({ opened, onClose, ...props }: Props) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size={720}
      title={t("grid.bulk.title")}
      closeButtonProps={{ "aria-label": t("action.close") }}
      returnFocus={false}
    >
      {opened && <BulkForm {...props} onClose={onClose} />}
    </Modal>
  );
}

function BulkForm({ selection, state, layout, onClose, onUndo }: Omit<Props, "opened">) {
  const { t } = useTranslation();
  const formats = useFormats();
  const client = useQueryClient();
  const [changes, setChanges] = useState<DraftChange[]>([EMPTY_CHANGE]);
  const [error, setError] = useState<CommandError | null>(null);
  /** By what id the program knows the edit that is being made. */
  const [making, setMaking] = useState<string | null>(null);
  const busy = making !== null;
  const ready = changes.filter(isReady);
  const [settled] = useDebouncedValue(JSON.stringify(ready), 250);
  const request = { selection: chosen(selection, state), changes: JSON.parse(settled) as DraftChange[] };
  const preview = useCommandQuery("previewBulkEdit", request, {
    enabled: request.changes.length > 0,
    staleTime: 0,
    gcTime: 0,
  });
  const current = settled === JSON.stringify(ready) && !preview.isFetching ? preview.data : undefined;

  /** Resolves to what was done, in words, once it can be taken back. */
  const edit = async (expect: string, operationId: string): Promise<string> => {
    const done = await call("bulkEdit", { ...request, expect, operationId });
    const text = t("grid.bulk.done", { count: done.changed, shown: formats.integer(done.changed) });
    noteOperation({ id: done.operationId, label: text });
    return text;
  };
  const make = async () => {
    if (!current || busy) return;
    const operationId = crypto.randomUUID();
    setMaking(operationId);
    setError(null);
    try {
      const text = await noteWriting(edit(current.digest, operationId));
      await invalidateTags(client, invalidatedTags("bulkEdit"));
      onClose();
      showToast({ tone: "info", text, action: { label: t("action.undo"), run: onUndo } });
    } catch (cause) {
      if (!(cause instanceof CommandError)) throw cause;
      if (cause.code === "cancelled") showToast({ tone: "info", text: t("grid.bulk.cancelled") });
      else setError(cause);
      void preview.refetch();
    } finally {
      setMaking(null);
    }
  };
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        void make();
      }}
    >
      {changes.map((change, index) => (
        <BulkChange
          key={index}
          change={change}
          layout={layout}
          first={index === 0}
          onChange={(next) => setChanges(changes.map((one, at) => (at === index ? next : one)))}
          onRemove={
            changes.length > 1 ? () => setChanges(changes.filter((_, at) => at !== index)) : undefined
          }
        />
      ))}
      <Button
        className={classes.more}
        size="compact-xs"
        variant="subtle"
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() => setChanges([...changes, EMPTY_CHANGE])}
      >
        {t("grid.bulk.another")}
      </Button>
      <BulkPreview preview={preview} waiting={ready.length === 0} />
      {error && (
        <ErrorNotice
          title={t("grid.bulk.failed")}
          error={error}
          onRetry={() => void make()}
          retrying={busy}
        />
      )}
      {making !== null && <Measuring id={making} of="items" onCancel={() => cancelMeasurement(making)} />}
      <Group justify="space-between" mt="xs">
        <Text size="xs" c="dimmed">
          {t("grid.bulk.undoable")}
        </Text>
        <Group gap="xs">
          <Button variant="default" onClick={onClose}>
            {t("action.cancel")}
          </Button>
          <Button type="submit" disabled={!current || current.changed === 0} loading={busy}>
            {current
              ? t("grid.bulk.make", { count: current.changed, shown: formats.integer(current.changed) })
              : t("grid.bulk.title")}
          </Button>
        </Group>
      </Group>
    </form>
  );
}

function chosen(selection: RowSelection, state: GridState): Req<"bulkEdit">["selection"] {
  if (selection.kind === "some") return { ids: [...selection.ids] };
  return { all: queryOf(state), except: [...selection.except] };
}
