/** What the person wrote, as it was written, and a way to write it differently. */
import { ActionIcon, Button, Group, Textarea } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { useRef, useState, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { CopyButton } from "../../../components/CopyButton";
import { DataText } from "../../../components/DataText";
import { useFormats } from "../../../i18n/language";
import { BranchSwitcher } from "./BranchSwitcher";
import { MAX_MESSAGE_CHARS, type Message, type MessageAttachment } from "../types";
import { MessageAttachments } from "../attachments/MessageAttachments";
import { lengthOf } from "../composer/length";
import classes from "./Message.module.css";
import { useThreadActions } from "./state/threadActions";

type Props = { message: Message; siblings: readonly string[]; index: number; busy: boolean };

export function UserMessage({ message, siblings, index, busy }: Props) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { edit, isReadOnly = false } = useThreadActions();
  const [editing, setEditing] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  if (editing) {
    const cancel = () => {
      setEditing(false);
      requestAnimationFrame(() => editButton.current?.focus());
    };
    const save = (text: string) => {
      setEditing(false);
      if (text !== message.content.trim()) edit(message, text);
    };
    return <Editor text={message.content} busy={busy} onSave={save} onCancel={cancel} />;
  }
  return (
    <article className={classes.user} aria-label={t("thread.you")}>
      <Bubble text={message.content} at={formats.dateTime(message.createdAt)} />
      <MessageAttachments list={message.attachments} />
      <div className={classes.userTools}>
        <CopyButton text={message.content} label={t("action.copy")} />
        {!isReadOnly && (
          <ActionIcon
            ref={editButton}
            size={28}
            disabled={busy}
            onClick={() => setEditing(true)}
            aria-label={t("thread.edit")}
            title={t("thread.edit")}
          >
            <IconPencil size={16} />
          </ActionIcon>
        )}
      </div>
      <BranchSwitcher siblings={siblings} index={index} disabled={busy} />
    </article>
  );
}

/** A message on its way. */
type SendingProps = { text: string; attachments: readonly MessageAttachment[] };

export function SendingMessage({ text, attachments }: SendingProps) {
  const { t } = useTranslation();
  return (
    <article className={classes.user} aria-label={t("thread.you")}>
      <Bubble text={text} />
      <MessageAttachments list={attachments} />
    </article>
  );
}

function Bubble({ text, at }: { text: string; at?: string }) {
  return (
    <div className={classes.bubble} title={at}>
      <DataText text={text} multiline />
    </div>
  );
}

type EditorProps = { text: string; busy: boolean; onSave: (text: string) => void; onCancel: () => void };

function Editor({ text: before, busy, onSave, onCancel }: EditorProps) {
  const { t } = useTranslation();
  const [text, setText] = useState(before);
  const tooLong = lengthOf(text) > MAX_MESSAGE_CHARS;
  const can = text.trim() !== "" && !tooLong && !busy;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") {
      event.stopPropagation();
      onCancel();
    }
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (can) onSave(text.trim());
  };
  return (
    <div className={classes.editor}>
      <Textarea
        autosize
        autoFocus
        minRows={2}
        maxRows={10}
        aria-label={t("thread.edit")}
        description={t("thread.editText")}
        error={tooLong ? t("composer.reason.tooLong") : undefined}
        inputWrapperOrder={["input", "error", "description"]}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onFocus={({ currentTarget: field }) => field.setSelectionRange(before.length, before.length)}
      />
      <Group gap="xs" justify="flex-end" mt={8}>
        <Button size="xs" variant="default" onClick={onCancel}>
          {t("action.cancel")}
        </Button>
        <Button size="xs" disabled={!can} onClick={() => onSave(text.trim())}>
          {t("composer.send")}
        </Button>
      </Group>
    </div>
  );
}
