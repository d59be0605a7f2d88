/** Who writes the answers, and for each provider its address and key. */
import { Badge } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { ConfigEntry } from "../../../../api/types";
import { ConnectionTest } from "./ConnectionTest";
import { OriginBadge } from "../../fields/OriginBadge";
import { PROVIDERS, type Provider } from "../../names";
import { More, Section } from "../Section";
import { SettingField } from "../../fields/SettingField";
import classes from "../../SettingsPage.module.css";
import type { Entries } from "../../useSettings";

type Props = { entries: Entries };

export function ProvidersSection({ entries }: Props) {
  const { t } = useTranslation();
  const chosen = entries.get("LLM_PROVIDER")?.value ?? null;
  return (
    <Section
      id="providers"
      title={t("settings.section.providers.title")}
      text={t("settings.section.providers.text")}
    >
      <SettingField entry={entries.get("LLM_PROVIDER")} name="LLM_PROVIDER" />
      {PROVIDERS.map((provider) => (
        <More
          key={provider.id}
          open={provider.id === chosen}
          title={
            <Heading provider={provider} inUse={provider.id === chosen} apiKey={entries.get(provider.key)} />
          }
        >
          <SettingField entry={entries.get(provider.base)} name={provider.base} />
          <SettingField entry={entries.get(provider.key)} name={provider.key} />
          {provider.more.map((name) => (
            <SettingField key={name} entry={entries.get(name)} name={name} />
          ))}
          <ConnectionTest provider={provider.id} />
        </More>
      ))}
    </Section>
  );
}

function Heading({ provider, inUse, apiKey }: { provider: Provider; inUse: boolean; apiKey?: ConfigEntry }) {
  const { t } = useTranslation();
  return (
    <span className={classes.summary}>
      <span>{t(`settings.choice.${provider.id}`)}</span>
      {inUse && (
        <Badge variant="filled" tt="none">
          {t("settings.inUse")}
        </Badge>
      )}
      {apiKey?.needsReentry ? (
        <Badge variant="light" color="red" tt="none">
          {t("settings.key.again")}
        </Badge>
      ) : (
        apiKey && <OriginBadge entry={apiKey} />
      )}
    </span>
  );
}
