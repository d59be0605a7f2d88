import { expect, test } from "vitest";
import { deadlineOf, LONG_MS, STATUS_MS, USUAL_MS, WRITING_MS } from "./deadline";
import { routeOf } from "./route";

const of = (command: string) => deadlineOf(command, routeOf(command)!);

test("the page waits longer than the program takes where many records change or models are asked", () => {
  for (const command of [
    "bulkEdit",
    "undoOperation",
    "assist",
    "previewEnrichment",
    "evaluateQuerySet",
    "editCells",
  ])
    expect(of(command), command).toBe(LONG_MS);
});

test("a write is waited for longer than the program may take, a search is not", () => {
  expect(of("updateItem")).toBe(WRITING_MS);
  expect(of("createItem")).toBe(WRITING_MS);
  expect(of("addAttachment")).toBe(LONG_MS);
  expect(of("search")).toBe(USUAL_MS);
});

test("a program that is frozen is noticed within seconds, and one whose database is has the time to say so", () => {
  expect(of("status")).toBe(STATUS_MS);
  expect(STATUS_MS).toBeLessThanOrEqual(4_000);
  expect(STATUS_MS).toBeGreaterThan(2_000);
});
