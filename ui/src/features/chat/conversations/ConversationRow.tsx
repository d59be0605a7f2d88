/** One conversation in the list: the way into it, its name to change, and what else can be done. */
import { ActionIcon, Menu, TextInput } from "@mantine/core";
import {
  IconDots,
  IconFileText,
  IconJson,
  IconPencil,
  IconPin,
  IconPinnedFilled,
  IconPinnedOff,
  IconTrash,
  IconUser,
  IconUsers,
  IconUsersMinus,
} from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { DataText } from "../../../components/DataText";
import { useMe } from "../../../shared/account/useMe";
import { useActorName } from "../../../shared/changes/useActorName";
import { plainExcerpt } from "../../../lib/text/text";
import classes from "./ConversationRow.module.css";
import type { Conversation } from "../types";
import { conversationAddress } from "../focus";
import { useConversationActions } from "./useConversationActions";

type Props = { conversation: Conversation; open: boolean; search: string; onPick: () => void };

export function ConversationRow({ conversation, open, search, onPick }: Props) {
  const [renaming, setRenaming] = useState(false);
  const { rename } = useConversationActions();
  const words = search.split(/\s+/).filter(Boolean);
  if (renaming) {
    const save = (title: string) => {
      setRenaming(false);
      rename(conversation, title);
    };
    return <TitleField title={conversation.title} onSave={save} onCancel={() => setRenaming(false)} />;
  }
  return (
    <div className={classes.row} data-open={open || undefined}>
      <Link
        to={conversationAddress(conversation.id)}
        className={classes.link}
        aria-current={open ? "page" : undefined}
        onClick={onPick}
        onDoubleClick={() => !conversation.readOnly && setRenaming(true)}
      >
        <span className={classes.title}>
          <DataText text={conversation.title} highlight={words} />
        </span>
        <Ownership conversation={conversation} />
        {conversation.excerpt !== null && (
          <span className={classes.excerpt}>
            <DataText text={plainExcerpt(conversation.excerpt)} highlight={words} />
          </span>
        )}
      </Link>
      {conversation.pinned && <IconPinnedFilled size={13} className={classes.pin} aria-hidden />}
      <RowMenu conversation={conversation} open={open} onRename={() => setRenaming(true)} />
    </div>
  );
}

/** Whose it is, where it is another's; that the team reads it, where it is one's own. */
function Ownership({
  conversation: { readOnly = false, shared = false, owner },
}: {
  conversation: Conversation;
}) {
  const { t } = useTranslation();
  const nameOf = useActorName();
  if (!readOnly && !shared) return null;
  const name = nameOf(owner ?? "unknown");
  return (
    <span className={classes.owner}>
      {readOnly ? <IconUser size={12} aria-hidden /> : <IconUsers size={12} aria-hidden />}
      {!readOnly ? (
        t("conversations.sharedByYou")
      ) : (
        <DataText
          text={shared ? t("conversations.sharedBy", { name }) : t("conversations.ownedBy", { name })}
        />
      )}
    </span>
  );
}

type MenuProps = { conversation: Conversation; open: boolean; onRename: () => void };

function RowMenu({ conversation, open, onRename }: MenuProps) {
  const { t } = useTranslation();
  return (
    <Menu position="bottom-end" shadow="md" width={220}>
      <Menu.Target>
        <ActionIcon
          size={26}
          className={classes.more}
          aria-label={t("conversations.menu", { title: conversation.title })}
        >
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <ConversationMenu conversation={conversation} open={open} onRename={onRename} />
    </Menu>
  );
}

/** What can be done with a conversation, in the list and above its thread. */
export function ConversationMenu({ conversation, open, onRename }: MenuProps) {
  const { t } = useTranslation();
  const { pin, share, remove, exportAs } = useConversationActions();
  const usesAccounts = useMe().data?.accountsUsed === true;
  const { readOnly = false, shared = false } = conversation;
  return (
    <Menu.Dropdown>
      {!readOnly && (
        <>
          <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={onRename}>
            {t("conversations.rename")}
          </Menu.Item>
          <Menu.Item
            leftSection={
              conversation.pinned ? (
                <IconPinnedOff size={16} aria-hidden />
              ) : (
                <IconPin size={16} aria-hidden />
              )
            }
            onClick={() => pin(conversation, !conversation.pinned)}
          >
            {conversation.pinned ? t("conversations.unpin") : t("conversations.pin")}
          </Menu.Item>
          {usesAccounts && (
            <Menu.Item
              leftSection={
                shared ? <IconUsersMinus size={16} aria-hidden /> : <IconUsers size={16} aria-hidden />
              }
              onClick={() => share(conversation, !shared)}
            >
              {shared ? t("conversations.unshare") : t("conversations.share")}
            </Menu.Item>
          )}
          <Menu.Divider />
        </>
      )}
      <Menu.Item
        leftSection={<IconFileText size={16} aria-hidden />}
        onClick={() => exportAs(conversation, "markdown")}
      >
        {t("conversations.exportMarkdown")}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconJson size={16} aria-hidden />}
        onClick={() => exportAs(conversation, "json")}
      >
        {t("conversations.exportJson")}
      </Menu.Item>
      {!readOnly && (
        <>
          <Menu.Divider />
          <Menu.Item
            color="var(--cel-bad)"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => remove(conversation, open)}
          >
            {t("conversations.delete")}
          </Menu.Item>
        </>
      )}
    </Menu.Dropdown>
  );
}

type FieldProps = { title: string; onSave: (title: string) => void; onCancel: () => void };

/** A name to be changed in its place: Enter and leaving keep it, Escape does not. */
export function TitleField({ title, onSave, onCancel }: FieldProps) {
  const { t } = useTranslation();
  const [text, setText] = useState(title);
  const save = () => {
    const next = text.trim();
    if (next === "" || next === title) onCancel();
    else onSave(next);
  };
  return (
    <TextInput
      className={classes.field}
      size="sm"
      autoFocus
      maxLength={200}
      aria-label={t("conversations.title")}
      value={text}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === "Enter" && !event.nativeEvent.isComposing) save();
        if (event.key === "Escape") {
          event.stopPropagation();
          onCancel();
        }
      }}
    />
  );
}
