/** What the fields in cells have in common: where keys lead, and what is in a field that goes away. */
import { useEffect, type FocusEvent, type KeyboardEvent, type Ref, type RefObject } from "react";
import { useStable } from "../../../../../lib/hooks/useStable";

/** Where one goes after the text is taken over; `away` where a person has gone to a place outside of the sheet. */
export type After = "down" | "up" | "right" | "left" | "stay" | "away";

/** Gives up what is in the field, from beside it. */
export type CancelEdit = () => void;

export type CellEditorProps = {
  cancelRef?: Ref<CancelEdit>;
  column: string;
  /** What the accessible name says. */
  label: string;
  /** What stands in the cell. */
  text: string;
  /** What was typed to begin; null to begin with what stands there. */
  start: string | null;
  /** Values that are offered while one types. */
  known: readonly string[];
  onCommit: (text: string, after: After) => void;
  onCancel: () => void;
  /** The field went away with its page while something stood in it. */
  onGone: (text: string) => void;
};

/** A field that goes away with its page, as when a program starts anew, has been left: what is in it counts. */
export function useTakenOver(field: RefObject<HTMLElement | null>, leave: () => unknown): void {
  const latest = useStable(leave);
  useEffect(() => {
    const box = field.current;
    return () => queueMicrotask(() => box && !box.isConnected && latest());
  }, [field, latest]);
}

/**
 * Decides where a cell's field that is left leads: a place outside of the sheet that takes the focus keeps
 * it.
 */
export function afterBlur({ currentTarget, relatedTarget }: FocusEvent): After {
  const isInSheet = relatedTarget === null || currentTarget.closest("[role=grid]")?.contains(relatedTarget);
  return isInSheet ? "stay" : "away";
}

/** Where a key leads; null where it gives up, undefined where it belongs to the text. */
export function afterKey(event: KeyboardEvent): After | null | undefined {
  if (event.key === "Escape") return null;
  if (event.key === "Tab") return event.shiftKey ? "left" : "right";
  // Alt+Enter is a line break, as in spreadsheets.
  if (event.key === "Enter" && !event.altKey) return event.shiftKey ? "up" : "down";
  return undefined;
}
