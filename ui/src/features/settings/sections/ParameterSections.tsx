/** Vectors, search and conversation: sections that are lists of settings. */
import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { CHAT, EMBEDDING_SERVER, PERSONAL, SEARCH_ADVANCED, SEARCH_MAIN, type LabelledName } from "../names";
import { More, Section } from "./Section";
import { SettingField } from "../fields/SettingField";
import type { Entries } from "../useSettings";
import { PersonalData } from "./personal/PersonalData";

type Props = { entries: Entries };

export function EmbeddingSection({ entries }: Props) {
  const { t } = useTranslation();
  const provider = entries.get("EMBEDDING_PROVIDER")?.value;
  const remote = provider === "openai" || provider === "openrouter";
  return (
    <Section
      id="embedding"
      title={t("settings.section.embedding.title")}
      text={t("settings.section.embedding.text")}
    >
      <SettingField entry={entries.get("EMBEDDING_PROVIDER")} name="EMBEDDING_PROVIDER" />
      <SettingField entry={entries.get("EMBEDDING_PAUSED")} name="EMBEDDING_PAUSED" />
      <More title={t("settings.embeddingServer")} open={remote}>
        <Fields names={EMBEDDING_SERVER} entries={entries} />
      </More>
      <More title={t("settings.embeddingStatic")} open={provider === "static" || provider === "neural"}>
        <Fields names={["EMBEDDING_MODEL_DIR"]} entries={entries} />
      </More>
    </Section>
  );
}

export function SearchSection({ entries }: Props) {
  const { t } = useTranslation();
  return (
    <Section id="search" title={t("settings.section.search.title")} text={t("settings.section.search.text")}>
      <Fields names={SEARCH_MAIN} entries={entries} />
      <More title={t("settings.advanced")}>
        <Fields names={SEARCH_ADVANCED} entries={entries} />
        <Text size="sm" c="dimmed">
          {t("settings.advancedText")}
        </Text>
      </More>
    </Section>
  );
}

export function ChatSection({ entries }: Props) {
  const { t } = useTranslation();
  return (
    <Section id="chat" title={t("settings.section.chat.title")}>
      <Fields names={CHAT} entries={entries} />
    </Section>
  );
}

export function PersonalSection({ entries }: Props) {
  const { t } = useTranslation();
  return (
    <Section
      id="personal"
      title={t("settings.section.personal.title")}
      text={t("settings.section.personal.text")}
    >
      <Fields names={PERSONAL} entries={entries} />
      <PersonalData />
    </Section>
  );
}

function Fields({ names, entries }: { names: readonly LabelledName[]; entries: Entries }) {
  return names.map((name) => <SettingField key={name} entry={entries.get(name)} name={name} />);
}
