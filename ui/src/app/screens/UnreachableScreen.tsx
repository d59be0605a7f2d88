/** Nothing answers: the program was closed, something other than Celeiro answers, or its database does not. */
import { Button, Code, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { isOfDatabase, type CommandError } from "../../api/command";
import { useErrorText } from "../../components/useErrorText";
import { DataText } from "../../components/DataText";
import { hostKind } from "../../host";
import { Screen } from "./Screen";
import classes from "./Screen.module.css";

type Props = { error: CommandError; retrying: boolean; onRetry: () => void };

export function UnreachableScreen({ error, retrying, onRetry }: Props) {
  const { t } = useTranslation();
  const describe = useErrorText();
  const database = isOfDatabase(error);
  const hint = hostKind() === "browser" ? t("unreachable.hintBrowser") : t("unreachable.hintWindow");
  return (
    <Screen title={database ? t("unreachable.database") : t("unreachable.title")} tone="bad">
      <div className={classes.note} role="alert">
        <Text fw={600}>
          <DataText text={describe(error)} />
        </Text>
        <Text c="dimmed" size="sm" mt={4}>
          {database ? t("unreachable.hintDatabase") : hint}
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
