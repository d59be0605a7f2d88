/** Theme and language, one press each; the settings page has the same choices spelled out. */
import { ActionIcon, UnstyledButton } from "@mantine/core";
import { IconDeviceDesktop, IconMoon, IconSun } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { changeLanguage, useLanguage } from "../../i18n/language";
import { useThemeChoice, type ThemeChoice } from "../../shared/look/useThemeChoice";
import classes from "./QuickChoices.module.css";

const ICONS = { light: IconSun, dark: IconMoon, system: IconDeviceDesktop } as const;
const NEXT: Record<ThemeChoice, ThemeChoice> = { light: "dark", dark: "system", system: "light" };

export function QuickChoices() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { choice, choose } = useThemeChoice();
  const Icon = ICONS[choice];
  const other = language === "en" ? "pt-BR" : "en";
  const themeLabel = t("theme.current", { theme: t(`theme.${choice}`) });

  return (
    <div className={classes.row}>
      <ActionIcon size="lg" aria-label={themeLabel} title={themeLabel} onClick={() => choose(NEXT[choice])}>
        <Icon size={18} stroke={1.8} />
      </ActionIcon>
      <UnstyledButton
        className={classes.language}
        title={t("language.switch")}
        // What is read on it is a part of its name, so that it can be called by that.
        aria-label={`${language === "en" ? "EN" : "PT"}: ${t("language.switch")}`}
        onClick={() => void changeLanguage(other)}
      >
        {language === "en" ? "EN" : "PT"}
      </UnstyledButton>
    </div>
  );
}
