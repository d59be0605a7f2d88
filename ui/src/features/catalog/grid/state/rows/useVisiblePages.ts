/** Which pages are in view, at most so many changes a second: a dragged scrollbar asks for what it rests on. */
import { useEffect, useRef, useState } from "react";
import { PAGE, rangeBetween } from "./useGridRows";

/** Milliseconds between two changes. The first is at once, so that one step is not delayed. */
const PACE_MS = 80;

export function useVisiblePages(first: number, last: number): readonly number[] {
  const from = Math.floor(Math.max(0, first) / PAGE);
  const to = Math.floor(Math.max(0, last) / PAGE);
  const [pages, setPages] = useState<readonly number[]>(() => rangeBetween(from, to));
  const changed = useRef(0);
  useEffect(() => {
    const wait = Math.max(0, changed.current + PACE_MS - performance.now());
    const timer = setTimeout(() => {
      changed.current = performance.now();
      setPages((current) =>
        current[0] === from && current.at(-1) === to ? current : rangeBetween(from, to),
      );
    }, wait);
    return () => clearTimeout(timer);
  }, [from, to]);
  return pages;
}
