/** Language and theme of this page, kept on this device, and its keyboard shortcuts. */
import { SegmentedControl, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { ShortcutTable } from "../../../shared/look/ShortcutTable";
import { THEME_CHOICES, useThemeChoice, type ThemeChoice } from "../../../shared/look/useThemeChoice";
import { LANGUAGES } from "../../../i18n";
import { changeLanguage, useLanguage } from "../../../i18n/language";
import type { Lang } from "../../../lib/language";
import { More, Section } from "./Section";
import classes from "../SettingsPage.module.css";

export function LookSection() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { choice, choose } = useThemeChoice();
  return (
    <Section id="look" title={t("settings.section.look.title")}>
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
      <More title={t("shortcuts.title")}>
        <ShortcutTable />
      </More>
    </Section>
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
