/** What is typed of an item of memory. */
import type { Data, Req } from "../../../api/command";
import { nullIfBlank } from "../../../lib/text/text";

export type Knowledge = Data<"getKnowledge">["item"];
export type Evidence = Data<"getKnowledge">["evidence"][number];
export type MemoryRun = Data<"listMemoryRuns">[number];
export type MemoryChange = MemoryRun["changes"][number];

/** Runs that are looked at. */
export const MOST_RUNS = 20;

export const TYPES = [
  "fact",
  "preference",
  "person",
  "memory",
  "insight",
] as const satisfies readonly Knowledge["type"][];

export type KnowledgeDraft = {
  type: Knowledge["type"];
  content: string;
  area: Knowledge["area"];
  subArea: string;
  validFrom: string;
  validTo: string;
};

export function draftOf(base: Knowledge | null): KnowledgeDraft {
  return {
    type: base?.type ?? "fact",
    content: base?.content ?? "",
    area: base?.area ?? "customers",
    subArea: base?.subArea ?? "",
    validFrom: base?.validFrom ?? "",
    validTo: base?.validTo ?? "",
  };
}

/** What a person writes is sure. */
export function asRequest(draft: KnowledgeDraft): Req<"createKnowledge"> {
  return {
    type: draft.type,
    content: draft.content,
    area: draft.area,
    subArea: nullIfBlank(draft.subArea),
    confidence: 1,
    validFrom: nullIfBlank(draft.validFrom),
    validTo: nullIfBlank(draft.validTo),
  };
}

/** Lists the proposed changes of memory that wait for a person, of all runs. */
export function listWaiting(runs: readonly MemoryRun[]): { run: MemoryRun; changes: MemoryChange[] }[] {
  const waiting = runs.map((run) => ({
    run,
    changes: run.changes.filter(({ state }) => state === "proposed"),
  }));
  return waiting.filter(({ changes }) => changes.length > 0);
}
