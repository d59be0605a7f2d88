/** Gives the vault another password; it closes everywhere else. */
import { Button, Group, PasswordInput, Stack, Text } from "@mantine/core";
import { useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { useCommandMutation } from "../../../api/hooks";
import { DataText } from "../../../components/DataText";
import { Dialog } from "../../../components/Dialog";
import { showToast } from "../../../components/toast/toasts";
import { useErrorText } from "../../../components/useErrorText";
import { usePasswordProblem } from "./usePasswordProblem";
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
  const [next, setNext] = useState("");
  const [again, setAgain] = useState("");
  const [isTried, setTried] = useState(false);
  const { mutate, isPending, error } = useCommandMutation("changeVaultPassword", { gcTime: 0 });
  const weak = usePasswordProblem(next);
  const differs = again !== next ? t("personal.vault.new.differs") : undefined;
  const isBlank = isTried && password === "";
  const change = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (password === "" || weak || differs || isPending) return;
    mutate({ password, newPassword: next }, { onSuccess: onDone });
  };
  const toggle = { "aria-label": t("personal.vault.show") };
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
          visibilityToggleButtonProps={toggle}
        />
        <PasswordInput
          label={t("personal.vault.change.next")}
          description={isTried && weak ? undefined : t("personal.vault.rule")}
          autoComplete="new-password"
          value={next}
          error={isTried && weak}
          aria-invalid={isTried && weak !== undefined}
          onChange={(event) => setNext(event.currentTarget.value)}
          visibilityToggleButtonProps={toggle}
        />
        <PasswordInput
          label={t("personal.vault.new.again")}
          autoComplete="new-password"
          value={again}
          error={isTried && differs}
          aria-invalid={isTried && differs !== undefined}
          onChange={(event) => setAgain(event.currentTarget.value)}
          visibilityToggleButtonProps={toggle}
        />
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
