/**
 * Calls `onLost` where the element with the focus is taken out of `box`: the browser would leave the focus on
 * the page as a whole, where neither keys nor a screen reader have a place to go on from.
 */
import { useEffect, type RefObject } from "react";
import { useStable } from "./useStable";

/** `onFocus` hears of each element of `box` that gets it. */
export function useLostFocus(
  box: RefObject<HTMLElement | null>,
  onLost: () => void,
  onFocus: (element: HTMLElement) => void = () => {},
): void {
  const lose = useStable(onLost);
  const follow = useStable(onFocus);
  useEffect(() => {
    const within = box.current;
    if (!within) return;
    let last: HTMLElement | null = null;
    const note = ({ target }: FocusEvent) => {
      last = target instanceof HTMLElement && within.contains(target) ? target : null;
      if (last) follow(last);
    };
    // What is taken out of the page fires no event of its own.
    const observer = new MutationObserver(() => {
      if (!last || last.isConnected) return;
      last = null;
      if (document.activeElement === null || document.activeElement === document.body) lose();
    });
    document.addEventListener("focusin", note);
    observer.observe(within, { childList: true, subtree: true });
    return () => {
      document.removeEventListener("focusin", note);
      observer.disconnect();
    };
  }, [box, lose, follow]);
}
