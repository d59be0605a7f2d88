/** Translations: two languages, compiled in, so that nothing is fetched to show a label. */
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import type { Lang } from "../lib/language";
import en from "./en.json";
import ptBR from "./pt-BR.json";

type Texts = { [key: string]: string | Texts };

/**
 * Texts of a language in which none of a thing is many: CLDR counts 0 with 1 in Portuguese, Brazilians
 * say "0 registros". The library asks for the form `zero` of a count of 0 before any other.
 */
export function withZero(texts: Texts): Texts {
  const all: Texts = {};
  for (const [key, text] of Object.entries(texts)) {
    if (typeof text !== "string") all[key] = withZero(text);
    else {
      all[key] = text;
      if (key.endsWith("_other")) all[key.replace(/_other$/, "_zero")] = text;
    }
  }
  return all;
}

export const LANGUAGES: readonly Lang[] = ["pt-BR", "en"];

export function initTranslations(language: Lang): void {
  void i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: "pt-BR",
    supportedLngs: LANGUAGES,
    resources: { "pt-BR": { translation: withZero(ptBR) }, en: { translation: en } },
    // React escapes what it renders; escaping twice would show entities.
    interpolation: { escapeValue: false },
    initAsync: false,
  });
}
