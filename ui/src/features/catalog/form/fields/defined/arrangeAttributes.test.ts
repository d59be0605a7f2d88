import { expect, test } from "vitest";
import type { DefinedField } from "../../../../../shared/fields/useDefinedFields";
import { arrangeAttributes } from "./arrangeAttributes";

function field(key: string, requiredIn: string[], expectedIn: string[]): DefinedField {
  return {
    ...{ id: key, key, name: key, unit: null, fieldType: "text", allowed: [], group: null, position: 0 },
    ...{ filterable: true, searchWeight: "normal", requiredIn, expectedIn, version: 1, updatedBy: "ana" },
    updatedAt: "2026-05-04T10:00:00Z",
  };
}

test("what a category above requires or expects is there to be filled", () => {
  const fields = [
    field("registro", ["Defensivos"], ["Defensivos"]),
    field("classe", [], ["herbicidas"]),
    field("cultivar", ["Sementes"], ["Sementes"]),
  ];
  const rows = (categories: string[]) =>
    arrangeAttributes([], fields, categories)
      .flatMap((group) => group.rows)
      .map((row) => [row.field?.key, row.isRequired]);
  expect(rows(["DEFENSIVOS", " Herbicidas "])).toEqual([
    ["registro", true],
    ["classe", false],
  ]);
  expect(rows(["Herbicidas"])).toEqual([["classe", false]]);
  expect(rows([""])).toEqual([]);
});
