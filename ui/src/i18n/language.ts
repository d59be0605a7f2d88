/** The language in use: where it is kept, how it is changed, and the formats that belong to it. */
import i18next from "i18next";
import { useTranslation } from "react-i18next";
import type { Lang } from "../lib/language";
import { showToast } from "../components/toast/toasts";
import { setHostLanguage } from "../host";
import { formatsFor, type Formats } from "../lib/format";
import { readStored, writeStored } from "../lib/storage";
import { showLanguage } from ".";

const KEY = "celeiro.language";

/** The saved choice, else what the system speaks, else Portuguese. */
export function initialLanguage(): Lang {
  const saved = readStored(KEY);
  if (saved === "pt-BR" || saved === "en") return saved;
  return navigator.language.toLowerCase().startsWith("en") ? "en" : "pt-BR";
}

/** Puts a language into force everywhere outside React: the host's requests and the root element. */
export function announceLanguage(language: Lang): void {
  setHostLanguage(language);
  document.documentElement.lang = language;
}

/** Another language, chosen by a person; where its texts cannot be fetched the page says so. */
export async function changeLanguage(language: Lang): Promise<void> {
  try {
    // A page asks for its answers again as soon as it is drawn in another language: in that language.
    await showLanguage(language, () => announceLanguage(language));
  } catch {
    showToast({ text: i18next.t("language.failed"), tone: "bad" });
    return;
  }
  writeStored(KEY, language);
}

export function useLanguage(): Lang {
  const { i18n } = useTranslation();
  return i18n.language === "en" ? "en" : "pt-BR";
}

export function useFormats(): Formats {
  return formatsFor(useLanguage());
}
