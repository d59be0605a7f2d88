/** The keys of judging, anywhere on the page but in a field: grades, S, N, U, the arrows, Enter. */
import { useEffect } from "react";
import { useStable } from "../../../lib/hooks/useStable";
import type { Judging } from "./useJudging";

type Keys = {
  judging: Judging;
  /** The keys that are grades. */
  grades: readonly string[];
  onNote: () => void;
  /** Goes on to the next query; null where there is none, or cards of this one are open. */
  onNext: (() => void) | null;
};

export function useJudgeKeys({ judging, grades, onNote, onNext }: Keys): void {
  const findAct = (event: KeyboardEvent): (() => void) | null => {
    const key = event.key.toLowerCase();
    if (event.ctrlKey || event.metaKey) return key === "z" ? judging.undo : null;
    if (grades.includes(key)) return () => judging.grade(Number(key));
    if (key === "s") return judging.skip;
    if (key === "u" || key === "backspace") return judging.undo;
    if (key === "n") return onNote;
    if (key === "arrowright" || key === "arrowdown") return () => judging.move(1);
    if (key === "arrowleft" || key === "arrowup") return () => judging.move(-1);
    // On a button Enter presses it.
    return key === "enter" && !(event.target instanceof HTMLButtonElement) ? onNext : null;
  };
  const onKey = useStable((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || isTyping(event.target)) return;
    const act = findAct(event);
    if (!act) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [onKey]);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest("input, textarea, select, [role=dialog]") !== null)
  );
}
