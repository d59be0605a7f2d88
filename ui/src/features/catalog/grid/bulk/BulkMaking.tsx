/** A bulk edit that was said: what it would do, the button that makes it, and how far it is. */
import { Button, Group, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { call, CommandError, type Req } from "../../../../api/command";
import { useCommandQuery } from "../../../../api/hooks";
import { invalidatedTags, invalidateTags } from "../../../../api/tags";
import { ErrorNotice } from "../../../../components/ErrorNotice";
import { cancelMeasurement } from "../../../../components/measuring/cancel";
import { Measuring } from "../../../../components/measuring/Measuring";
import { showToast } from "../../../../components/toast/toasts";
import { useUndoToast } from "../../../../components/toast/useUndoToast";
import { useFormats } from "../../../../i18n/language";
import { noteOperation, noteWriting } from "../../shared/ownOperations";
import classes from "./Bulk.module.css";
import { BulkPreview } from "./BulkPreview";

type Request = Pick<Req<"bulkEdit">, "selection" | "changes">;

type Props = Request & {
  /** Of what the changed items are counted. */
  of?: "selection" | "catalog";
  /** Where the changes are said. */
  children: ReactNode;
  onClose: () => void;
  onUndo: () => void;
};

export function BulkMaking({ selection, of = "selection", changes, children, onClose, onUndo }: Props) {
  const { t } = useTranslation();
  const formats = useFormats();
  const client = useQueryClient();
  const showUndoable = useUndoToast();
  const [error, setError] = useState<CommandError | null>(null);
  /** By what id the program knows the edit that is being made. */
  const [making, setMaking] = useState<string | null>(null);
  const busy = making !== null;
  const [settled] = useDebouncedValue(JSON.stringify(changes), 250);
  const request: Request = { selection, changes: JSON.parse(settled) as Request["changes"] };
  const preview = useCommandQuery("previewBulkEdit", request, {
    enabled: request.changes.length > 0,
    staleTime: 0,
    gcTime: 0,
  });
  const current = settled === JSON.stringify(changes) && !preview.isFetching ? preview.data : undefined;

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
      showUndoable(text, onUndo);
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
      {children}
      <BulkPreview preview={preview} of={of} waiting={changes.length === 0} />
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
