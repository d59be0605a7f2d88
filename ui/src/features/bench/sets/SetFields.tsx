/** The fields of every query set: its name, what it is for, and which records it is of. */
import { SegmentedControl, Textarea, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Kind } from "../../../api/types";

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
