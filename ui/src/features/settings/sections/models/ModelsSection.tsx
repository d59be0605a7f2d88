/** Which model does what. What holds where nothing is said here is shown in the empty field. */
import { useTranslation } from "react-i18next";
import { MODEL_OF, MODELS, TRANSCRIPTION_SERVER } from "../../names";
import { Prompts } from "./Prompts";
import { More, Section } from "../Section";
import { SettingField } from "../../fields/SettingField";
import type { Entries } from "../../useSettings";

type Props = { entries: Entries };

export function ModelsSection({ entries }: Props) {
  const { t } = useTranslation();
  const provider = entries.get("LLM_PROVIDER")?.value ?? "";
  const holding = (below: { openrouter?: string }) => {
    const name = provider === "openrouter" ? below.openrouter : MODEL_OF[provider];
    const value = name && entries.get(name)?.value;
    return value ? { value, name } : null;
  };
  return (
    <Section id="models" title={t("settings.section.models.title")} text={t("settings.section.models.text")}>
      {MODELS.map(({ name, below }) => (
        <SettingField key={name} entry={entries.get(name)} name={name} below={holding(below)} />
      ))}
      <More title={t("settings.transcriptionServer")}>
        {TRANSCRIPTION_SERVER.map((name) => (
          <SettingField key={name} entry={entries.get(name)} name={name} />
        ))}
      </More>
      <Prompts />
    </Section>
  );
}
