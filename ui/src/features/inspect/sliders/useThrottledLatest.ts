/**
 * Follows a value that moves fast, one step at a time: while what was made of the last step is under
 * way, the next ones are passed over, and the newest is taken when it is done. However fast a slider
 * moves, the server is asked as often as it answers.
 */
import { useState } from "react";

/** The step that is asked for, and what is told, at every rendering, whether its answer is on the way. */
export function useLatest<T>(wanted: T): [T, (busy: boolean) => void] {
  const [step, setStep] = useState(wanted);
  const follow = (busy: boolean) => {
    if (step !== wanted && !busy) setStep(wanted);
  };
  return [step, follow];
}
