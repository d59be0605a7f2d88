/** A note of the vault: written, saved, deleted for good. */
import { Button, Group, Text, Textarea, TextInput, Title } from "@mantine/core";
import { useEffect, useRef, useState, type Dispatch, type SetStateAction } from "react";
import { useTranslation } from "react-i18next";
import type { CommandError, Data, Req } from "../../../api/command";
import { useCommandMutation } from "../../../api/hooks";
import { textLimits } from "../../../bindings";
import { DataText } from "../../../components/DataText";
import { LeavingDialog } from "../../../components/leave/LeavingDialog";
import { showToast } from "../../../components/toast/toasts";
import { useErrorText } from "../../../components/useErrorText";
import desk from "../../../shared/desk/desk.module.css";
import { beginDraft, isChanged, type NoteDraft } from "./useVault";
import classes from "./vault.module.css";

type StoredNote = Data<"readVaultNote">;
/** Whether a text is another but for white space, which the program tidies. */
const hasWordsOf = (one: string, other: string) => one.replace(/\s/g, "") === other.replace(/\s/g, "");

/** Draft of a vault note after a save: what was typed meanwhile stays. */
function goOn(
  now: NoteDraft,
  stored: StoredNote,
  { title, text = "" }: Req<"saveVaultNote">["note"],
): NoteDraft {
  const isTypedOn = now.title !== title || now.text !== text;
  // A save that is asked for again answers as the first time: what was typed since then stays.
  const isAsSent = hasWordsOf(stored.title, title) && hasWordsOf(stored.text, text);
  return isAsSent && !isTypedOn ? { ...beginDraft(stored), key: now.key } : { ...now, stored };
}

type Props = {
  session: string;
  draft: NoteDraft;
  onDraft: Dispatch<SetStateAction<NoteDraft | null>>;
  /** Lets go of what is typed. */
  onDiscard: () => void;
  onRefusal: (error: CommandError) => void;
};

export function NoteForm({ session, draft, onDraft, onDiscard, onRefusal }: Props) {
  const { t } = useTranslation();
  const describe = useErrorText();
  const title = useRef<HTMLInputElement>(null);
  const [asking, setAsking] = useState(false);
  const storedId = draft.stored?.id ?? null;
  // The same until it is stored: a save whose answer was lost seals nothing twice.
  const operation = useRef(crypto.randomUUID());
  /** Changes this note, where no other one was opened meanwhile. */
  const changeOwn = (change: (now: NoteDraft) => NoteDraft | null) =>
    onDraft((now) => (now?.key === draft.key ? change(now) : now));
  // Both answers are taken before the notes are fetched again: while that lasts, the vault may close.
  const save = useCommandMutation("saveVaultNote", {
    gcTime: 0,
    onAnswer: (stored, { note }) => {
      operation.current = crypto.randomUUID();
      changeOwn((now) => goOn(now, stored, note));
      showToast({ tone: "info", text: t("personal.vault.note.saved") });
    },
  });
  const remove = useCommandMutation("deleteVaultNote", { gcTime: 0, onAnswer: () => changeOwn(() => null) });
  useEffect(() => {
    if (storedId === null) title.current?.focus();
  }, [storedId]);
  // What was there meanwhile, where the save came second.
  const current =
    save.error?.code === "conflict" ? (save.error.details as { current?: StoredNote })?.current : undefined;
  const cannotSave = !isChanged(draft) || draft.title.trim() === "";
  const store = (version = draft.stored?.version) => {
    if (cannotSave || save.isPending) return;
    const note = { title: draft.title, text: draft.text };
    const of = draft.stored && { id: draft.stored.id, version };
    save.mutate(
      { session, note, operationId: operation.current, ...of },
      { onError: (error) => error.code === "vault_locked" && onRefusal(error) },
    );
  };
  const drop = () => {
    setAsking(false);
    if (storedId !== null) remove.mutate({ session, id: storedId }, { onError: onRefusal });
  };
  return (
    <form
      className={desk.form}
      aria-label={t(storedId === null ? "personal.vault.note.new" : "personal.vault.note.edit")}
      data-new={storedId === null || undefined}
      onSubmit={(event) => {
        event.preventDefault();
        store();
      }}
      onKeyDown={(event) => {
        if ((!event.ctrlKey && !event.metaKey) || event.key !== "s") return;
        event.preventDefault();
        store();
      }}
    >
      <Title order={2} size="h4">
        {t(storedId === null ? "personal.vault.note.new" : "personal.vault.note.edit")}
      </Title>
      <TextInput
        ref={title}
        label={t("personal.vault.note.title")}
        required
        maxLength={textLimits.vaultTitle}
        autoComplete="off"
        value={draft.title}
        onChange={(event) => onDraft({ ...draft, title: event.currentTarget.value })}
      />
      <Textarea
        label={t("personal.vault.note.text")}
        description={t("personal.vault.note.textNote")}
        autosize
        minRows={8}
        maxRows={24}
        maxLength={textLimits.vaultText}
        autoComplete="off"
        spellCheck={false}
        value={draft.text}
        onChange={(event) => onDraft({ ...draft, text: event.currentTarget.value })}
      />
      {save.error && save.error.code !== "vault_locked" && !current && (
        <Text c="var(--cel-bad)" role="alert">
          <DataText text={describe(save.error)} />
        </Text>
      )}
      {current && (
        <div className={classes.clash} role="alert">
          <Text fw={600}>{t("personal.vault.note.clash")}</Text>
          <Text component="h3" size="sm" fw={600} mt="xs">
            <DataText text={current.title} />
          </Text>
          <DataText text={current.text} multiline />
          <Group mt="sm" gap="xs">
            <Button size="xs" onClick={() => store(current.version)}>
              {t("personal.form.clash.keepMine")}
            </Button>
            <Button
              size="xs"
              variant="default"
              onClick={() => {
                save.reset();
                onDraft({ ...beginDraft(current), key: draft.key });
              }}
            >
              {t("personal.form.clash.keepTheirs")}
            </Button>
          </Group>
        </div>
      )}
      <Group>
        <Button
          type="submit"
          data-disabled={cannotSave || undefined}
          aria-disabled={cannotSave}
          aria-busy={save.isPending}
          aria-keyshortcuts="Control+S"
        >
          {t("action.save")}
        </Button>
        {isChanged(draft) && (
          <Button variant="default" onClick={onDiscard}>
            {t("action.discard")}
          </Button>
        )}
        {storedId !== null && (
          <Button variant="subtle" color="red" loading={remove.isPending} onClick={() => setAsking(true)}>
            {t("personal.vault.note.delete")}
          </Button>
        )}
      </Group>
      <LeavingDialog
        opened={asking}
        title={t("personal.vault.note.deleteTitle")}
        stay={t("action.cancel")}
        onStay={() => setAsking(false)}
        ways={[{ label: t("personal.vault.note.delete"), loses: true, onTake: drop }]}
      >
        <Text size="sm">{t("personal.vault.note.deleteText")}</Text>
      </LeavingDialog>
    </form>
  );
}
