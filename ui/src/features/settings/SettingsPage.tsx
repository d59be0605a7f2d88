/** Language, theme, and what the program runs on: status and configuration with its origins. */
import { SegmentedControl, Text, Title } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ShortcutTable } from "../../app/ShortcutTable";
import { THEME_CHOICES, useThemeChoice, type ThemeChoice } from "../../app/useThemeChoice";
import type { Status } from "../../api/types";
import type { Lang } from "../../lib/language";
import { LANGUAGES } from "../../i18n";
import { changeLanguage, useLanguage } from "../../i18n/language";
import { StatusPanel } from "../status/StatusPanel";
import { ConfigTable } from "./ConfigTable";
import classes from "./SettingsPage.module.css";

export function SettingsPage({ status }: { status: Status }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { choice, choose } = useThemeChoice();
  useDocumentTitle(`${t("page.settings.nav")} · Celeiro`);

  return (
    <div className={classes.page}>
      <Title order={1} size="h2">
        {t("page.settings.title")}
      </Title>
      <div className={classes.columns}>
        <div className={classes.column}>
          <Card title={t("settings.appearance")}>
            <Choice
              label={t("settings.theme")}
              value={choice}
              data={THEME_CHOICES.map((value) => ({ value, label: t(`theme.${value}`) }))}
              onChange={(value) => choose(value as ThemeChoice)}
            />
            <Choice
              label={t("settings.language")}
              value={language}
              data={LANGUAGES.map((value) => ({ value, label: t(`language.name.${value}`) }))}
              onChange={(value) => void changeLanguage(value as Lang)}
            />
            <Text size="xs" c="dimmed" mt="sm">
              {t("settings.kept")}
            </Text>
          </Card>
          <Card title={t("shortcuts.title")}>
            <ShortcutTable />
          </Card>
        </div>
        <Card title={t("status.title")}>
          <StatusPanel status={status} />
        </Card>
      </div>
      <Card title={t("settings.configuration")}>
        <Text size="sm" c="dimmed" mb="sm">
          {t("settings.configurationText")}
        </Text>
        <ConfigTable />
      </Card>
    </div>
  );
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.card}>
      <h2 className={classes.heading}>{title}</h2>
      {children}
    </section>
  );
}

type ChoiceProps = {
  label: string;
  value: string;
  data: { value: string; label: string }[];
  onChange: (value: string) => void;
};

function Choice({ label, value, data, onChange }: ChoiceProps) {
  return (
    <div className={classes.choice}>
      <Text size="sm">{label}</Text>
      <SegmentedControl size="xs" aria-label={label} value={value} data={data} onChange={onChange} />
    </div>
  );
}
