/** Asks before something is done that loses decisions about a file. */
import { useState } from "react";
import { flushSync } from "react-dom";

export type LossQuestion = {
  /** Does `act` where nothing is lost by it, else once a person agrees; `count` says how much is. */
  ask: (count: () => number, act: () => void) => void;
  isOpen: boolean;
  /** How many decisions would be lost. */
  lost: number;
  agree: () => void;
  dismiss: () => void;
};

export function useLossQuestion(): LossQuestion {
  const [waiting, setWaiting] = useState<{ lost: number; act: () => void } | null>(null);
  return {
    ask: (count, act) => {
      takeOverCorrection();
      const lost = count();
      if (lost === 0) act();
      else setWaiting({ lost, act });
    },
    isOpen: waiting !== null,
    lost: waiting?.lost ?? 0,
    agree: () => {
      setWaiting(null);
      waiting?.act();
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

export function isInCorrection(): boolean {
  return document.activeElement?.matches(FIELD) ?? false;
}

/** Whether a person types a correction of an imported row. Its field stays as it is: who is only asked has not left it. */
export function isTypingCorrection(): boolean {
  return document.activeElement?.matches(`:is(${FIELD})[data-typed]`) ?? false;
}
