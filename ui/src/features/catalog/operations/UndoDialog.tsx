/** Taking an operation back: first what would happen, and what would be left alone, then the doing. */
import { Button, Group, Skeleton, Text } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useCommandMutation } from "../../../api/hooks";
import { DataText } from "../../../components/DataText";
import { Dialog } from "../../../components/Dialog";
import { showToast } from "../../../components/toast/toasts";
import { useErrorText } from "../../../components/useErrorText";
import { useFormats } from "../../../i18n/language";
import { noteOperation, noteUndone } from "../shared/ownOperations";
import { ConflictList } from "../../../shared/changes/conflicts/ConflictList";
import type { Operation } from "./types";
import { useDryRun } from "./useDryRun";
import { useActorName } from "../../../shared/changes/useActorName";
import { useKindName } from "./useKindName";

type Props = { operation: Operation | null; onClose: () => void };

export function UndoDialog({ operation, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Dialog opened={operation !== null} onClose={onClose} size={680} title={t("operations.undoTitle")}>
      {operation && <Undo operation={operation} onClose={onClose} />}
    </Dialog>
  );
}

function Undo({ operation, onClose }: { operation: Operation; onClose: () => void }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const describe = useErrorText();
  const actorName = useActorName();
  const kindName = useKindName();
  const dryRun = useDryRun(operation.id);
  const undo = useCommandMutation("undoOperation");
  const problem = dryRun.error ?? undo.error;
  const button = useRef<HTMLButtonElement>(null);
  const known = dryRun.data !== undefined;
  // Until it is known what would happen the button cannot take the focus that it is meant to have.
  useEffect(() => {
    if (known) button.current?.focus();
  }, [known]);
  const run = () =>
    undo.mutate(
      { id: operation.id, operationId: crypto.randomUUID() },
      {
        onSuccess: ({ operationId, undone }) => {
          const text = t("operations.undone", { count: undone, shown: formats.integer(undone) });
          noteUndone(operation.id, null);
          if (operationId !== null) noteOperation({ id: operationId, label: text });
          showToast({ tone: "info", text });
          onClose();
        },
      },
    );
  return (
    <>
      <Text size="sm">
        {t("operations.undoText", {
          kind: kindName(operation.kind),
          actor: actorName(operation.actor),
          at: formats.dateTime(operation.at),
        })}
      </Text>
      {problem && (
        <Text size="sm" c="var(--cel-bad)" mt="sm" role="alert">
          <DataText text={describe(problem)} />
          {dryRun.error && (
            <Button
              size="compact-xs"
              variant="default"
              ml="xs"
              loading={dryRun.isFetching}
              onClick={() => void dryRun.refetch()}
            >
              {t("action.retry")}
            </Button>
          )}
        </Text>
      )}
      {!dryRun.data && !problem && <Skeleton h={70} mt="md" aria-busy />}
      {dryRun.data && (
        <>
          <Text size="sm" fw={600} mt="md" role="status">
            {t("operations.would", { count: dryRun.data.undone, shown: formats.integer(dryRun.data.undone) })}
            {dryRun.data.deleted > 0 &&
              ` ${t("operations.wouldDelete", { count: dryRun.data.deleted, shown: formats.integer(dryRun.data.deleted) })}`}
          </Text>
          <ConflictList undone={dryRun.data} />
        </>
      )}
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t("action.cancel")}
        </Button>
        <Button
          ref={button}
          onClick={run}
          loading={undo.isPending}
          disabled={!dryRun.data || dryRun.data.undone === 0}
          data-autofocus
        >
          {t("operations.undo")}
        </Button>
      </Group>
    </>
  );
}
