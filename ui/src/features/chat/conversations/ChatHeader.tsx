/** Above the thread: the conversation's name, what is missing, and the ways to list and sources. */
import { ActionIcon, Badge, Button, Menu, Tooltip, UnstyledButton } from "@mantine/core";
import {
  IconBooks,
  IconDots,
  IconLayoutSidebar,
  IconLayoutSidebarRightCollapse,
  IconPencilPlus,
  IconUsers,
} from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Status } from "../../../api/types";
import { DataText } from "../../../components/DataText";
import { AboutPerson } from "../about/AboutPerson";
import classes from "./ChatHeader.module.css";
import type { Conversation } from "../types";
import { ConversationMenu, TitleField } from "./ConversationRow";
import { missingOf } from "../sources/missing";
import { useConversationActions } from "./useConversationActions";

type Props = {
  conversation: Conversation | null;
  wide: boolean;
  status: Status;
  connectionLost: boolean;
  sources: { count: number; open: boolean; show: (show: boolean) => void };
  onOpenList: () => void;
  onNew: () => void;
};

export function ChatHeader(props: Props) {
  const { t } = useTranslation();
  const { conversation, wide, sources } = props;
  return (
    <header className={classes.header}>
      {!wide && (
        <>
          <ActionIcon onClick={props.onOpenList} aria-label={t("conversations.label")}>
            <IconLayoutSidebar size={19} />
          </ActionIcon>
          <ActionIcon onClick={props.onNew} aria-label={t("conversations.new")}>
            <IconPencilPlus size={19} />
          </ActionIcon>
        </>
      )}
      <Title conversation={conversation} />
      <div className={classes.beside}>
        {conversation && !conversation.readOnly && <AboutPerson conversationId={conversation.id} />}
        <Missing {...props} />
      </div>
      <Tooltip label={sources.open ? t("sources.close") : t("sources.show")}>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={
            sources.open ? (
              <IconLayoutSidebarRightCollapse size={18} aria-hidden />
            ) : (
              <IconBooks size={18} aria-hidden />
            )
          }
          aria-expanded={wide ? sources.open : undefined}
          aria-label={t("answer.sources", { count: sources.count })}
          onClick={() => sources.show(!sources.open)}
        >
          {sources.count}
        </Button>
      </Tooltip>
    </header>
  );
}

function Title({ conversation }: { conversation: Conversation | null }) {
  const { t } = useTranslation();
  const { rename } = useConversationActions();
  const [renaming, setRenaming] = useState(false);
  if (!conversation) return <h2 className={classes.title}>{t("conversations.new")}</h2>;
  if (renaming) {
    const save = (title: string) => {
      setRenaming(false);
      rename(conversation, title);
    };
    return (
      <div className={classes.field}>
        <TitleField title={conversation.title} onSave={save} onCancel={() => setRenaming(false)} />
      </div>
    );
  }
  return (
    <div className={classes.named}>
      <h2 className={classes.title}>
        {conversation.readOnly ? (
          <DataText text={conversation.title} />
        ) : (
          <UnstyledButton
            className={classes.rename}
            onClick={() => setRenaming(true)}
            title={t("conversations.rename")}
          >
            <DataText text={conversation.title} />
          </UnstyledButton>
        )}
      </h2>
      {conversation.shared && !conversation.readOnly && (
        <Tooltip label={t("conversations.sharedByYou")}>
          <IconUsers size={16} role="img" aria-label={t("conversations.sharedByYou")} />
        </Tooltip>
      )}
      <Menu position="bottom-start" shadow="md" width={220}>
        <Menu.Target>
          <ActionIcon size={26} aria-label={t("conversations.menu", { title: conversation.title })}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <ConversationMenu conversation={conversation} open onRename={() => setRenaming(true)} />
      </Menu>
    </div>
  );
}

const COLOR_OF = { offline: "red", noModel: "palha", noEmbedder: "palha" } as const;

/** What is missing, in one badge each, with what follows from it. */
function Missing({ status, connectionLost }: Props) {
  const { t } = useTranslation();
  const missing = missingOf(status, connectionLost);
  if (missing.length === 0) return null;
  return (
    <div className={classes.missing}>
      {missing.map((what) => (
        <Tooltip key={what} label={t(`missing.${what}.text`)} multiline w={260}>
          <Badge variant="light" color={COLOR_OF[what]} size="sm" tabIndex={0} className={classes.badge}>
            {t(`missing.${what}.name`)}
          </Badge>
        </Tooltip>
      ))}
    </div>
  );
}
