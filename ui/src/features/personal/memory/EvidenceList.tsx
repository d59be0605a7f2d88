/** The words that something was taken from, each with its conversation. */
import { Anchor, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { DataText } from "../../../components/DataText";
import { useFormats } from "../../../i18n/language";
import classes from "../personal.module.css";
import type { Evidence } from "./draft";

export function EvidenceList({ evidence, none }: { evidence: readonly Evidence[]; none?: string }) {
  const { t } = useTranslation();
  const formats = useFormats();
  if (evidence.length === 0)
    return none === undefined ? null : (
      <Text size="sm" c="dimmed">
        {none}
      </Text>
    );
  return (
    <ul className={classes.talks}>
      {evidence.map((one) => (
        <li key={one.messageId}>
          <Text span size="sm">
            “<DataText text={one.quote} />”
          </Text>{" "}
          <Anchor component={Link} to={`/chat?c=${encodeURIComponent(one.conversationId)}`} size="sm">
            {t("personal.memory.evidence.open", { at: formats.dateTime(one.at) })}
          </Anchor>
        </li>
      ))}
    </ul>
  );
}
