/**
 * Translations: two languages, each a file of its own, of which the parts are fetched that are shown: some
 * with the first screen, the others with their pages.
 */
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import type { Lang } from "../lib/language";
import type { TextPart, Texts } from "./parts";

export type { TextPart };

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

type Files = Record<string, () => Promise<Texts>>;

/** The build makes a file of each part of each language. */
const FILES: Record<TextPart, Files> = {
  first: import.meta.glob<Texts>("./*.json", { query: { part: "first" }, import: "default" }),
  chat: import.meta.glob<Texts>("./*.json", { query: { part: "chat" }, import: "default" }),
  catalog: import.meta.glob<Texts>("./*.json", { query: { part: "catalog" }, import: "default" }),
  inspect: import.meta.glob<Texts>("./*.json", { query: { part: "inspect" }, import: "default" }),
  bench: import.meta.glob<Texts>("./*.json", { query: { part: "bench" }, import: "default" }),
  fields: import.meta.glob<Texts>("./*.json", { query: { part: "fields" }, import: "default" }),
  files: import.meta.glob<Texts>("./*.json", { query: { part: "files" }, import: "default" }),
  prices: import.meta.glob<Texts>("./*.json", { query: { part: "prices" }, import: "default" }),
  personal: import.meta.glob<Texts>("./*.json", { query: { part: "personal" }, import: "default" }),
  due: import.meta.glob<Texts>("./*.json", { query: { part: "due" }, import: "default" }),
  settings: import.meta.glob<Texts>("./*.json", { query: { part: "settings" }, import: "default" }),
  shortcuts: import.meta.glob<Texts>("./*.json", { query: { part: "shortcuts" }, import: "default" }),
  signIn: import.meta.glob<Texts>("./*.json", { query: { part: "signIn" }, import: "default" }),
  account: import.meta.glob<Texts>("./*.json", { query: { part: "account" }, import: "default" }),
};

/** Parts that pages have asked for: another language is shown with all of them. */
const wanted = new Set<TextPart>(["first"]);
const fetched = new Set<string>();

async function fetchPart(language: Lang, part: TextPart): Promise<void> {
  const name = `${language} ${part}`;
  if (fetched.has(name)) return;
  const texts = (await FILES[part][`./${language}.json`]?.()) ?? {};
  i18next.addResourceBundle(language, "translation", language === "pt-BR" ? withZero(texts) : texts, true);
  fetched.add(name);
}

/** Fetches texts of a page, in the language that is shown once they are there. */
export async function fetchTexts(part: TextPart): Promise<void> {
  wanted.add(part);
  let language;
  do {
    language = i18next.language as Lang;
    await fetchPart(language, part);
  } while (language !== i18next.language);
}

/**
 * Puts `language` into force; fails where its texts cannot be fetched, and leaves all as it was. Calls
 * `announce` when the texts are there and nothing is drawn with them yet.
 */
export async function showLanguage(language: Lang, announce: () => void = () => {}): Promise<void> {
  if (!i18next.isInitialized) start(language);
  // A page may ask for another part meanwhile.
  while ([...wanted].some((part) => !fetched.has(`${language} ${part}`))) {
    await Promise.all([...wanted].map((part) => fetchPart(language, part)));
  }
  announce();
  await i18next.changeLanguage(language);
}

function start(language: Lang): void {
  void i18next.use(initReactI18next).init({
    lng: language,
    // Both languages have every text (keys.test.ts): none is looked for in the other.
    fallbackLng: false,
    supportedLngs: LANGUAGES,
    resources: {},
    // React escapes what it renders; escaping twice would show entities.
    interpolation: { escapeValue: false },
  });
}
