/** Everything that can be set, by what it is for, and at the end all of it by name. */
import { Skeleton, Stack, Text, Title } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import { useTranslation } from "react-i18next";
import type { Status } from "../../api/types";
import { QueryError } from "../../components/QueryError";
import { RoleNotice } from "../../shared/account/RoleNotice";
import { useMay } from "../../shared/account/useMe";
import { EmptyCatalogNotice } from "../../shared/catalog/StartNotice";
import { StatusPanel } from "../../shared/status/StatusPanel";
import { BackupSection } from "./sections/BackupSection";
import { ConfigTable } from "./sections/ConfigTable";
import { Contents } from "./Contents";
import { DataSection } from "./sections/DataSection";
import { LookSection } from "./sections/LookSection";
import { ModelsSection } from "./sections/models/ModelsSection";
import { ChatSection, EmbeddingSection, PersonalSection, SearchSection } from "./sections/ParameterSections";
import { PrivacySection } from "./sections/PrivacySection";
import { ProvidersSection } from "./sections/models/ProvidersSection";
import { Section } from "./sections/Section";
import classes from "./SettingsPage.module.css";
import { TeamSection } from "./sections/TeamSection";
import { useSettings, type Entries } from "./useSettings";

export function SettingsPage({ status }: { status: Status }) {
  const { t } = useTranslation();
  const { config, entries } = useSettings();
  const mayAdminister = useMay("administer");
  useDocumentTitle(`${t("page.settings.nav")} · Celeiro`);

  return (
    <div className={classes.page}>
      <Title order={1} size="h2">
        {t("page.settings.title")}
      </Title>
      <div className={classes.columns}>
        <Contents />
        <div className={classes.sections}>
          <EmptyCatalogNotice text={t("noStock.noItems")} />
          <LookSection />
          <RoleNotice access="administer" />
          {mayAdminister && <TeamSection />}
          {!mayAdminister ? null : config.error ? (
            <QueryError title={t("settings.failed")} query={config} />
          ) : entries ? (
            <Settings entries={entries} />
          ) : (
            <Waiting />
          )}
          <Section id="status" title={t("settings.section.status.title")}>
            <StatusPanel status={status} />
          </Section>
          {mayAdminister && (
            <Section id="all" title={t("settings.section.all.title")}>
              <Text size="sm" c="dimmed" mb="sm">
                {t("settings.configurationText")}
              </Text>
              <ConfigTable />
            </Section>
          )}
        </div>
      </div>
    </div>
  );
}

function Settings({ entries }: { entries: Entries }) {
  return (
    <>
      <ProvidersSection entries={entries} />
      <ModelsSection entries={entries} />
      <EmbeddingSection entries={entries} />
      <SearchSection entries={entries} />
      <ChatSection entries={entries} />
      <PersonalSection entries={entries} />
      <DataSection entries={entries} />
      <BackupSection entries={entries} />
      <PrivacySection entries={entries} />
    </>
  );
}

function Waiting() {
  const { t } = useTranslation();
  return (
    <Stack gap="sm" aria-busy aria-label={t("search.loading")}>
      {[80, 65, 72, 58].map((width) => (
        <Skeleton key={width} h={16} w={`${width}%`} />
      ))}
    </Stack>
  );
}
