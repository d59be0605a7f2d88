/** A program with one set of queries, for tests of sets, of judging and of evaluations. */
import axe from "axe-core";
import { afterEach, beforeEach, expect, vi } from "vitest";
import type { Card, Evaluation, QuerySet, SetQuery } from "../../features/bench/sets/names";
import { healthy } from "../app";
import { hostile, item } from "../records";
import { startServer, type Answer, type ReceivedRequest, type TestServer } from "../server";

export const set = (change: Partial<QuerySet> = {}): QuerySet => ({
  id: "s1",
  name: "Balcão",
  kind: "items",
  description: "",
  role: "judged",
  protected: false,
  protectedClasses: ["praga"],
  version: 1,
  queries: 2,
  skippedQueries: 0,
  protectedQueries: 1,
  judgedQueries: 1,
  cases: 1,
  judgments: 3,
  topGrade: 2,
  judges: ["ana"],
  classes: ["praga"],
  actor: "local",
  createdAt: "2026-11-20T10:00:00Z",
  updatedAt: "2026-11-20T10:00:00Z",
  ...change,
});
export const query = (id: string, change: Partial<SetQuery> = {}): SetQuery => ({
  id,
  setId: "s1",
  key: `k-${id}`,
  query: `consulta ${id}`,
  class: null,
  protected: false,
  skipped: false,
  case: null,
  messageId: null,
  judgedRecords: 2,
  relevantRecords: 1,
  ...change,
});
export const detail = () => ({
  ...set(),
  list: [
    query("q1", { class: "praga" }),
    query("q2", { judgedRecords: 0, messageId: "m1", case: { expected: ["X-a"], forbidden: ["X-b"] } }),
  ],
});
const quality = (before: number, after: number, pValue = 1) => ({
  queries: 2,
  before,
  after,
  delta: after - before,
  pValue,
});
export const evaluationOf = (after = 0.5, pValue = 1): Evaluation => ({
  set: set(),
  kind: "items",
  before: { profile: "default", fusion: "relevance", "ndcg@10": 0.5, "recall@50": 0.9, "mrr@10": 0.7 },
  after: {
    profile: after === 0.5 ? "default" : "outro",
    fusion: "relevance",
    "ndcg@10": after,
    "recall@50": 0.9,
    "mrr@10": 0.7,
  },
  pValue,
  overall: quality(0.5, after, pValue),
  perClass: { praga: quality(0.75, after, pValue) },
  queries: [
    {
      id: "k-q1",
      query: "consulta q1",
      class: "praga",
      protected: false,
      case: null,
      before: 0.75,
      after,
      delta: after - 0.75,
    },
    {
      id: "k-q2",
      query: "consulta q2",
      class: null,
      protected: false,
      case: { before: true, after: false },
      before: 0,
      after: 0,
      delta: 0,
    },
  ],
  searchedAgain: 0,
  withoutVectors: null,
  ms: 5,
  casesBefore: { count: 1, passed: 1 },
  casesAfter: { count: 1, passed: 0 },
  unknownRecords: { count: 0, ids: [] },
});
export const card = (id: string, change: Partial<Card> = {}): Card => ({
  record: `X-${id}`,
  item: item(id),
  faq: null,
  grade: null,
  note: "",
  place: null,
  score: null,
  byWords: null,
  byVectors: null,
  ...change,
});

const hostileItem = { item: item("c", hostile) };
export type SetServer = {
  server: TestServer;
  /** Answers for a person who has judged before under the name `ana`; `special` may answer first. */
  answer: (special?: (request: ReceivedRequest) => Answer | undefined) => void;
  /** The bodies that were sent to addresses with this end. */
  sent: (method: string, end: string) => Record<string, unknown>[];
};

/** Serves each test of the file that calls this. */
export function serveSets(): SetServer {
  const world = {
    answer: (special: (request: ReceivedRequest) => Answer | undefined = () => undefined) => {
      localStorage.setItem("celeiro.judge", "ana");
      world.server.handle(
        healthy((request) => {
          const answer = special(request);
          if (answer) return answer;
          const path = request.path.split("?")[0] ?? "";
          if (path === "/api/sets") return { body: [set()] };
          if (path === "/api/sets/s1") return { body: detail() };
          if (path.startsWith("/api/measurements/")) return { body: { done: 3, total: 9 } };
          if (path === "/api/sets/s1/evaluation")
            return { body: request.path.includes("after=") ? evaluationOf(0.25, 0.01) : evaluationOf() };
          if (path.endsWith("/pool"))
            return {
              body: {
                query: query("q1"),
                judge: "ana",
                blind: true,
                cards: [card("a"), card("b"), card("c", hostileItem)],
              },
            };
          if (path.endsWith("/judgments") && request.method === "POST") return { body: [] };
          if (path === "/api/set-queries/q1") return { body: query("q1", { protected: true }) };
          return undefined;
        }),
      );
    },
    sent: (method: string, end: string) =>
      world.server.received
        .filter((request) => request.method === method && request.path.split("?")[0]?.endsWith(end))
        .map(({ body }) => JSON.parse(body || "{}") as Record<string, unknown>),
  } as SetServer;
  beforeEach(async () => {
    localStorage.clear();
    world.server = await startServer(healthy());
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await world.server.close();
    expect(document.querySelectorAll("style")).toHaveLength(0);
  });
  return world;
}

export async function expectAccessible(): Promise<void> {
  const rules = { "color-contrast": { enabled: false }, region: { enabled: false } };
  const { violations } = await axe.run(document.body, { rules });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)).toEqual([]);
}
