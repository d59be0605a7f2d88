// @vitest-environment node
import { expect, test } from "vitest";
import { describeReading } from "./choices";

test("a reading that a profile keeps says what was chosen of its place, and always its decimals", () => {
  const said = { columns: [], decimal: null };
  expect(describeReading({ sheet: null, headerRow: null }, [], "")).toEqual(said);
  expect(describeReading({ sheet: null, headerRow: 5 }, [], "")).toEqual({ ...said, headerRow: 5 });
  const elsewhere = { sheet: "Capa", headerRow: null };
  expect(describeReading(elsewhere, [], "comma")).toEqual({ ...said, ...elsewhere, decimal: "comma" });
});
