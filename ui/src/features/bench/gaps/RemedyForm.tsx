/** The frame of a remedy: its fields, what went wrong, and the two ways out of it. */
import { Button, Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { CommandError } from "../../../api/command";
import { DataText } from "../../../components/DataText";
import { useErrorText } from "../../../components/useErrorText";
import classes from "./Gaps.module.css";

type Props = {
  label: string;
  send: string;
  busy: boolean;
  ready: boolean;
  error: CommandError | null;
  onSend: () => void;
  onClose: () => void;
  children: ReactNode;
};

export function RemedyForm({ label, send, busy, ready, error, onSend, onClose, children }: Props) {
  const { t } = useTranslation();
  const describe = useErrorText();
  return (
    <form
      className={classes.form}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        if (ready && !busy) onSend();
      }}
    >
      {children}
      {error && (
        <Text size="sm" c="var(--cel-bad)" role="alert">
          <DataText text={describe(error)} />
        </Text>
      )}
      <Group gap="xs" justify="flex-end">
        <Button size="xs" variant="default" onClick={onClose}>
          {t("action.cancel")}
        </Button>
        <Button size="xs" type="submit" loading={busy} disabled={!ready}>
          {send}
        </Button>
      </Group>
    </form>
  );
}
