/**
 * Who did something, in words: a person without a name came by the browser or from this
 * computer, an assistant by the protocol for such programs.
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
