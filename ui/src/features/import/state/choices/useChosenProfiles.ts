/** The profiles of suppliers that a person chose by hand: they read the file until another import begins. */
import { useRef, useState } from "react";
import type { Kind } from "../../../../api/types";

/** By the kind of the records; null where nothing was said, the nil id where no profile is to read them. */
export type ChosenProfiles = Partial<Record<Kind, string | null>>;

export function useChosenProfiles(before: ChosenProfiles = {}) {
  const [profiles, setProfiles] = useState(before);
  /** The same, for a file that is read before the page is drawn anew. */
  const latest = useRef(before);
  const put = (next: ChosenProfiles) => {
    latest.current = next;
    setProfiles(next);
  };
  return {
    profiles,
    findProfile: (kind: Kind): string | null => latest.current[kind] ?? null,
    chooseProfile: (kind: Kind, profile: string | null) => put({ ...latest.current, [kind]: profile }),
    forgetProfiles: () => put({}),
  };
}
