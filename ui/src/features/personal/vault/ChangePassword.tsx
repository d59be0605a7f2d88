/** Gives the vault another password; it closes everywhere else. */
import { Button, Group, PasswordInput, Stack, Text } from "@mantine/core";
import { useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { useCommandMutation } from "../../../api/hooks";
import { DataText } from "../../../components/DataText";
import { Dialog } from "../../../components/Dialog";
import { showToast } from "../../../components/toast/toasts";
import { useErrorText } from "../../../components/useErrorText";
import { NewPasswordFields, useNewPassword } from "./NewPasswordFields";
import type { OpenedVault } from "./useVault";

type Props = { onOpen: (opened: OpenedVault) => void };

export function ChangePassword({ onOpen }: Props) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const finish = (opened: OpenedVault) => {
    setOpen(false);
    showToast({ tone: "info", text: t("personal.vault.change.done") });
    onOpen(opened);
  };
  return (
    <>
      <Button size="compact-sm" variant="subtle" onClick={() => setOpen(true)}>
        {t("personal.vault.change.title")}
      </Button>
      <Dialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={t("personal.vault.change.title")}
        centered
      >
        {/* Opened again, it knows no password. */}
        {isOpen && <ChangeForm onDone={finish} onCancel={() => setOpen(false)} />}
      </Dialog>
    </>
  );
}

function ChangeForm({ onDone, onCancel }: { onDone: (opened: OpenedVault) => void; onCancel: () => void }) {
  const { t } = useTranslation();
  const describe = useErrorText();
  const [password, setPassword] = useState("");
  const fields = useNewPassword();
  const [isTried, setTried] = useState(false);
  const { mutate, isPending, error } = useCommandMutation("changeVaultPassword", {
    gcTime: 0,
    // Before the notes are fetched again: the session of before is over, and their refusal would close the vault.
    onAnswer: onDone,
  });
  const isBlank = isTried && password === "";
  const change = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (password === "" || !fields.isGood || isPending) return;
    mutate({ password, newPassword: fields.password });
  };
  return (
    <form onSubmit={change} noValidate>
      <Stack gap="sm">
        <PasswordInput
          label={t("personal.vault.change.now")}
          autoComplete="current-password"
          value={password}
          error={isBlank && t("fieldProblem.required")}
          aria-invalid={isBlank}
          onChange={(event) => setPassword(event.currentTarget.value)}
          visibilityToggleButtonProps={{ "aria-label": t("personal.vault.show") }}
        />
        <NewPasswordFields label={t("personal.vault.change.next")} isTried={isTried} fields={fields} />
        {error && (
          <Text size="sm" c="var(--cel-bad)" role="alert">
            <DataText text={describe(error)} />
          </Text>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            {t("action.cancel")}
          </Button>
          <Button type="submit" loading={isPending}>
            {t("personal.vault.change.change")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
