import { expect, test } from "vitest";
import { meta } from "../bindings";
import { deadlineOf, USUAL_MS } from "./deadline";

const of = (command: string) => deadlineOf(meta[command] as NonNullable<(typeof meta)[string]>);

test("the page waits longer than the program takes where many records change or models are asked", () => {
  for (const command of ["bulkEdit", "undoOperation", "assist", "previewEnrichment", "evaluateQuerySet"])
    expect(of(command), command).toBeGreaterThan(300_000);
});

test("a write is waited for longer than the program may take, a search is not", () => {
  expect(of("updateItem")).toBeGreaterThan(30_000);
  expect(of("addAttachment")).toBeGreaterThan(30_000);
  expect(of("search")).toBe(USUAL_MS);
  expect(of("status")).toBe(USUAL_MS);
});
