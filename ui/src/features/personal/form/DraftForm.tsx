/** The frame of a form: its fields, why it could not be stored, the two versions of a conflict, and the buttons. */
import { Button, Group, Text, Title } from "@mantine/core";
import { useEffect, useRef, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { DataText } from "../../../components/DataText";
import { useUndoToast } from "../../../components/toast/useUndoToast";
import { useErrorText } from "../../../components/useErrorText";
import desk from "../../../shared/desk/desk.module.css";
import { focusFirstField } from "../../../shared/desk/firstField";
import { RestoredNotice } from "../../../shared/drafts/RestoredNotice";
import { RoomNotice } from "../../../shared/drafts/RoomNotice";
import { ClashNotice } from "./ClashNotice";
import { DraftGuard } from "./DraftGuard";
import { ForgetButton, type ForgottenKind } from "./ForgetButton";
import type { DraftFormState, SavedRecord, Words } from "./useDraftForm";

type Props<B extends SavedRecord, D extends object> = {
  title: string;
  form: DraftFormState<B, D>;
  draftOf: (base: B | null) => D;
  words: Words<D>;
  kind: ForgottenKind;
  /** What the record is called, as it is stored. */
  nameOf: (base: B) => string;
  /** The fields. */
  children: ReactNode;
  /** Beside the buttons. */
  more?: ReactNode;
};

export function DraftForm<B extends SavedRecord, D extends object>(props: Props<B, D>) {
  const { title, form, draftOf, words, kind, nameOf, children, more } = props;
  const { t } = useTranslation();
  const describe = useErrorText();
  const showUndoable = useUndoToast();
  const frame = useRef<HTMLFormElement>(null);
  const beganNew = useRef(form.base === null);
  useEffect(() => {
    if (beganNew.current) focusFirstField(frame.current);
  }, []);
  const problems = Object.keys(form.errors).join(" ");
  useEffect(() => {
    if (problems !== "") frame.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [problems]);
  const cannotSave = !form.changed || form.clash !== null;
  return (
    <>
      <form
        ref={frame}
        data-new={form.base === null || undefined}
        className={desk.form}
        aria-label={title}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          form.save();
        }}
        onKeyDown={(event) => {
          if ((!event.ctrlKey && !event.metaKey) || event.key !== "s") return;
          event.preventDefault();
          form.save();
        }}
      >
        <Title order={2} size="h4">
          {title}
        </Title>
        {form.restoredAt !== null && <RestoredNotice at={form.restoredAt} />}
        {!form.hasRoom && <RoomNotice />}
        {children}
        {form.refusal && (
          <Group role="alert" gap="xs">
            <Text c="var(--cel-bad)">
              <DataText text={describe(form.refusal)} />
            </Text>
            {form.isGone && (
              <Button size="compact-sm" variant="default" onClick={() => void form.bringBack()}>
                {t("personal.form.bringBack")}
              </Button>
            )}
            {form.isGone && form.changed && (
              <Button size="compact-sm" variant="default" loading={form.saving} onClick={form.saveAsNew}>
                {t("personal.form.saveAsNew")}
              </Button>
            )}
          </Group>
        )}
        {form.clash && (
          <ClashNotice
            key={form.clash.theirs.version}
            updatedAt={form.clash.theirs.updatedAt}
            fields={form.clash.fields}
            theirs={draftOf(form.clash.theirs)}
            mine={form.draft}
            words={words}
            onKeepMine={form.keepMine}
            onKeepTheirs={form.keepTheirs}
          />
        )}
        <Group>
          {/* Not disabled: a button that is loses the focus as its form is stored. */}
          <Button
            type="submit"
            data-disabled={cannotSave || undefined}
            aria-disabled={cannotSave}
            aria-busy={form.saving}
            aria-keyshortcuts="Control+S"
          >
            {t("action.save")}
          </Button>
          {form.changed && (
            <Button variant="default" onClick={() => showUndoable(t("drafts.discarded"), form.discard())}>
              {t("action.discard")}
            </Button>
          )}
          {more}
          {form.base !== null && (
            <Button variant="subtle" color="red" onClick={form.drop}>
              {t("action.delete")}
            </Button>
          )}
          {form.base !== null && (
            <ForgetButton kind={kind} id={form.base.id} name={nameOf(form.base)} onForgotten={form.letGo} />
          )}
        </Group>
      </form>
      <DraftGuard isDirty={form.isDirty} idNow={form.idNow} onDiscard={form.forget} />
    </>
  );
}
