import { describe, expect, test } from "vitest";
import { status } from "../../test/records";
import { pendingShare, toneOf } from "./summary";
import { spoiledBy } from "./useStatus";

describe("what a change of the status makes stale", () => {
  test("nothing, where nothing changed", () => {
    expect(spoiledBy(status, { ...status }, true)).toEqual([]);
  });
  test("only what changed", () => {
    expect(spoiledBy(status, { ...status, items: 421 }, true)).toEqual(["catalog"]);
    expect(spoiledBy(status, { ...status, faqs: 1 }, true)).toEqual(["faqs"]);
    const building = status.embeddings.map((model) => ({ ...model, state: "building" as const }));
    expect(spoiledBy(status, { ...status, embeddings: building }, true)).toEqual(["models"]);
  });
  test("not the progress of a long run", () => {
    const further = status.embeddings.map((model) => ({ ...model, embedded: 601, pending: 3 }));
    expect(spoiledBy(status, { ...status, embeddings: further }, true)).toEqual([]);
  });
  test("everything, after a start or a lost connection", () => {
    expect(spoiledBy({ ...status, phase: "starting" }, status, true)).toContain("config");
    expect(spoiledBy(status, status, false)).toContain("catalog");
  });
});

describe("the status in a word", () => {
  test("what weighs most is said", () => {
    const warned = { ...status, warnings: [{ code: "x", message: "y" }] };
    expect(toneOf(status, false)).toBe("ready");
    expect(toneOf({ ...status, warnings: [{ code: "embeddingPending", message: "" }] }, false)).toBe("ready");
    expect(toneOf({ ...status, warnings: [{ code: "embeddingFilling", message: "" }] }, false)).toBe("ready");
    expect(toneOf(warned, false)).toBe("warning");
    expect(toneOf({ ...warned, database: { ...status.database, ready: false } }, false)).toBe("failed");
    expect(toneOf(warned, true)).toBe("offline");
  });
  test("pending work as a share", () => {
    expect(pendingShare(status)).toBeNull();
    const pending = status.embeddings.map((model) => ({ ...model, embedded: 300, pending: 100 }));
    expect(pendingShare({ ...status, embeddings: pending })).toEqual({ pending: 100, done: 0.75 });
  });
});
