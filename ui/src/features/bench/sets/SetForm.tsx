/** What the forms of a query set share: the fields of every set, the refusal, and the buttons. */
import { Button, Group, SegmentedControl, Text, Textarea, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { CommandError } from "../../../api/command";
import type { Kind } from "../../../api/types";
import { DataText } from "../../../components/DataText";
import { useErrorText } from "../../../components/useErrorText";
import classes from "./Sets.module.css";

type Props = {
  /** The command that the form sends. */
  command: { error: CommandError | null; isPending: boolean };
  complete: boolean;
  sendLabel: string;
  onSend: () => void;
  onClose: () => void;
  children: ReactNode;
};

export function SetForm({ command, complete, sendLabel, onSend, onClose, children }: Props) {
  const { t } = useTranslation();
  const describe = useErrorText();
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        onSend();
      }}
    >
      {children}
      {command.error && (
        <Text c="red" size="sm" role="alert">
          <DataText text={describe(command.error)} />
        </Text>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t("action.cancel")}
        </Button>
        <Button type="submit" loading={command.isPending} disabled={!complete}>
          {sendLabel}
        </Button>
      </Group>
    </form>
  );
}

type TextProps = { value: string; onChange: (value: string) => void };

export function NameField({ value, onChange, note }: TextProps & { note?: string }) {
  const { t } = useTranslation();
  return (
    <TextInput
      label={t("sets.field.name")}
      description={note}
      value={value}
      maxLength={120}
      data-autofocus
      required
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

export function DescriptionField({ value, onChange }: TextProps) {
  const { t } = useTranslation();
  return (
    <Textarea
      label={t("sets.field.description")}
      autosize
      minRows={2}
      maxLength={2_000}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

export function KindChoice({ kind, onChange }: { kind: Kind; onChange: (kind: Kind) => void }) {
  const { t } = useTranslation();
  return (
    <SegmentedControl
      aria-label={t("sets.field.kind")}
      value={kind}
      onChange={(value) => onChange(value === "faqs" ? "faqs" : "items")}
      data={[
        { value: "items", label: t("sets.kind.items") },
        { value: "faqs", label: t("sets.kind.faqs") },
      ]}
    />
  );
}
