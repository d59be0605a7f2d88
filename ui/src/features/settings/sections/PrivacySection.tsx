/** What is logged, what is kept and for how long, and what leaves the machine with the present choices. */
import { useTranslation } from "react-i18next";
import { DeleteQueries } from "../../../shared/queries/DeleteQueries";
import { isNamedChoice } from "../names";
import { Section } from "./Section";
import { SettingField } from "../fields/SettingField";
import classes from "../SettingsPage.module.css";
import type { Entries } from "../useSettings";

export function PrivacySection({ entries }: { entries: Entries }) {
  const { t } = useTranslation();
  const value = (name: string) => entries.get(name)?.value ?? "none";
  const provider = value("LLM_PROVIDER");
  const embedder = value("EMBEDDING_PROVIDER");
  const nameChoice = (id: string) => (isNamedChoice(id) ? t(`settings.choice.${id}`) : id);
  const remoteVectors = embedder === "openai" || embedder === "openrouter";
  const days = Number(entries.get("TRACE_RETENTION_DAYS")?.value ?? "365");
  return (
    <Section id="privacy" title={t("settings.section.privacy.title")}>
      <SettingField entry={entries.get("TRACE_RETENTION_DAYS")} name="TRACE_RETENTION_DAYS" />
      <SettingField entry={entries.get("ATTACHMENT_RETENTION_DAYS")} name="ATTACHMENT_RETENTION_DAYS" />
      <SettingField entry={entries.get("QUERY_LOG_ENABLED")} name="QUERY_LOG_ENABLED" />
      <SettingField entry={entries.get("QUERY_LOG_RETENTION_DAYS")} name="QUERY_LOG_RETENTION_DAYS" />
      <div className={classes.deletion}>
        <DeleteQueries total={null} />
      </div>
      <dl className={classes.facts}>
        <dt>{t("settings.privacy.kept.title")}</dt>
        <dd>
          {days === 0 ? t("settings.privacy.kept.forEver") : t("settings.privacy.kept.days", { count: days })}
        </dd>
        <dt>{t("settings.privacy.queries.title")}</dt>
        <dd>{t("settings.privacy.queries.text")}</dd>
        <dt>{t("settings.privacy.log.title")}</dt>
        <dd>{t("settings.privacy.log.text")}</dd>
        <dt>{t("settings.privacy.keys.title")}</dt>
        <dd>{t("settings.privacy.keys.text")}</dd>
        <dt>{t("settings.privacy.leaves.title")}</dt>
        <dd>
          {provider === "none"
            ? t("settings.privacy.leaves.noModel")
            : t("settings.privacy.leaves.model", { provider: nameChoice(provider) })}{" "}
          {remoteVectors
            ? t("settings.privacy.leaves.vectors", { provider: nameChoice(embedder) })
            : t("settings.privacy.leaves.noVectors")}{" "}
          {t("settings.privacy.leaves.nothingElse")}
        </dd>
      </dl>
    </Section>
  );
}
