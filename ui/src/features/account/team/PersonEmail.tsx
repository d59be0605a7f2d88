/** The e-mail address by which the company's sign-in knows a person. */
import { TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCommandMutation } from "../../../api/hooks";
import { SendForm } from "../../../shared/forms/SendForm";
import { MOST_EMAIL_CHARS, type User } from "./types";

type Props = { user: User; onClose: () => void };

export function PersonEmail({ user, onClose }: Props) {
  const { t } = useTranslation();
  const [email, setEmail] = useState(user.email ?? "");
  const update = useCommandMutation("updateUser", { onAnswer: onClose });
  return (
    <SendForm
      sendLabel={t("action.save")}
      complete
      sending={update.isPending}
      error={update.error}
      onSend={() => update.mutate({ id: user.id, email: email.trim() })}
      onClose={onClose}
    >
      <TextInput
        label={t("team.email")}
        description={user.companyLinked ? t("team.emailLinked", { name: user.name }) : t("team.emailText")}
        type="email"
        maxLength={MOST_EMAIL_CHARS}
        data-autofocus
        autoComplete="off"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
    </SendForm>
  );
}
