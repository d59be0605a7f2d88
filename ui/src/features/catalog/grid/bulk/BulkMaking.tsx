/** A bulk edit that was said: what it would do, the button that makes it, and how far it is. */
import { Button, Group, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconRefreshAlert } from "@tabler/icons-react";
import { useEffect, useLayoutEffect, useRef, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useCommandQuery } from "../../../../api/hooks";
import { ErrorNotice } from "../../../../components/ErrorNotice";
import { Measuring } from "../../../../components/measuring/Measuring";
import { Notice } from "../../../../components/Notice";
import { useFormats } from "../../../../i18n/language";
import type { OwnOperation } from "../../shared/ownOperations";
import classes from "./Bulk.module.css";
import type { BulkFrameHandle } from "./BulkFrame";
import { BulkPreview } from "./BulkPreview";
import { CloseBulkDialog } from "./CloseBulkDialog";
import { useBulkEdit, type BulkRequest } from "./useBulkEdit";

type Props = BulkRequest & {
  /** Of what the changed items are counted. */
  of?: "selection" | "catalog";
  /** Whether anything is chosen that is lost where the edit is not made. */
  isFilled: boolean;
  frame: BulkFrameHandle;
  /** Whether anything is filled in that leaving the page loses. */
  onFilled: (isFilled: boolean) => void;
  /** Where the changes are said. */
  children: ReactNode;
  onUndo: (operation: OwnOperation) => void;
};

export function BulkMaking(props: Props) {
  const { selection, of = "selection", changes, isFilled, frame, onFilled, children, onUndo } = props;
  const { t } = useTranslation();
  const formats = useFormats();
  const [settled] = useDebouncedValue(JSON.stringify(changes), 250);
  const request: BulkRequest = { selection, changes: JSON.parse(settled) as BulkRequest["changes"] };
  const preview = useCommandQuery("previewBulkEdit", request, {
    enabled: request.changes.length > 0,
    staleTime: 0,
    gcTime: 0,
  });
  const current = settled === JSON.stringify(changes) && !preview.isFetching ? preview.data : undefined;
  const edit = useBulkEdit({ request, onDone: frame.end, onUndo, onStale: () => void preview.refetch() });
  const busy = edit.making !== null;
  const stale = edit.error?.code === "selection_changed";

  useEffect(() => {
    onFilled(isFilled);
    return () => onFilled(false);
  }, [isFilled, onFilled]);
  const { notePending } = frame;
  const pending = busy ? "edit" : isFilled ? "choice" : null;
  useEffect(() => {
    notePending(pending);
    return () => notePending(null);
  }, [pending, notePending]);

  const looked = useRef<HTMLDivElement>(null);
  // The button that was pressed takes no keys while it works: they go on at what is to be looked at.
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (!busy && edit.error && (activeElement === document.body || activeElement?.matches(":disabled")))
      looked.current?.focus();
  }, [busy, edit.error]);
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (current && !busy) edit.make(current.digest);
      }}
    >
      {isFilled && <CloseBulkDialog onAsk={frame.dismiss} />}
      {children}
      <div ref={looked} tabIndex={-1}>
        <BulkPreview preview={preview} of={of} waiting={changes.length === 0} />
      </div>
      {stale && (
        <Notice icon={<IconRefreshAlert size={18} />} tone="wait">
          {t("grid.bulk.stale")}
        </Notice>
      )}
      {edit.error && !stale && (
        <ErrorNotice title={t("grid.bulk.failed")} error={edit.error} onRetry={edit.retry} retrying={busy} />
      )}
      {busy && <Measuring id={edit.making} of="items" onCancel={edit.cancel} />}
      <Group justify="space-between" mt="xs">
        <Text size="xs" c="dimmed">
          {t("grid.bulk.undoable")}
        </Text>
        <Group gap="xs">
          <Button variant="default" onClick={frame.close}>
            {t(busy ? "grid.bulk.cancelAndClose" : "action.cancel")}
          </Button>
          <Button type="submit" disabled={!current || current.changed === 0} loading={busy}>
            {current ? t("grid.bulk.make", formats.placeCount(current.changed)) : t("grid.bulk.title")}
          </Button>
        </Group>
      </Group>
    </form>
  );
}
