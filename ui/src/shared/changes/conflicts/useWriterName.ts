/** Who wrote something, in words: what came over HTTP or from this machine without a name says so. */
import { useTranslation } from "react-i18next";

const NAMELESS = ["unknown", "http", "local"] as const;

export function useWriterName() {
  const { t } = useTranslation();
  return (by: string | null): string => {
    const nameless = NAMELESS.find((name) => name === (by ?? "unknown"));
    return nameless === undefined ? (by ?? "") : t(`grid.conflict.by.${nameless}`);
  };
}
