/** A small button that copies a text and says for a moment that it did. */
import { ActionIcon } from "@mantine/core";
import { IconCheck, IconCopy, IconX } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { copyText } from "../lib/browser/clipboard";

const SAID_MS = 1_600;

type Props = { text: string | (() => string); label: string };

export function CopyButton({ text, label }: Props) {
  const { t } = useTranslation();
  const [outcome, setOutcome] = useState<"copied" | "failed" | null>(null);
  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), SAID_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  const copy = () => {
    void copyText(typeof text === "string" ? text : text()).then((copied) =>
      setOutcome(copied ? "copied" : "failed"),
    );
  };
  const said = outcome === null ? label : outcome === "copied" ? t("action.copied") : t("action.copyFailed");
  return (
    <ActionIcon size={28} onClick={copy} aria-label={said} title={said}>
      {outcome === null && <IconCopy size={16} />}
      {outcome === "copied" && <IconCheck size={16} />}
      {outcome === "failed" && <IconX size={16} />}
    </ActionIcon>
  );
}
