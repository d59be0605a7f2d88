import { expect, test } from "vitest";
import { sampleText } from "./samples";
import type { Column } from "./targets";

const column = (part: Partial<Column>): Column => ({
  name: "Preço",
  target: "price",
  samples: [],
  foundType: "number",
  valueType: null,
  ...part,
});

test("numbers of a workbook have the language's decimal sign", () => {
  expect(sampleText("1250.5", column({}), "xlsx", "pt-BR")).toBe("1250,5");
  expect(sampleText("1250.5", column({}), "json", "pt-BR")).toBe("1250,5");
  expect(sampleText("1250.5", column({}), "xlsx", "en")).toBe("1250.5");
});

test("what a CSV says, and what is no number, stays as it stands there", () => {
  expect(sampleText("1250.5", column({}), "csv", "pt-BR")).toBe("1250.5");
  expect(sampleText("1.10", column({ target: "externalId", foundType: "text" }), "xlsx", "pt-BR")).toBe(
    "1.10",
  );
  expect(sampleText("1.250,50", column({}), "xlsx", "pt-BR")).toBe("1.250,50");
});
