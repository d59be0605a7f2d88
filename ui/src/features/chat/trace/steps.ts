/** The steps of a turn as a person sees them: as they happen, and afterwards from what is stored. */
import type { ChatResponse, Stage, StageState, StepEvent } from "../types";

export type StageInSight = Exclude<Stage, "received">;
/** Which try of how many a retry is. */
export type Retry = { attempt: number; attempts: number };
export type StepLine = { stage: StageInSight; state: StageState; ms: number | null; retry: Retry | null };

/** The lines after one more event; a stage has one line, in the order of their beginnings. */
export function withStep(lines: readonly StepLine[], event: StepEvent): readonly StepLine[] {
  const stage = event.step;
  if (stage === "received") return lines;
  const { state, ms, attempt, attempts } = event;
  const retry = attempt === null || attempts === null ? null : { attempt, attempts };
  const line = { stage, state, ms, retry };
  return lines.some((one) => one.stage === stage)
    ? lines.map((one) => (one.stage === stage ? line : one))
    : [...lines, line];
}

/** Lists the stored steps of a turn: the calls by their purpose, and the searches, which run at once. */
export function stepsOf({ debug, ms }: ChatResponse): StepLine[] {
  const took = (purpose: string) =>
    debug.llmCalls.filter((call) => call.purpose === purpose).map((call) => call.ms);
  const lines: StepLine[] = [];
  const add = (stage: StageInSight, times: number[], total: number) => {
    if (times.length > 0) lines.push({ stage, state: "done", ms: total, retry: null });
  };
  const summarize = took("summarize");
  const classify = took("classify");
  const searches = debug.searches.map((search) => search.ms);
  const answer = took("answer");
  add("summarize", summarize, sum(summarize));
  add("classify", classify, sum(classify));
  add("search", searches, Math.max(0, ...searches));
  add("write", answer, Math.min(ms, sum(answer)));
  return lines;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
