/** In the desktop window: a question to a person before it closes, where a page holds work that is not stored. */
import { useEffect, useRef, useState } from "react";
import { onClosing } from "../../host";
import { useStable } from "../../lib/hooks/useStable";

export type CloseQuestion = {
  /** A person closes the window and is to be asked. */
  asking: boolean;
  stay: () => void;
  close: () => void;
};

/** Asks before a form with changes closes. `mayClose` says whether there is nothing to ask about. */
export function useCloseQuestion(mayClose: () => boolean | Promise<boolean>): CloseQuestion {
  const [asking, setAsking] = useState(false);
  const answer = useRef<((closes: boolean) => void) | null>(null);
  const reply = (closes: boolean) => {
    setAsking(false);
    answer.current?.(closes);
    answer.current = null;
  };
  const ask = useStable(async () => {
    if (await mayClose()) return true;
    setAsking(true);
    return new Promise<boolean>((resolve) => (answer.current = resolve));
  });
  useEffect(() => {
    const stop = onClosing(ask);
    return () => {
      stop();
      // Without its page the question has no answer: the window stays.
      answer.current?.(false);
    };
  }, [ask]);
  return { asking, stay: () => reply(false), close: () => reply(true) };
}
