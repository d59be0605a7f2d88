/** Opens the vault by its password; where that is forgotten, deletes it with all its notes. */
import { Button, Group, PasswordInput, Text, Title } from "@mantine/core";
import { IconClockPause } from "@tabler/icons-react";
import { useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { useCommandMutation } from "../../../api/hooks";
import { DataText } from "../../../components/DataText";
import { LeavingDialog } from "../../../components/leave/LeavingDialog";
import { Notice } from "../../../components/Notice";
import { showToast } from "../../../components/toast/toasts";
import { useErrorToast } from "../../../components/toast/useErrorToast";
import { useErrorText } from "../../../components/useErrorText";
import type { OpenedVault } from "./useVault";
import classes from "./vault.module.css";

type Props = {
  hasExpired: boolean;
  /** Whether a note with changes waits for the vault to be open again. */
  isWriting: boolean;
  /** Whether the vault can be deleted here. */
  canForget?: boolean;
  onOpen: (opened: OpenedVault) => void;
};

export function OpenVaultForm({ hasExpired, isWriting, canForget = true, onOpen }: Props) {
  const { t } = useTranslation();
  const describe = useErrorText();
  const [password, setPassword] = useState("");
  const { mutate, isPending, error } = useCommandMutation("openVault", { gcTime: 0 });
  const [isTried, setTried] = useState(false);
  const isBlank = isTried && password === "";
  const open = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (password === "" || isPending) return;
    mutate({ password }, { onSuccess: onOpen });
  };
  return (
    <form className={classes.door} onSubmit={open} aria-label={t("personal.vault.open.title")}>
      <Title order={2} size="h4">
        {t("personal.vault.open.title")}
      </Title>
      {hasExpired && (
        <Notice tone="wait" icon={<IconClockPause size={18} />}>
          {t(isWriting ? "personal.vault.open.writing" : "personal.vault.open.expired")}
        </Notice>
      )}
      <Text>{t("personal.vault.open.text")}</Text>
      <PasswordInput
        label={t("personal.vault.password")}
        autoComplete="current-password"
        data-autofocus
        value={password}
        error={isBlank ? t("fieldProblem.required") : error && <DataText text={describe(error)} />}
        aria-invalid={isBlank || error !== null}
        onChange={(event) => setPassword(event.currentTarget.value)}
        visibilityToggleButtonProps={{ "aria-label": t("personal.vault.show") }}
      />
      <Group>
        <Button type="submit" loading={isPending}>
          {t("personal.vault.open.open")}
        </Button>
        {canForget && <ForgetVault />}
      </Group>
    </form>
  );
}

function ForgetVault() {
  const { t } = useTranslation();
  const showError = useErrorToast();
  const [asking, setAsking] = useState(false);
  const { mutate, isPending } = useCommandMutation("forgetVault", {
    onAnswer: ({ notes }) =>
      showToast({ tone: "info", text: t("personal.vault.forget.done", { count: notes }) }),
  });
  const forget = () => {
    setAsking(false);
    mutate({}, { onError: showError });
  };
  return (
    <>
      <Button variant="subtle" color="red" loading={isPending} onClick={() => setAsking(true)}>
        {t("personal.vault.forget.button")}
      </Button>
      <LeavingDialog
        opened={asking}
        title={t("personal.vault.forget.title")}
        stay={t("personal.vault.forget.stay")}
        onStay={() => setAsking(false)}
        ways={[{ label: t("personal.vault.forget.confirm"), loses: true, onTake: forget }]}
      >
        <Text size="sm">{t("personal.vault.forget.text")}</Text>
      </LeavingDialog>
    </>
  );
}
