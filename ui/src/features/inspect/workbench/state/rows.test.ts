// @vitest-environment node
import { expect, test } from "vitest";
import type { RerankResult } from "../../../../api/types";
import { candidate, inspection, movedHit } from "../../../../test/bench/bench";
import { fusedView, titleOf } from "./rows";

const record = (id: string, title: string, externalId: string | null) => ({ id, title, externalId });
const laidOpen = inspection([
  candidate("a", { place: 1 }),
  candidate("b", { place: 2 }),
  candidate("c", { place: 3, cut: "result_limit", margin: 0.4 }),
  candidate("d", { place: null, cut: "filter" }),
]);
const makeResult = (hits: RerankResult["hits"], lost: string[]): RerankResult => ({
  hits,
  lost,
  searchedAgain: [],
  pinned: [],
  fusion: "relevance",
  ms: 1,
});

test("a search as it was shows what is in the result, apart what is ranked beyond it, and nothing else", () => {
  const { shown, beyond, lost } = fusedView(laidOpen, undefined);
  expect(shown.map(({ id, place, before }) => [id, place, before])).toEqual([
    ["a", 1, 1],
    ["b", 2, 2],
  ]);
  expect(beyond).toMatchObject([{ id: "c", cut: "result_limit", margin: 0.4 }]);
  expect(lost).toEqual([]);
});

test("the parts of a score are the rows of its sum", () => {
  const [first] = fusedView(laidOpen, undefined).shown;
  expect(first?.rows.map(({ name }) => name)).toEqual(["vector", "lexical", "pair"]);
  expect(first?.rows.reduce((sum, { value }) => sum + value, 0)).toBeCloseTo(first?.score ?? 0);
});

test("by other weights each record says where it stood before, and one that was not there says so", () => {
  const { shown, beyond } = fusedView(
    laidOpen,
    makeResult([movedHit("b", 1, 2), movedHit("new", 2, null)], ["a"]),
  );
  expect(shown.map(({ id, place, before, score }) => [id, place, before, score])).toEqual([
    ["b", 1, 2, 19],
    ["new", 2, null, 18],
  ]);
  // Its ranks by words and by vectors are known of a candidate alone.
  expect(shown.map(({ lexicalRank, vectorRank }) => [lexicalRank, vectorRank])).toEqual([
    [1, 7],
    [null, null],
  ]);
  expect(beyond).toEqual([]);
});

test("what fell out is named with the place it had, and by its id where no more is known of it", () => {
  expect(fusedView(laidOpen, makeResult([], ["a", "gone"])).lost).toEqual([
    { id: "a", title: "Mancozebe a", before: 1 },
    { id: "gone", title: "gone", before: 0 },
  ]);
});

test("a record that was deleted since is called by what is left of it", () => {
  expect(titleOf(candidate("a", { record: record("a", "", "X-a") }))).toBe("X-a");
  expect(titleOf(candidate("a", { record: record("a", "", null) }))).toBe("a");
});
