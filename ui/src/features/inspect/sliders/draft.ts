/**
 * Weights that are being tried: what was moved, by path, over whatever profile is in force. They are
 * kept apart from the profile so that they stay moved when the query changes.
 */
import type { Fusion, Kind, Profile } from "../../../api/types";
import { valueAt, withValue } from "../../../shared/profile/knobs";

export type Draft = {
  /** Null: the one in force. */
  fusion: Fusion | null;
  values: Readonly<Record<string, number | null>>;
};

export const UNMOVED: Draft = { fusion: null, values: {} };

export function isMoved(draft: Draft): boolean {
  return draft.fusion !== null || Object.keys(draft.values).length > 0;
}

/** `draft` with one value moved; one that is back where it was is moved no more. */
export function moveKnob(
  draft: Draft,
  profile: Profile,
  kind: Kind,
  path: string,
  value: number | null,
): Draft {
  const others = Object.fromEntries(Object.entries(draft.values).filter(([other]) => other !== path));
  const back = value === valueAt(profile, kind, path);
  return { ...draft, values: back ? others : { ...others, [path]: value } };
}

/** The profile as it would be; `fusion` is the one in force. */
export function applyDraft(profile: Profile, kind: Kind, draft: Draft, fusion: Fusion): Profile {
  const start: Profile = { ...profile, fusion: draft.fusion ?? fusion };
  return Object.entries(draft.values).reduce(
    (made, [path, value]) => withValue(made, kind, path, value),
    start,
  );
}

/** Reads moved sliders from an address: `path:value`, one each. */
export function readDraft(values: readonly string[]): Draft {
  const read = values.flatMap((text) => {
    const [path, value] = [
      text.slice(0, text.lastIndexOf(":")),
      Number(text.slice(text.lastIndexOf(":") + 1)),
    ];
    return path !== "" && Number.isFinite(value) ? [[path, value] as const] : [];
  });
  return { fusion: null, values: Object.fromEntries(read) };
}
