/** The link of an invitation, shown once: it lets its owner choose the password of the person. */
import { Button, Group } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { hostKind } from "../../../host";
import { useFormats } from "../../../i18n/language";
import { SecretOnce } from "../SecretOnce";
import type { InvitedPerson } from "./types";

type Props = { invited: InvitedPerson; onClose: () => void };

export function InvitationLink({ invited: { name, invitation }, onClose }: Props) {
  const { t } = useTranslation();
  const formats = useFormats();
  // The window has no address that others can open: they need that of the team's server before it.
  const isWindow = hostKind() === "window";
  const until = formats.dateTime(invitation.until);
  return (
    <>
      <SecretOnce
        text={
          isWindow
            ? t("team.invitation.fragment", { name, until })
            : t("team.invitation.text", { name, until })
        }
        secret={invitationAddress(invitation.secret, isWindow)}
        copyLabel={t("team.invitation.copy")}
      />
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose}>
          {t("action.close")}
        </Button>
      </Group>
    </>
  );
}

function invitationAddress(secret: string, isWindow: boolean): string {
  const fragment = `#/invitation/${encodeURIComponent(secret)}`;
  return isWindow ? fragment : `${window.location.origin}${window.location.pathname}${fragment}`;
}
