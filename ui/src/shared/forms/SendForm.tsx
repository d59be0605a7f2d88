/** A form that is sent once and goes away: its fields, why it was refused, and the two ways out of it. */
import { Button, Group, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { CommandError } from "../../api/command";
import { DataText } from "../../components/DataText";
import { useErrorText } from "../../components/useErrorText";

export type SendFormProps = {
  /** Names it where no heading above it does. */
  label?: string;
  size?: "xs" | "sm";
  className?: string;
  sendLabel: string;
  /** Whether what is filled in can be sent. */
  complete: boolean;
  sending: boolean;
  error: CommandError | null;
  onSend: () => void;
  onClose: () => void;
  /** The fields. */
  children: ReactNode;
};

export function SendForm(props: SendFormProps) {
  const {
    label,
    size = "sm",
    className,
    sendLabel,
    complete,
    sending,
    error,
    onSend,
    onClose,
    children,
  } = props;
  const { t } = useTranslation();
  const describe = useErrorText();
  return (
    <Stack
      component="form"
      gap="sm"
      aria-label={label}
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        if (complete && !sending) onSend();
      }}
    >
      {children}
      {error && (
        <Text size="sm" c="var(--cel-bad)" role="alert">
          <DataText text={describe(error)} />
        </Text>
      )}
      <Group justify="flex-end" gap="xs">
        <Button size={size} variant="default" onClick={onClose}>
          {t("action.cancel")}
        </Button>
        <Button size={size} type="submit" loading={sending} disabled={!complete}>
          {sendLabel}
        </Button>
      </Group>
    </Stack>
  );
}
