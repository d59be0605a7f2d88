/** What can be done with one person beside their role. */
import { ActionIcon, Menu } from "@mantine/core";
import {
  IconDots,
  IconKeyOff,
  IconLogout,
  IconMailForward,
  IconUnlink,
  IconUserCheck,
  IconUserOff,
} from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { User } from "./types";
import type { usePersonChanges } from "./usePersonChanges";

type Props = {
  user: User;
  isMe: boolean;
  changes: ReturnType<typeof usePersonChanges>;
};

export function PersonMenu({ user, isMe, changes }: Props) {
  const { t } = useTranslation();
  const isDisabled = user.state === "disabled";
  return (
    <Menu position="bottom-end" shadow="md" width={260}>
      <Menu.Target>
        <ActionIcon
          size={28}
          disabled={changes.isPending}
          aria-label={t("team.menu.label", { name: user.name })}
        >
          <IconDots size={17} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {!isDisabled && (
          <Menu.Item
            leftSection={<IconMailForward size={16} aria-hidden />}
            onClick={() => changes.invite(user)}
          >
            {user.state === "invited" ? t("team.menu.inviteAgain") : t("team.menu.newPassword")}
          </Menu.Item>
        )}
        {!isMe && user.sessions > 0 && (
          <Menu.Item
            leftSection={<IconLogout size={16} aria-hidden />}
            onClick={() => changes.endSessions(user)}
          >
            {t("team.menu.endSessions")}
          </Menu.Item>
        )}
        {user.companyLinked && (
          <Menu.Item
            leftSection={<IconUnlink size={16} aria-hidden />}
            onClick={() => changes.unlinkCompany(user)}
          >
            {t("team.menu.unlinkCompany")}
          </Menu.Item>
        )}
        {isDisabled ? (
          <Menu.Item
            leftSection={<IconUserCheck size={16} aria-hidden />}
            onClick={() => changes.setDisabled(user, false)}
          >
            {t("team.menu.enable")}
          </Menu.Item>
        ) : (
          !isMe && (
            <>
              <Menu.Item
                color="var(--cel-bad)"
                leftSection={<IconUserOff size={16} aria-hidden />}
                onClick={() => changes.setDisabled(user, true)}
              >
                {t("team.menu.disable")}
              </Menu.Item>
              <Menu.Item
                color="var(--cel-bad)"
                leftSection={<IconKeyOff size={16} aria-hidden />}
                onClick={() => changes.setDisabled(user, true, true)}
              >
                {t("team.menu.disableWithTokens")}
              </Menu.Item>
            </>
          )
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
