/** All settings by their names. */
import { useMemo } from "react";
import { useCommandQuery } from "../../api/hooks";
import type { ConfigEntry } from "../../api/types";

export type Entries = ReadonlyMap<string, ConfigEntry>;

export function useSettings() {
  const config = useCommandQuery("getConfig", {});
  const entries: Entries | undefined = useMemo(
    () => config.data && new Map(config.data.map((entry) => [entry.name, entry])),
    [config.data],
  );
  return { config, entries };
}
