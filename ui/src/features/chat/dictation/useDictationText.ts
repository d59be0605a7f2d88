/** What is said below the box about a dictation; blank where there is nothing to say. */
import { useTranslation } from "react-i18next";
import { useErrorText } from "../../../components/useErrorText";
import type { Dictation } from "./useDictation";

export function useDictationText({ phase, trouble }: Dictation): string {
  const { t } = useTranslation();
  const describe = useErrorText();
  if (trouble !== null) {
    return typeof trouble === "string" ? t(`composer.dictate.trouble.${trouble}`) : describe(trouble);
  }
  return phase === "idle" || phase === "failed" ? "" : t(`composer.dictate.phase.${phase}`);
}
