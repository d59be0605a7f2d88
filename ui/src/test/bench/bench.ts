/** Searches laid open and profiles, for tests of the bench. */
import type { Data } from "../../api/command";
import type { InspectedCandidate, MovedHit, Profile, ProfileEntry, SearchInspection } from "../../api/types";
import { givenValue, hit, item, sum } from "../records";

export const profile: Profile = {
  name: "default",
  fusion: "relevance",
  items: {
    vectorThreshold: null,
    vectorCandidateMax: 200,
    relevance: {
      evidence: 10,
      coverage: 5,
      adjacency: 4,
      wholeValue: 4,
      pair: 4,
      vector: 3,
      saturation: 1.5,
      inflected: 0.95,
      synonym: 0.8,
      substring: 0.2,
      typo: 0.8,
      anyCulture: 0.8,
      fields: [{ field: "name", weight: 3, length: 0.5 }],
      candidates: 200,
    },
  },
};

export function entry(name: string, change: Partial<ProfileEntry> = {}): ProfileEntry {
  return { ...profile, name, active: false, shipped: false, version: 1, ...change };
}

export function candidate(id: string, change: Partial<InspectedCandidate> = {}): InspectedCandidate {
  const bare = { ...hit(item(id)), item: undefined };
  return {
    record: { id, externalId: `X-${id}`, title: `Mancozebe ${id}` },
    place: 1,
    cut: null,
    margin: null,
    cuts: [],
    components: [],
    hit: bare,
    ...change,
  };
}

export function inspection(
  candidates: InspectedCandidate[],
  change: Partial<SearchInspection> = {},
): SearchInspection {
  return {
    recordedAt: null,
    search: { query: "soja", kind: "items", limit: 20 },
    kind: "items",
    query: "soja",
    tokens: ["soja"],
    corrections: [],
    profile,
    fusion: "relevance",
    limit: 20,
    threshold: -0.3,
    fallbackReason: null,
    timings: { embedMs: 1, lexicalMs: 2, vectorMs: 3, fuseMs: 4, totalMs: 8 },
    fetchedSecondsAgo: null,
    reduced: false,
    stages: {
      lexicalWanted: 200,
      lexicalFound: 40,
      chunksWanted: 200,
      vectorFound: 60,
      vectorKept: 55,
      ranked: candidates.length,
      shown: candidates.filter(({ cut }) => cut === null).length,
    },
    candidates,
    ...change,
  };
}

export function movedHit(id: string, place: number, before: number | null): MovedHit {
  return {
    id,
    externalId: `X-${id}`,
    title: `Mancozebe ${id}`,
    score: 20 - place,
    explanation: sum("score", [givenValue("vector", 20 - place)]),
    place,
    before,
  };
}

/** What the quality of answers is measured by, where nothing was measured. */
export const noFigures: Data<"aiQuality">["overall"] = {
  turns: 0,
  answered: 0,
  composed: 0,
  stopped: 0,
  failed: 0,
  ratings: 0,
  calls: 0,
  failedCalls: 0,
  firstTokenMs: null,
  firstTokenP95Ms: null,
  fullMs: null,
  fullP95Ms: null,
  fallbackRate: null,
  toolSuccess: null,
  satisfaction: null,
  costUsd: null,
  inputTokens: 0,
  outputTokens: 0,
  toolAccuracy: null,
  memoryRelevance: null,
  cases: {
    firstToken: 0,
    full: 0,
    fallback: 0,
    tools: 0,
    satisfaction: 0,
    toolAccuracy: 0,
    memoryRelevance: 0,
  },
};
