/** What the next prompt says of the person, word for word. */
import { Text, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useCommandQuery } from "../../../api/hooks";
import { DataText } from "../../../components/DataText";
import { QueryError } from "../../../components/QueryError";
import classes from "../personal.module.css";

export function MemoryProfile() {
  const { t } = useTranslation();
  const query = useCommandQuery("getMemoryProfile", {});
  const lines = (query.data?.text ?? "").split("\n").filter((line) => line !== "");
  return (
    <section aria-label={t("personal.memory.profile.title")}>
      <Title order={2} size="h4">
        {t("personal.memory.profile.title")}
      </Title>
      <QueryError title={t("personal.memory.profile.failed")} query={query} />
      {query.data && (
        <Text size="sm" c="dimmed">
          {lines.length === 0
            ? t("personal.memory.profile.none")
            : t("personal.memory.profile.tokens", { count: query.data.tokens, most: query.data.mostTokens })}
        </Text>
      )}
      {lines.length > 0 && (
        <ul className={classes.talks}>
          {lines.map((line, at) => (
            <li key={at}>
              <DataText text={line.replace(/^- /, "")} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
