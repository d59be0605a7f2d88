/**
 * Which form a desk shows. A record that was new keeps the form it was made in: what is typed while it is being
 * stored, the focus and the cursor stay where they are.
 */
import { useState } from "react";

export type FormKey = {
  /** Another form where this is another key. */
  key: string;
  /** The open record is new, or was until it was stored a moment ago. */
  isBegunHere: boolean;
  /** The new record is stored as `id`, which is opened next. */
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
  // (Set while rendering, so that no form of before is seen.)
  if (now.opened !== opened) set(isMadeHere ? { ...now, opened } : next);
  return {
    key: isBegunHere ? `new ${now.round}` : String(opened),
    isBegunHere,
    noteStored: (storedAs) => set((before) => ({ ...before, storedAs })),
    beginNew: () => set((before) => ({ ...before, round: before.round + 1, storedAs: null })),
  };
}
