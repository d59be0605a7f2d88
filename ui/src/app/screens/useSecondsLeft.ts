/** Counts seconds down after a refusal that says how long to wait. */
import { useEffect, useState } from "react";
import type { CommandError } from "../../api/command";

export function useSecondsLeft(): [left: number, wait: (seconds: number) => void] {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(timer);
  }, [left]);
  return [left, setLeft];
}

/** Seconds until a refused sign-in may be tried again; 0 where the refusal does not say so. */
export function secondsOf({ details }: CommandError): number {
  const seconds = (details as { seconds?: unknown } | null)?.seconds;
  return typeof seconds === "number" && seconds > 0 ? Math.ceil(seconds) : 0;
}
