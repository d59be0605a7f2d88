/** The conversations about a person, the latest first. */
import { Anchor, Text } from "@mantine/core";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCommandQuery } from "../../../api/hooks";
import { DataText } from "../../../components/DataText";
import { QueryError } from "../../../components/QueryError";
import { useFormats } from "../../../i18n/language";
import classes from "../personal.module.css";

export function PersonTalks({ id }: { id: string }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const heading = useId();
  const query = useCommandQuery("listPersonConversations", { id });
  return (
    <section aria-labelledby={heading}>
      <Text component="h3" id={heading} size="sm" fw={600}>
        {t("personal.people.talks.title")}
      </Text>
      <QueryError title={t("personal.people.talks.failed")} query={query} />
      {query.data?.length === 0 && (
        <Text size="sm" c="dimmed">
          {t("personal.people.talks.none")}
        </Text>
      )}
      {query.data && query.data.length > 0 && (
        <ul className={classes.talks}>
          {query.data.map((talk) => (
            <li key={talk.id}>
              <Anchor component={Link} to={`/chat?c=${encodeURIComponent(talk.id)}`} size="sm">
                <DataText text={talk.title} />
              </Anchor>{" "}
              <Text span size="sm" c="dimmed">
                {formats.dateTime(talk.updatedAt)}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
