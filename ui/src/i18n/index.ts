/** Translations: two languages, compiled in, so that nothing is fetched to show a label. */
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import type { Lang } from "../lib/language";
import en from "./en.json";
import ptBR from "./pt-BR.json";

export const LANGUAGES: readonly Lang[] = ["pt-BR", "en"];

export function initTranslations(language: Lang): void {
  void i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: "pt-BR",
    supportedLngs: LANGUAGES,
    resources: { "pt-BR": { translation: ptBR }, en: { translation: en } },
    // React escapes what it renders; escaping twice would show entities.
    interpolation: { escapeValue: false },
    initAsync: false,
  });
}
