/** Where a change came from, in the person's words; of the assistant's or another program's, who confirmed it. */
import { useTranslation } from "react-i18next";
import { useActorName } from "../../../shared/changes/useActorName";

const SOURCES = ["person", "ai-suggestion", "import", "assistant"] as const;
type Source = (typeof SOURCES)[number];

type Change = { source: string; confirmedBy: string | null; proposedBy?: string | null };

export function useSourceName(): (change: Change) => string {
  const { t } = useTranslation();
  const actorName = useActorName();
  return ({ source, confirmedBy, proposedBy }) => {
    if (confirmedBy !== null) {
      const who = actorName(confirmedBy);
      return typeof proposedBy === "string"
        ? t("changeSource.programConfirmedBy", { program: proposedBy, who })
        : t("changeSource.confirmedBy", { who });
    }
    return isSource(source) ? t(`changeSource.${source}`) : source;
  };
}

function isSource(source: string): source is Source {
  return (SOURCES as readonly string[]).includes(source);
}
