/** Translations: two languages, each a file of its own that is fetched when it is first shown. */
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import type { Lang } from "../lib/language";

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

const TEXTS: Record<Lang, () => Promise<Texts>> = {
  "pt-BR": async () => withZero((await import("./pt-BR.json")).default),
  en: async () => (await import("./en.json")).default,
};

/**
 * Puts `language` into force; fails where its texts cannot be fetched, and leaves all as it was. Calls
 * `announce` when the texts are there and nothing is drawn with them yet.
 */
export async function showLanguage(language: Lang, announce: () => void = () => {}): Promise<void> {
  if (i18next.isInitialized) {
    if (!i18next.hasResourceBundle(language, "translation")) {
      i18next.addResourceBundle(language, "translation", await TEXTS[language]());
    }
    announce();
    await i18next.changeLanguage(language);
    return;
  }
  const translation = await TEXTS[language]();
  announce();
  await i18next.use(initReactI18next).init({
    lng: language,
    // Both languages have every text (keys.test.ts): none is looked for in the other.
    fallbackLng: false,
    supportedLngs: LANGUAGES,
    resources: { [language]: { translation } },
    // React escapes what it renders; escaping twice would show entities.
    interpolation: { escapeValue: false },
  });
}
