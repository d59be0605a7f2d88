/** The interface language: its storage, its change, and its formats. */
import i18next from "i18next";
import { useTranslation } from "react-i18next";
import type { Lang } from "../lib/language";
import { showToast } from "../components/toast/toasts";
import { setHostLanguage } from "../host";
import { formatsFor, type Formats } from "../lib/format";
import { readStored, writeStored } from "../lib/storage";
import { showLanguage } from ".";

const KEY = "celeiro.language";

/** The saved language, else the system's, else Portuguese. */
export function initialLanguage(): Lang {
  const saved = readStored(KEY);
  if (saved === "pt-BR" || saved === "en") return saved;
  return navigator.language.toLowerCase().startsWith("en") ? "en" : "pt-BR";
}

/** Applies a language outside React: to the host's requests and the root element. */
export function announceLanguage(language: Lang): void {
  setHostLanguage(language);
  document.documentElement.lang = language;
}

/** Changes the language at a person's request; a toast reports texts that cannot be fetched. */
export async function changeLanguage(language: Lang): Promise<void> {
  try {
    // Pages refetch their data as soon as they render in another language, so the host must use that language by then.
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
