/** Whether the page has been on the screen: what the first screen can do without is fetched after that. */
import { useEffect, useState } from "react";

/** Holds for good: a page that is opened later waits for nothing. */
let drawnOnce = false;

export function useDrawn(): boolean {
  const [drawn, setDrawn] = useState(drawnOnce);
  useEffect(() => {
    if (drawnOnce) return;
    const frame = requestAnimationFrame(() => {
      drawnOnce = true;
      setDrawn(true);
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return drawn;
}
