/** The person whom a conversation is about, and the box in which another one is chosen. */
import { Anchor, Button, Group, Popover, Text } from "@mantine/core";
import { IconUser } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Data } from "../../../api/command";
import { useCommandMutation, useCommandQuery } from "../../../api/hooks";
import { DataText } from "../../../components/DataText";
import { FocusPopover } from "../../../components/popover/FocusPopover";
import { QueryError } from "../../../components/QueryError";
import { useErrorText } from "../../../components/useErrorText";
import { useLanguage } from "../../../i18n/language";
import { cleanText } from "../../../lib/text/text";
import { isNotFound } from "../../../shared/forms/refusal";
import classes from "./About.module.css";
import { PersonSearch } from "./PersonSearch";

export function PersonControl({ conversationId: id }: { conversationId: string }) {
  const { t } = useTranslation();
  const describe = useErrorText();
  const [opened, setOpened] = useState(false);
  const about = useCommandQuery("getConversationPerson", { id });
  const personId = about.data?.personId ?? null;
  const person = useCommandQuery("getPerson", { id: personId ?? "" }, { enabled: personId !== null });
  const { mutate, isPending, error, reset } = useCommandMutation("setConversationPerson");
  const toggle = (open: boolean) => {
    reset();
    setOpened(open);
  };
  const client = useQueryClient();
  const language = useLanguage();
  const choose = (chosen: Data<"getPerson"> | null) => {
    // Whose name is known already is named at once.
    if (chosen) client.setQueryData(["getPerson", language, { id: chosen.id }], chosen);
    mutate(
      { id, personId: chosen?.id ?? null, operationId: crypto.randomUUID() },
      { onSuccess: () => setOpened(false) },
    );
  };
  if (about.isPending) return null;
  const isGone = isNotFound(person.error);
  const name = isGone ? t("conversations.about.gone") : (person.data?.name ?? "…");
  return (
    <FocusPopover opened={opened} onChange={toggle} position="bottom-start" width={300}>
      <Popover.Target>
        <Button
          className={classes.button}
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={<IconUser size={16} aria-hidden />}
          title={personId === null ? undefined : cleanText(name)}
          onClick={() => toggle(!opened)}
        >
          <span className={classes.name}>
            {personId === null ? (
              t("conversations.about.nobody")
            ) : (
              <DataText text={t("conversations.about.person", { name })} />
            )}
          </span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <QueryError title={t("conversations.about.failed")} query={about} />
        {!isGone && <QueryError title={t("conversations.about.failed")} query={person} />}
        <PersonSearch
          current={personId}
          disabled={isPending}
          onChoose={choose}
          onClose={() => toggle(false)}
        />
        {error && (
          <Text size="sm" c="var(--cel-bad)" role="alert" mt="xs">
            <DataText text={describe(error)} />
          </Text>
        )}
        {personId !== null && (
          <Group justify="space-between" gap="xs" mt="xs">
            {isGone ? (
              <span />
            ) : (
              <Anchor
                component={Link}
                to={`/assistant/people?person=${encodeURIComponent(personId)}`}
                size="sm"
              >
                {t("conversations.about.page")}
              </Anchor>
            )}
            <Button size="compact-sm" variant="default" loading={isPending} onClick={() => choose(null)}>
              {t("conversations.about.remove")}
            </Button>
          </Group>
        )}
      </Popover.Dropdown>
    </FocusPopover>
  );
}
