/**
 * Keeps the end of a growing pane in view until the person scrolls up, and again once they are back
 * at the end.
 */
import { useCallback, useEffect, useRef, useState, type RefObject } from "react";

/** This close to the end counts as being there. Pixels. */
const NEAR = 48;

export type Sticky = {
  pane: RefObject<HTMLDivElement | null>;
  content: RefObject<HTMLDivElement | null>;
  /** The person looks at something further up. */
  away: boolean;
  toEnd: () => void;
};

export function useStickToBottom(): Sticky {
  const pane = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const stuck = useRef(true);
  const [away, setAway] = useState(false);

  const toEnd = useCallback(() => {
    stuck.current = true;
    setAway(false);
    const element = pane.current;
    if (element) element.scrollTop = element.scrollHeight;
  }, []);

  useEffect(() => {
    const element = pane.current;
    if (!element || !content.current) return;
    let last = element.scrollTop;
    const onScroll = () => {
      const top = element.scrollTop;
      const near = element.scrollHeight - element.clientHeight - top <= NEAR;
      // Only the person moves up; what grows below does not, and must not let go.
      if (near) stuck.current = true;
      else if (top < last) stuck.current = false;
      last = top;
      setAway(!stuck.current);
    };
    const onGrowth = () => {
      if (stuck.current) element.scrollTop = element.scrollHeight;
    };
    const observer = new ResizeObserver(onGrowth);
    observer.observe(content.current);
    observer.observe(element);
    element.addEventListener("scroll", onScroll, { passive: true });
    onGrowth();
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", onScroll);
    };
  }, []);

  return { pane, content, away, toEnd };
}
