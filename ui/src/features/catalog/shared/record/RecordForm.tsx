/** The frame of a small record's form: its title, why it was refused, both versions, and the buttons. */
import { Button, Group, Text, Title } from "@mantine/core";
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { DataText } from "../../../../components/DataText";
import { useUndoToast } from "../../../../components/toast/useUndoToast";
import { useErrorText } from "../../../../components/useErrorText";
import { useStable } from "../../../../lib/hooks/useStable";
import desk from "../../../../shared/desk/desk.module.css";
import type { FieldWords } from "../conflict/ConflictBox";
import { RecordConflict, type SavedRecord } from "../conflict/RecordConflict";
import type { FieldOf } from "../conflict/threeWays";
import { RoomNotice } from "../../../../shared/drafts/RoomNotice";
import { RestoredNotice } from "../../../../shared/drafts/RestoredNotice";
import { focusFirstField } from "../../../../shared/desk/firstField";
import { finishTyping } from "../typing/finishTyping";
import { isNowhere, useLostKeys } from "../typing/useLostKeys";
import { GoneNotice } from "./GoneNotice";
import type { StoredRecord } from "./useKeptForm";
import type { RecordFormState } from "./useRecordForm";

type Props<B extends SavedRecord, D extends object> = {
  title: string;
  form: RecordFormState<B, D>;
  draftOf: (base: B | null) => D;
  /** What the fields are called where both versions are shown. */
  words: FieldWords<D, FieldOf<D>>;
  onCommandEnter?: () => void;
  /** The fields. */
  children: ReactNode;
  /** Stands below the buttons. */
  footer?: ReactNode;
};

export function RecordForm<B extends SavedRecord, D extends object>(props: Props<B, D>) {
  const { title, form, draftOf, words, onCommandEnter, children, footer } = props;
  const describe = useErrorText();
  const { newer } = form;
  const frame = useRef<HTMLFormElement>(null);
  const beganNew = useRef(form.base === null);
  useEffect(() => {
    // One that was opened from the list leaves the focus there; after a reload it is nowhere.
    if (beganNew.current || isNowhere(document.activeElement)) focusFirstField(frame.current);
  }, []);
  const acts = {
    s: useStable(() => {
      // Asked of the moment: a save that was just answered may not be drawn yet.
      if ((form.isProposal || form.listUnsaved().length > 0) && !newer) void form.save();
    }),
    Enter: useStable(() => onCommandEnter?.()),
  };
  const onKeyDown = (event: KeyboardEvent | globalThis.KeyboardEvent) => {
    if (!event.ctrlKey && !event.metaKey) return;
    const { key } = event;
    if (key !== "s" && (key !== "Enter" || !onCommandEnter)) return;
    event.preventDefault();
    finishTyping(acts[key]);
  };
  useLostKeys(onKeyDown);
  return (
    <form
      ref={frame}
      data-new={form.base === null || undefined}
      className={desk.form}
      onSubmit={(event) => {
        event.preventDefault();
        void form.save();
      }}
      onKeyDown={onKeyDown}
    >
      <Title order={2} size="h4">
        {title}
      </Title>
      {form.restoredAt !== null && <RestoredNotice at={form.restoredAt} />}
      {!form.hasRoom && <RoomNotice />}
      {form.isGone && (
        <GoneNotice
          kind={form.kind}
          isTyped={form.changed}
          isSaving={form.saving}
          onBringBack={form.bringBack}
          onSaveAsNew={() => void form.saveAsNew()}
        />
      )}
      {children}
      {form.refusal && !newer && (
        <Text role="alert" c="var(--cel-bad)">
          <DataText text={describe(form.refusal)} />
        </Text>
      )}
      {newer && (
        // A third version is another question.
        <RecordConflict key={newer.version} form={form} newer={newer} draftOf={draftOf} words={words} />
      )}
      <Buttons form={form} />
      {footer}
    </form>
  );
}

type ButtonState = Pick<
  RecordFormState<StoredRecord, object>,
  "changed" | "isProposal" | "saving" | "discard" | "noteDraft" | "drop" | "dropping" | "isGone"
> & { base: unknown; newer: unknown };

function Buttons({ form }: { form: ButtonState }) {
  const { t } = useTranslation();
  const showUndoable = useUndoToast();
  const discard = () => {
    const bringBack = form.noteDraft();
    form.discard();
    showUndoable(t("drafts.discarded"), bringBack);
  };
  return (
    <Group>
      <Button
        type="submit"
        disabled={(!form.changed && !form.isProposal) || form.newer !== null}
        loading={form.saving}
        aria-keyshortcuts="Control+S"
      >
        {t("action.save")}
      </Button>
      {form.changed && (
        <Button variant="default" onClick={discard}>
          {t("action.discard")}
        </Button>
      )}
      {form.base !== null && !form.isGone && (
        <Button variant="subtle" color="red" loading={form.dropping} onClick={form.drop}>
          {t("action.delete")}
        </Button>
      )}
    </Group>
  );
}
