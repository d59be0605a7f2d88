/** What speaks for products being one, in the person's words. */
import { useTranslation } from "react-i18next";
import { cleanText } from "../../../lib/text/text";
import type { DuplicateGroup } from "./types";

export function useEvidenceText(): (evidence: DuplicateGroup["evidence"][number]) => string {
  const { t } = useTranslation();
  return ({ kind, value }) => t(`duplicates.evidence.${kind}`, { value: cleanText(value) });
}
