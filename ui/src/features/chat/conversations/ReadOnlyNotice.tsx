/** In the place of the box for the next message: another person's conversation can be read, and not gone on with. */
import { Button, Group } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { DataText } from "../../../components/DataText";
import { Notice } from "../../../components/Notice";
import { useActorName } from "../../../shared/changes/useActorName";
import type { Conversation } from "../types";
import classes from "./ReadOnlyNotice.module.css";

type Props = { conversation: Conversation; onNew: () => void };

export function ReadOnlyNotice({ conversation: { owner = "unknown", shared = false }, onNew }: Props) {
  const { t } = useTranslation();
  const name = useActorName()(owner);
  return (
    <div className={classes.notice}>
      <Notice icon={<IconLock size={18} />}>
        <DataText
          text={shared ? t("conversations.readShared", { name }) : t("conversations.readPrivate", { name })}
        />
        <Group gap={6} mt={6}>
          <Button size="compact-sm" variant="default" onClick={onNew}>
            {t("conversations.new")}
          </Button>
        </Group>
      </Notice>
    </div>
  );
}
