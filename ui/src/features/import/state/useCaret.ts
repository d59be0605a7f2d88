/** Hands the caret of a field that goes away to the field that is drawn in its place, in the same step. */
import { useRef } from "react";
import { useStable } from "../../../lib/hooks/useStable";

type Field = Pick<HTMLInputElement, "focus" | "selectionStart" | "selectionEnd" | "setSelectionRange">;

export function useCaret() {
  const left = useRef<{ key: string; start: number | null; end: number | null } | null>(null);
  return {
    leave: useStable((key: string, { selectionStart, selectionEnd }: Field) => {
      left.current = { key, start: selectionStart, end: selectionEnd };
      // No field is in its place: one that comes later takes no focus.
      queueMicrotask(() => (left.current = null));
    }),
    take: useStable((key: string, field: Field) => {
      if (left.current?.key !== key) return;
      const { start, end } = left.current;
      left.current = null;
      field.focus({ preventScroll: true });
      // What was typed stands there once it is drawn as a correction.
      queueMicrotask(() => field.setSelectionRange(start, end));
    }),
  };
}
