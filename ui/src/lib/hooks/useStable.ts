/** Returns a function of constant identity that calls the function of the latest render. */
import { useCallback, useLayoutEffect, useRef } from "react";

export function useStable<Args extends unknown[], Result>(
  latest: (...args: Args) => Result,
): (...args: Args) => Result {
  const current = useRef(latest);
  useLayoutEffect(() => {
    current.current = latest;
  });
  return useCallback((...args: Args) => current.current(...args), []);
}
