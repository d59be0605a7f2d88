/** Asks before something is done that loses decisions about a file. */
import { useState } from "react";
import { flushSync } from "react-dom";
import { useStable } from "../../../lib/hooks/useStable";

export type LossQuestion = {
  /** Does `act` where nothing is lost by it, else once a person agrees. */
  ask: (act: () => void) => void;
  isOpen: boolean;
  agree: () => void;
  dismiss: () => void;
};

/** `pending`: how many decisions nothing has stored yet. */
export function useLossQuestion(pending: number): LossQuestion {
  const [waiting, setWaiting] = useState<(() => void) | null>(null);
  const losesNothing = useStable(() => pending === 0);
  return {
    ask: (act) => {
      takeOverCorrection();
      if (losesNothing()) act();
      else setWaiting(() => act);
    },
    isOpen: waiting !== null,
    agree: () => {
      setWaiting(null);
      waiting?.();
    },
    dismiss: () => setWaiting(null),
  };
}

/** A field of a correction. */
const FIELD = "td :is(input, textarea)";

/** Some ways out leave no field: a correction that is being typed counts as if its field had been left. */
export function takeOverCorrection(): void {
  const { activeElement } = document;
  if (activeElement instanceof HTMLElement && activeElement.matches(FIELD))
    flushSync(() => activeElement.blur());
}

/** Whether a correction is being typed. Its field stays as it is: who is only asked has not left it. */
export function isTypingCorrection(): boolean {
  return document.activeElement?.matches(`:is(${FIELD})[data-typed]`) ?? false;
}
