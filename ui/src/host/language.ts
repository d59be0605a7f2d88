/** The language the person reads; sent with every HTTP request so that errors come in it. */
import type { Lang } from "../lib/language";

let current: Lang = "pt-BR";

export function setHostLanguage(language: Lang): void {
  current = language;
}

export function hostLanguage(): Lang {
  return current;
}
