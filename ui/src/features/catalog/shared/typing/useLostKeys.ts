/**
 * Keys without an owner: a button that was pressed and is busy now, a row that is gone, or a page that was
 * just loaded, leaves the focus nowhere. They are the form's then, so that its keys work from wherever one was.
 */
import { useEffect } from "react";
import { useStable } from "../../../../lib/hooks/useStable";

export function useLostKeys(onKeyDown: (event: KeyboardEvent) => void): void {
  const take = useStable(onKeyDown);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (isNowhere(event.target) && !document.querySelector("[role=dialog]")) take(event);
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [take]);
}

/** The page itself, or its main part, which the focus is given to as it is lost. */
export function isNowhere(target: EventTarget | null): boolean {
  return target === document.body || (target instanceof Element && target.matches("main"));
}
