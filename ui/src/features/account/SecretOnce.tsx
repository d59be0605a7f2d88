/** A secret that the program gives once: to be copied now, for it cannot be shown again. */
import { Button, Code, Text } from "@mantine/core";
import { IconAlertTriangle, IconCheck, IconCopy } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Notice } from "../../components/Notice";
import { copyText } from "../../lib/browser/clipboard";
import classes from "./Account.module.css";

type Props = {
  /** What it is, and until when it holds. */
  text: string;
  secret: string;
  copyLabel: string;
};

export function SecretOnce({ text, secret, copyLabel }: Props) {
  const { t } = useTranslation();
  const [outcome, setOutcome] = useState<"copied" | "failed" | null>(null);
  const copy = () => {
    void copyText(secret).then((copied) => setOutcome(copied ? "copied" : "failed"));
  };
  return (
    <div className={classes.secret}>
      <Text size="sm">{text}</Text>
      <Code block className={classes.code}>
        {secret}
      </Code>
      <div className={classes.row}>
        <Button
          data-autofocus
          leftSection={
            outcome === "copied" ? <IconCheck size={17} aria-hidden /> : <IconCopy size={17} aria-hidden />
          }
          onClick={copy}
        >
          {copyLabel}
        </Button>
        <span role="status">
          {outcome === "copied" && t("action.copied")}
          {outcome === "failed" && t("action.copyFailed")}
        </span>
      </div>
      <Notice tone="wait" icon={<IconAlertTriangle size={18} />}>
        {t("account.secretOnce")}
      </Notice>
    </div>
  );
}
