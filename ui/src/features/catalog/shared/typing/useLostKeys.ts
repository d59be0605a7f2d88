/**
 * Keys without an owner: a button that was pressed and is busy now, or a row that is gone, leaves the
 * focus nowhere. They are the form's then, so that its keys work from wherever one was.
 */
import { useEffect } from "react";
import { useStable } from "../../../../lib/hooks/useStable";

export function useLostKeys(onKeyDown: (event: KeyboardEvent) => void): void {
  const take = useStable(onKeyDown);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.target === document.body && !document.querySelector("[role=dialog]")) take(event);
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [take]);
}
