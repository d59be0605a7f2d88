/** Undoing several writes: first what would happen and what would be left alone, then the doing. */
import { Button, Group, Skeleton, Text } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useCommandMutation } from "../../../../api/hooks";
import { DataText } from "../../../../components/DataText";
import { Dialog } from "../../../../components/Dialog";
import { showToast } from "../../../../components/toast/toasts";
import { useErrorText } from "../../../../components/useErrorText";
import { useFormats } from "../../../../i18n/language";
import type { Request } from "./request";
import { UndoParts } from "./UndoParts";
import { useDryRun } from "./useDryRun";

type Props = { request: Request | null; onClose: () => void };

export function UndoDialog({ request, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Dialog
      opened={request !== null}
      onClose={onClose}
      size={680}
      title={t(request?.redo ? "actions.undo.titleAgain" : "actions.undo.title")}
    >
      {request && <Undo request={request} onClose={onClose} />}
    </Dialog>
  );
}

function Undo({ request, onClose }: { request: Request; onClose: () => void }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const describe = useErrorText();
  const dryRun = useDryRun(request);
  const undo = useCommandMutation("undoActions");
  const problem = dryRun.error ?? undo.error;
  const redo = request.redo === true;
  const button = useRef<HTMLButtonElement>(null);
  const known = dryRun.data !== undefined;
  // Until it is known what would happen the button cannot take the focus that it is meant to have.
  useEffect(() => {
    if (known) button.current?.focus();
  }, [known]);
  const run = () =>
    undo.mutate(
      { ...request, operationId: crypto.randomUUID() },
      {
        onSuccess: ({ actions: count, conflictCount }) => {
          const done = { count, shown: formats.integer(count) };
          const texts = [t(redo ? "actions.undo.doneAgain" : "actions.undo.done", done)];
          if (conflictCount > 0) texts.push(t("actions.undoConflicts", { count: conflictCount }));
          showToast({ tone: "info", text: texts.join(". ") });
          onClose();
        },
      },
    );
  return (
    <>
      {problem && (
        <Text size="sm" c="var(--cel-bad)" role="alert">
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
      {!dryRun.data && !problem && <Skeleton h={70} aria-busy />}
      {dryRun.data && <UndoParts would={dryRun.data} redo={redo} />}
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t("action.cancel")}
        </Button>
        <Button
          ref={button}
          onClick={run}
          loading={undo.isPending}
          disabled={!dryRun.data || dryRun.data.actions === 0}
          data-autofocus
        >
          {t(redo ? "actions.undo.again" : "action.undo")}
        </Button>
      </Group>
    </>
  );
}
