/**
 * Saves of a form one after the other. What is asked for while one is under way comes after its answer, once, with
 * what is typed by then; where that is refused, nothing comes after it.
 */
import { useRef, useState } from "react";

type QueuedSave<B, D> = { part: Partial<D>; saved: Promise<B | null> };

export type SaveLine<B, D> = {
  isBusy: boolean;
  /** Resolves to what is stored then; `part` is changed on the way, and nothing is sent where nothing differs. */
  run: (
    part: Partial<D>,
    send: (part: Partial<D>) => Promise<B | null>,
    hasMore: () => boolean,
  ) => Promise<B | null>;
  /** Lets go of what waits. */
  forget: () => void;
};

export function useSaveLine<B, D>(): SaveLine<B, D> {
  const [isBusy, setBusy] = useState(false);
  const underWay = useRef<Promise<B | null> | null>(null);
  const waiting = useRef<QueuedSave<B, D> | null>(null);
  const start = (send: () => Promise<B | null>) => {
    setBusy(true);
    const save = send().finally(() => {
      underWay.current = null;
      setBusy(false);
    });
    underWay.current = save;
    return save;
  };
  return {
    isBusy,
    run: (part, send, hasMore) => {
      const before = underWay.current;
      if (!before) return start(() => send(part));
      if (waiting.current) {
        waiting.current.part = { ...waiting.current.part, ...part };
        return waiting.current.saved;
      }
      const next: QueuedSave<B, D> = {
        part,
        saved: before
          .catch(() => null)
          .then((stored) => {
            if (waiting.current !== next) return null;
            waiting.current = null;
            const isMore = hasMore() || Object.keys(next.part).length > 0;
            return stored && isMore ? start(() => send(next.part)) : stored;
          }),
      };
      waiting.current = next;
      return next.saved;
    },
    forget: () => {
      waiting.current = null;
    },
  };
}
