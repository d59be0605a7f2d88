/** Where a value comes from; of keys also where they are kept. */
import { Badge } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { ConfigEntry } from "../../../api/types";

const ORIGIN_COLOR = {
  commandLine: "violet",
  environment: "cyan",
  saved: "mata",
  profile: "palha",
  model: "palha",
  default: "gray",
} as const;

export function OriginBadge({ entry }: { entry: ConfigEntry }) {
  const { t } = useTranslation();
  return (
    <Badge variant="light" color={ORIGIN_COLOR[entry.origin]} tt="none">
      {entry.storedIn ? t(`settings.key.in.${entry.storedIn}`) : t(`settings.from.${entry.origin}`)}
    </Badge>
  );
}
