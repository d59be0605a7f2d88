/**
 * Making a bulk edit that was looked at. Who goes away from it ends it; what came of it is said by a remark
 * then, for it may have been too late to end it.
 */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { call, CommandError, type Req } from "../../../../api/command";
import { invalidatedTags, invalidateTags } from "../../../../api/tags";
import { cancelMeasurement } from "../../../../components/measuring/cancel";
import { showToast } from "../../../../components/toast/toasts";
import { useErrorToast } from "../../../../components/toast/useErrorToast";
import { useUndoToast } from "../../../../components/toast/useUndoToast";
import { useFormats } from "../../../../i18n/language";
import { useStable } from "../../../../lib/hooks/useStable";
import { noteOperation, noteWriting, type OwnOperation } from "../../shared/ownOperations";

export type BulkRequest = Pick<Req<"bulkEdit">, "selection" | "changes">;
/** An edit with the preview that was looked at. Tried again as it is, it is done once. */
type Attempt = BulkRequest & { expect: string; operationId: string };

type Input = {
  /** What is said just now: of another edit nothing is tried again. */
  request: BulkRequest;
  onDone: () => void;
  onUndo: (operation: OwnOperation) => void;
  /** Nothing was changed: what would change is to be looked at anew. */
  onStale: () => void;
};

export function useBulkEdit({ request, onDone, onUndo, onStale }: Input) {
  const { t } = useTranslation();
  const formats = useFormats();
  const client = useQueryClient();
  const showError = useErrorToast();
  const showUndoable = useUndoToast();
  const [error, setError] = useState<CommandError | null>(null);
  const [attempt, setAttempt] = useState<Attempt | null>(null);
  /** By what id the program knows the edit that is being made. */
  const [making, setMaking] = useState<string | null>(null);
  const underWay = useRef<string | null>(null);
  const isThere = useRef(true);
  const sayCancelling = useStable(() => showToast({ tone: "info", text: t("grid.bulk.cancelling") }));
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
      if (underWay.current === null) return;
      cancelMeasurement(underWay.current);
      sayCancelling();
    };
  }, [sayCancelling]);

  /** Resolves to what was done once it can be taken back. */
  const edit = async (tried: Attempt): Promise<OwnOperation> => {
    const done = await call("bulkEdit", tried);
    const text = t("grid.bulk.done", formats.placeCount(done.changed));
    const operation = { id: done.operationId, label: text };
    noteOperation(operation);
    return operation;
  };
  const fail = (cause: CommandError) => {
    if (cause.code === "cancelled") showToast({ tone: "info", text: t("grid.bulk.cancelled") });
    else if (isThere.current) setError(cause);
    else showError(cause);
    if (isThere.current && (cause.code === "cancelled" || cause.code === "selection_changed")) onStale();
  };
  const run = async (tried: Attempt) => {
    if (underWay.current !== null) return;
    underWay.current = tried.operationId;
    setAttempt(tried);
    setMaking(tried.operationId);
    setError(null);
    try {
      const operation = await noteWriting(edit(tried));
      const text = operation.label;
      const takeBack = () => onUndo(operation);
      underWay.current = null;
      await invalidateTags(client, invalidatedTags("bulkEdit"));
      if (isThere.current) {
        onDone();
        showUndoable(text, takeBack);
      } else {
        const undo = { label: t("action.undo"), run: takeBack };
        showToast({ tone: "info", text: t("grid.bulk.tooLate", { text }), action: undo, stays: true });
      }
    } catch (cause) {
      if (!(cause instanceof CommandError)) throw cause;
      underWay.current = null;
      fail(cause);
    } finally {
      underWay.current = null;
      setMaking(null);
    }
  };
  return {
    error: attempt !== null && isSame(attempt, request) ? error : null,
    making,
    make: (expect: string) => void run({ ...request, expect, operationId: crypto.randomUUID() }),
    /** What was tried last, as it was. */
    retry: () => attempt && void run(attempt),
    cancel: () => making !== null && cancelMeasurement(making),
  };
}

function isSame(one: BulkRequest, other: BulkRequest): boolean {
  const textOf = ({ selection, changes }: BulkRequest) => JSON.stringify([selection, changes]);
  return textOf(one) === textOf(other);
}
