/** Adds a person to the team: they get an invitation, with which they choose their password. */
import { NativeSelect, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCommandMutation } from "../../../api/hooks";
import { SendForm } from "../../../shared/forms/SendForm";
import type { Role } from "../../../shared/account/useMe";
import { ROLES, type InvitedPerson } from "./types";

const MOST_CHARS = 64;
const MOST_NAME_CHARS = 100;

type Props = { onClose: () => void; onInvited: (invited: InvitedPerson) => void };

export function AddPerson({ onClose, onInvited }: Props) {
  const { t } = useTranslation();
  const [login, setLogin] = useState("");
  const [name, setName] = useState("");
  const [role, setRole] = useState<Role>("seller");
  const [operationId] = useState(() => crypto.randomUUID());
  const create = useCommandMutation("createUser", {
    gcTime: 0,
    onAnswer: ({ user, invitation }) => (invitation ? onInvited({ name: user.name, invitation }) : onClose()),
  });
  const send = () =>
    create.mutate({
      login: login.trim(),
      name: name.trim() === "" ? null : name.trim(),
      role,
      operationId,
    });
  return (
    <SendForm
      sendLabel={t("team.invite")}
      complete={login.trim() !== ""}
      sending={create.isPending}
      error={create.error}
      onSend={send}
      onClose={onClose}
    >
      <TextInput
        label={t("team.login")}
        description={t("team.loginText")}
        maxLength={MOST_CHARS}
        data-autofocus
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={login}
        onChange={(event) => setLogin(event.currentTarget.value)}
      />
      <TextInput
        label={t("team.name")}
        description={t("team.nameText")}
        maxLength={MOST_NAME_CHARS}
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <NativeSelect
        label={t("team.role")}
        value={role}
        data={ROLES.map((one) => ({ value: one, label: t(`role.name.${one}`) }))}
        onChange={(event) => setRole(ROLES.find((one) => one === event.currentTarget.value) ?? "seller")}
      />
      <Text size="sm" c="dimmed" role="status">
        {t(`account.role.${role}`)}
      </Text>
    </SendForm>
  );
}
