/** Shown while the database is being made, started or upgraded. */
import { Progress, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { DataText } from "../../components/DataText";
import { Screen } from "./Screen";

export function StartingScreen({ message }: { message: string | null }) {
  const { t } = useTranslation();
  return (
    <Screen title={t("starting.title")} busy>
      <Progress value={100} animated w={220} size="sm" aria-label={t("starting.title")} />
      <Text c="dimmed" role="status">
        {message ? <DataText text={message} /> : t("starting.connecting")}
      </Text>
    </Screen>
  );
}
