import { expect, test } from "vitest";
import cases from "../../../../tests/fixtures/attribute_labels.json";
import { attributeLabel } from "./attributeLabel";

/** The program has the same names; its test reads the same cases. */
test("keys are read as people write them", () => {
  for (const [key = "", label] of cases) expect(attributeLabel(key)).toBe(label);
});
