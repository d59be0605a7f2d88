/**
 * Says what happens to who does not see it: each step as it begins, and the answer once, when it is
 * whole. A growing text read out word by word could not be followed.
 */
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { cleanText } from "../../../lib/text/text";
import type { Message } from "../types";
import type { Turn } from "../turn/turn";
import { useTurn } from "../turn/turnStore";

const stepsOf = (turn: Turn) => turn.steps;

/** Long enough for a screen reader to have taken it up. Milliseconds. */
const SAID_MS = 3_000;

type Props = { turnId: string | null; answer: Message | null };

export function Announcer({ turnId, answer }: Props) {
  const { t } = useTranslation();
  const step = useTurn(turnId, stepsOf)?.findLast(({ state }) => state === "started");
  const ready = useAnswerOfTurn(turnId, answer);
  const text = step ? t(`steps.doing.${step.stage}`) : ready ? textToSpeak(ready.content) : "";
  return (
    <div className="visually-hidden" aria-live="polite">
      {text}
    </div>
  );
}

/** The answer that came of the turn that was last under way here; an opened conversation is not read out. */
function useAnswerOfTurn(turnId: string | null, answer: Message | null): Message | null {
  const [ready, setReady] = useState<Message | null>(null);
  const before = useRef(turnId);
  useEffect(() => {
    if (before.current !== null && turnId === null) setReady(answer);
    before.current = turnId;
  }, [turnId, answer]);
  useEffect(() => {
    if (ready === null) return;
    // Once said it goes: the answer stands in the thread, and is not to be met twice.
    const timer = setTimeout(() => setReady(null), SAID_MS);
    return () => clearTimeout(timer);
  }, [ready]);
  return ready;
}

/** Markdown's signs left out as far as they would be read aloud. */
function textToSpeak(markdown: string): string {
  return cleanText(markdown).replace(/[*_#`|>]+/g, " ");
}
