/** What an administrator does with one person of the team; the latest refusal is kept for the page. */
import { useTranslation } from "react-i18next";
import { useCommandMutation } from "../../../api/hooks";
import { showToast } from "../../../components/toast/toasts";
import type { Role } from "../../../shared/account/useMe";
import type { InvitedPerson, User } from "./types";

export function usePersonChanges(onInvited: (invited: InvitedPerson) => void) {
  const { t } = useTranslation();
  const update = useCommandMutation("updateUser");
  const invite = useCommandMutation("inviteUser", { gcTime: 0 });
  const end = useCommandMutation("endSessions");
  const unlink = useCommandMutation("unlinkCompany");
  const begin = () => {
    update.reset();
    invite.reset();
    end.reset();
    unlink.reset();
  };
  return {
    isPending: update.isPending || invite.isPending || end.isPending || unlink.isPending,
    error: update.error ?? invite.error ?? end.error ?? unlink.error,
    setRole: ({ id, name }: User, role: Role) => {
      begin();
      update.mutate(
        { id, role },
        {
          onSuccess: () =>
            showToast({
              tone: "info",
              text: t("team.done.role", { name, role: t(`role.name.${role}`) }),
            }),
        },
      );
    },
    setDisabled: ({ id, name }: User, disabled: boolean, endTokens = false) => {
      begin();
      update.mutate(
        { id, disabled, ...(endTokens && { endTokens }) },
        {
          onSuccess: () =>
            showToast({
              tone: "info",
              text: disabled ? t("team.done.disabled", { name }) : t("team.done.enabled", { name }),
            }),
        },
      );
    },
    invite: ({ id, name }: User) => {
      begin();
      invite.mutate({ id }, { onSuccess: (invitation) => onInvited({ name, invitation }) });
    },
    endSessions: ({ id, name }: User) => {
      begin();
      end.mutate(
        { id },
        { onSuccess: () => showToast({ tone: "info", text: t("team.done.ended", { name }) }) },
      );
    },
    unlinkCompany: ({ id, name }: User) => {
      begin();
      unlink.mutate(
        { id },
        { onSuccess: () => showToast({ tone: "info", text: t("team.done.unlinked", { name }) }) },
      );
    },
  };
}
