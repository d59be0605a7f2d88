/**
 * Follows a value that moves fast, one step at a time: while what was made of the last step is under
 * way, the next ones are passed over, and the newest is taken when it is done. However fast a slider
 * moves, the server is asked as often as it answers.
 */
import { useState } from "react";

/** `ask` makes a query of the step; it is a hook, called once at every rendering. */
export function useLatest<T, Q extends { isFetching: boolean }>(wanted: T, ask: (step: T) => Q): Q {
  const [step, setStep] = useState(wanted);
  const query = ask(step);
  if (step !== wanted && !query.isFetching) setStep(wanted);
  return query;
}
