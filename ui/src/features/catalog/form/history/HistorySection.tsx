/** Every save of the record, newest first: what it changed, and the way back to before it. */
import { Button, Skeleton } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useUndoToast } from "../../../../components/toast/useUndoToast";
import { QueryError } from "../../../../components/QueryError";
import { ChangeList } from "../../../../shared/changes/ChangeList";
import { Disclosure } from "../../../../shared/forms/Disclosure";
import { fromItem } from "../../../../shared/changes/draft";
import { isBeside, stateAt, type Revision } from "../../../../shared/changes/history";
import classes from "./History.module.css";
import { RevisionLine } from "./RevisionLine";
import { useItemHistory } from "./useItemHistory";
import type { ItemForm } from "../useItemForm";

const FIRST = 10;

export function HistorySection({ form, itemId }: { form: ItemForm; itemId: string }) {
  const { t } = useTranslation();
  return (
    <Disclosure title={t("itemForm.history.title")}>
      <Revisions form={form} itemId={itemId} />
    </Disclosure>
  );
}

function Revisions({ form, itemId }: { form: ItemForm; itemId: string }) {
  const { t } = useTranslation();
  const history = useItemHistory(itemId);
  const [shown, setShown] = useState(FIRST);
  const showUndoable = useUndoToast();
  if (history.error) return <QueryError title={t("itemForm.history.failed")} query={history} />;
  const { revisions } = history;
  if (!revisions) return <Skeleton h={60} aria-busy />;
  const newest = revisions.find((revision) => !isBeside(revision));
  const restore = (revision: Revision) => {
    if (!form.base) return;
    const past = stateAt(form.base, revisions, revision.version);
    const bringBack = form.noteDraft();
    const wasTyped = form.dirty;
    form.change(fromItem(past, form.language));
    // The whole form is that of the past: what was typed and not saved is not lost with it.
    if (wasTyped) showUndoable(t("drafts.discarded"), bringBack);
  };
  return (
    <>
      <ol className={classes.revisions}>
        {revisions.slice(0, shown).map((revision) => (
          <li key={`${revision.version} ${isBeside(revision) ? (revision.operationId ?? "") : ""}`}>
            <RevisionLine revision={revision} />
            <ChangeList changes={revision.changes} created={revision.version === 1 && !isBeside(revision)} />
            {revision !== newest && !isBeside(revision) && (
              <Button size="compact-xs" variant="default" onClick={() => restore(revision)}>
                {t("itemForm.history.restoreRecord")}
              </Button>
            )}
          </li>
        ))}
      </ol>
      {revisions.length > shown && (
        <Button size="compact-sm" variant="subtle" onClick={() => setShown(shown + 50)}>
          {t("itemForm.history.more")}
        </Button>
      )}
    </>
  );
}
