/** What is wrong with a profile's name, in words; nothing where it will do. */
import { useTranslation } from "react-i18next";
import type { ProfileEntry } from "../../api/types";

/** As the program has it: begins with a letter or digit, then also blanks and `._-`, 64 at most. */
const ALLOWED = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,63}$/u;

export function useNameProblem(name: string, all: readonly ProfileEntry[]): string | null {
  const { t } = useTranslation();
  const trimmed = name.trim();
  if (trimmed === "") return t("profiles.nameMissing");
  if (!ALLOWED.test(trimmed)) return t("profiles.nameInvalid");
  if (all.some((one) => one.name === trimmed && one.shipped)) return t("profiles.nameShipped");
  return null;
}
