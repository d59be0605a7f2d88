/**
 * Keys without an owner: a button that was pressed and is busy now, a row that is gone, or a page that was
 * just loaded, leaves the focus nowhere. They are the form's then, so that its keys work from wherever one was.
 * So is Ctrl+S beside the page, as where the language was just switched.
 */
import { useEffect } from "react";
import { useStable } from "../../../../lib/hooks/useStable";

export function useLostKeys(onKeyDown: (event: KeyboardEvent) => void): void {
  const take = useStable(onKeyDown);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isLost = isNowhere(event.target) || (isSave(event) && isBesidePage(event.target));
      if (isLost && !event.defaultPrevented && !document.querySelector("[role=dialog]")) take(event);
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [take]);
}

function isSave({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && key.toLowerCase() === "s";
}

/** Around the page, as on the button of the language: nothing there is saved. */
function isBesidePage(target: EventTarget | null): boolean {
  return (
    target instanceof Element && !target.closest("main, [role=menu]") && !target.matches("input, textarea")
  );
}

/** The page itself, or its main part, which the focus is given to as it is lost. */
export function isNowhere(target: EventTarget | null): boolean {
  return target === document.body || (target instanceof Element && target.matches("main"));
}
