/**
 * One query under a judge's eyes: which card is looked at, what was said of each, and what was said
 * last. What is said is shown at once; where it cannot be stored, it is taken back and said so.
 */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { call, type Req } from "../../../api/command";
import { useStable } from "../../../lib/hooks/useStable";
import { invalidateTags } from "../../../api/tags";
import type { Card } from "../sets/names";

export type Judgement = { grade: number | null; note: string };
type Step = { record: string; before: Judgement };

type Options = {
  queryId: string;
  cards: readonly Card[];
  judge: string;
  blind: boolean;
  onFailed: (error: unknown) => void;
};

export function useJudging({ queryId, cards, judge, blind, onFailed }: Options) {
  const client = useQueryClient();
  const [said, setSaid] = useState<Record<string, Judgement>>({});
  const [passed, setPassed] = useState<readonly string[]>([]);
  const [steps, setSteps] = useState<readonly Step[]>([]);
  const of = (record: string): Judgement => {
    const card = cards.find((one) => one.record === record);
    return said[record] ?? { grade: card?.grade ?? null, note: card?.note ?? "" };
  };
  const isOpen = (card: Card, done: readonly string[] = passed) =>
    of(card.record).grade === null && !done.includes(card.record);
  const [at, setAt] = useState(() => firstOpen(cards));
  // Lists and figures elsewhere count judgments: they are fetched again once, when the judge leaves.
  useEffect(() => () => void invalidateTags(client, ["querySets"]), [client]);

  const nextOpen = (from: number, done: readonly string[]) => {
    const after = cards.findIndex((card, index) => index > from && isOpen(card, done));
    if (after >= 0) return after;
    const before = cards.findIndex((card, index) => index !== from && isOpen(card, done));
    return before >= 0 ? before : Math.min(from + 1, cards.length - 1);
  };
  const store = (record: string, now: Judgement, before: Judgement) => {
    setSaid((known) => ({ ...known, [record]: now }));
    const request: Req<"judge"> = {
      id: queryId,
      record,
      grade: now.grade,
      note: now.note,
      judge,
      blind,
      operationId: crypto.randomUUID(),
    };
    call("judge", request).catch((error: unknown) => {
      setSaid((known) => ({ ...known, [record]: before }));
      onFailed(error);
    });
  };

  const grade = useStable((value: number) => {
    const card = cards[at];
    if (!card) return;
    const before = of(card.record);
    setSteps([...steps, { record: card.record, before }]);
    store(card.record, { ...before, grade: value }, before);
    setAt(nextOpen(at, [...passed, card.record]));
  });
  const skip = useStable(() => {
    const card = cards[at];
    if (!card) return;
    const done = [...passed, card.record];
    setPassed(done);
    setAt(nextOpen(at, done));
  });
  const undo = useStable(() => {
    const last = steps.at(-1);
    if (!last) return;
    setSteps(steps.slice(0, -1));
    store(last.record, last.before, of(last.record));
    setAt(cards.findIndex((card) => card.record === last.record));
  });
  const note = useStable((record: string, text: string) => {
    const before = of(record);
    if (text === before.note) return;
    // A note without a grade waits for the grade.
    if (before.grade === null) setSaid((known) => ({ ...known, [record]: { ...before, note: text } }));
    else store(record, { ...before, note: text }, before);
  });
  const move = useStable((by: number) => setAt(Math.max(0, Math.min(cards.length - 1, at + by))));

  const judged = cards.filter((card) => of(card.record).grade !== null).length;
  const done = cards.every((card) => !isOpen(card));
  return {
    at,
    card: cards[at] ?? null,
    of,
    judged,
    done,
    canUndo: steps.length > 0,
    grade,
    skip,
    undo,
    note,
    move,
  };
}

export type Judging = ReturnType<typeof useJudging>;

function firstOpen(cards: readonly Card[]): number {
  const open = cards.findIndex((card) => card.grade === null);
  return open < 0 ? 0 : open;
}
