/** The program runs but could not get ready: what it says about it, and what a person can do. */
import { Button, Code, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Status } from "../../api/types";
import { DataText } from "../../components/DataText";
import { Screen } from "./Screen";
import classes from "./Screen.module.css";

type Props = { status: Status; retrying: boolean; onRetry: () => void };

export function FailedScreen({ status, retrying, onRetry }: Props) {
  const { t } = useTranslation();
  return (
    <Screen title={t("failed.title")} tone="bad">
      <Text c="dimmed">{t("failed.text")}</Text>
      <div className={classes.note} role="alert">
        <Text fw={600}>
          <DataText text={status.phaseMessage ?? t("failed.noMessage")} multiline />
        </Text>
        {status.warnings.length > 0 && (
          <ul>
            {status.warnings.map((warning, index) => (
              <li key={index}>
                <DataText text={warning.message} />
              </li>
            ))}
          </ul>
        )}
      </div>
      <Text c="dimmed" size="sm">
        {t("failed.hint")} <Code className={classes.command}>celeiro doctor</Code>
      </Text>
      <Button onClick={onRetry} loading={retrying} data-autofocus>
        {t("action.retry")}
      </Button>
    </Screen>
  );
}
