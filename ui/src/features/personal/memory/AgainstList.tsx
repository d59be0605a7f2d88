/** Other things known that seem not to hold together with an item. No rule is sure: the person decides, or nobody. */
import { Anchor, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { DataText } from "../../../components/DataText";
import classes from "../personal.module.css";
import type { Knowledge } from "./draft";

export function AgainstList({ items }: { items: readonly Knowledge[] }) {
  const { t } = useTranslation();
  if (items.length === 0) return null;
  return (
    <section className={classes.after} aria-label={t("personal.memory.against.title")}>
      <Text component="h3" size="sm" fw={600}>
        {t("personal.memory.against.title")}
      </Text>
      <Text size="sm" c="dimmed">
        {t("personal.memory.against.note")}
      </Text>
      <ul className={classes.talks}>
        {items.map(({ id, content }) => (
          <li key={id}>
            <Anchor component={Link} to={`/assistant/memory?item=${encodeURIComponent(id)}`} size="sm">
              <DataText text={content} />
            </Anchor>
          </li>
        ))}
      </ul>
    </section>
  );
}
