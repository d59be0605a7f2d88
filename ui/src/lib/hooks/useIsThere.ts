/** Returns whether the component is still mounted, for code that runs after an answer. */
import { useCallback, useLayoutEffect, useRef } from "react";

export function useIsThere(): () => boolean {
  const isThere = useRef(false);
  useLayoutEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);
  return useCallback(() => isThere.current, []);
}
