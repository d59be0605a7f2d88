/** Where a change came from, in the person's words. */
import { useTranslation } from "react-i18next";

const SOURCES = ["person", "ai-suggestion", "import", "assistant"] as const;
type Source = (typeof SOURCES)[number];

export function useSourceName(): (source: string) => string {
  const { t } = useTranslation();
  return (source) => (isSource(source) ? t(`changeSource.${source}`) : source);
}

function isSource(source: string): source is Source {
  return (SOURCES as readonly string[]).includes(source);
}
