/**
 * Display name of a history entry's actor: a person without a name used the browser or this computer, an assistant used
 * the Model Context Protocol.
 */
import { useTranslation } from "react-i18next";

const NAMELESS = ["unknown", "http", "local", "mcp"] as const;

export function useActorName(): (actor: string) => string {
  const { t } = useTranslation();
  return (actor) => {
    const nameless = NAMELESS.find((name) => name === actor);
    return nameless === undefined ? actor : t(`actor.${nameless}`);
  };
}
