/** Nothing answers at all: the program was closed, or something other than Celeiro answers. */
import { Button, Code, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { CommandError } from "../../api/command";
import { useErrorText } from "../../components/useErrorText";
import { DataText } from "../../components/DataText";
import { hostKind } from "../../host";
import { Screen } from "./Screen";
import classes from "./Screen.module.css";

type Props = { error: CommandError; retrying: boolean; onRetry: () => void };

export function UnreachableScreen({ error, retrying, onRetry }: Props) {
  const { t } = useTranslation();
  const describe = useErrorText();
  return (
    <Screen title={t("unreachable.title")} tone="bad">
      <div className={classes.note} role="alert">
        <Text fw={600}>
          <DataText text={describe(error)} />
        </Text>
        <Text c="dimmed" size="sm" mt={4}>
          {hostKind() === "browser" ? t("unreachable.hintBrowser") : t("unreachable.hintWindow")}
        </Text>
        <Text c="dimmed" size="xs" mt={8}>
          {t("error.code")} <Code>{error.code}</Code>
        </Text>
      </div>
      <Button onClick={onRetry} loading={retrying}>
        {t("action.retry")}
      </Button>
    </Screen>
  );
}
