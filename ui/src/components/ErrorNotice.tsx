/** Error of a request in the place of its result: message, code, retry button. */
import { Button, Code, Group, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { CommandError } from "../api/command";
import { DataText } from "./DataText";
import { useErrorText } from "./useErrorText";
import classes from "./Notice.module.css";

type Props = {
  error: CommandError;
  title: string;
  onRetry: () => void;
  retrying?: boolean;
  children?: ReactNode;
};

export function ErrorNotice({ error, title, onRetry, retrying = false, children }: Props) {
  const { t } = useTranslation();
  const describe = useErrorText();
  return (
    <div className={classes.notice} data-tone="bad" role="alert">
      <IconAlertTriangle size={20} className={classes.icon} aria-hidden />
      <div className={classes.body}>
        <Text fw={600}>{title}</Text>
        <Text>
          <DataText text={describe(error)} />
        </Text>
        {children}
        <Group gap="sm" mt="xs">
          <Button size="xs" variant="default" onClick={onRetry} loading={retrying}>
            {t("action.retry")}
          </Button>
          <Text size="xs" c="dimmed">
            {t("error.code")} <Code>{error.code}</Code>
          </Text>
        </Group>
      </div>
    </div>
  );
}
