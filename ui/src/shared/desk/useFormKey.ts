/**
 * React key of a desk's form. A new record keeps its form when it is stored, so that text typed during the save, the
 * focus and the cursor stay.
 */
import { useState } from "react";

export type FormKey = {
  /** A changed key mounts another form. */
  key: string;
  /** The open record is new, or was new until a save a moment ago. */
  isBegunHere: boolean;
  /** Records that the new record was stored as `id`, which opens next. */
  noteStored: (id: string) => void;
  /** Begins another new record. */
  beginNew: () => void;
};

/** `opened` is the id of the record, `new`, or null where none is open. */
export function useFormKey(opened: string | null): FormKey {
  const [now, set] = useState({ opened, round: 0, storedAs: null as string | null });
  const isMadeHere = opened !== null && opened === now.storedAs;
  const next = { opened, round: now.round + 1, storedAs: null };
  const isBegunHere = isMadeHere || opened === "new";
  // (Set while rendering, so that the former form never renders.)
  if (now.opened !== opened) set(isMadeHere ? { ...now, opened } : next);
  return {
    key: isBegunHere ? `new ${now.round}` : String(opened),
    isBegunHere,
    noteStored: (storedAs) => set((before) => ({ ...before, storedAs })),
    beginNew: () => set((before) => ({ ...before, round: before.round + 1, storedAs: null })),
  };
}
