// @vitest-environment node
import { expect, test } from "vitest";
import { entry, profile } from "../../../test/bench/bench";
import { allKnobs, knobAt, valueAt, withValue } from "../../../shared/profile/knobs";
import { checkFile, differences, fileOf } from "./profileFile";

test("what is exported is read back as it was", () => {
  const { profile: read, problems } = checkFile(fileOf(entry("mine", { active: true })));
  expect(problems).toEqual([]);
  expect(read).toEqual({ ...profile, name: "mine" });
});

test("each problem of a file is told with its place", () => {
  const broken = withValue({ ...profile, name: "x" }, "items", "relevance.vector", -1);
  const text = JSON.stringify({
    ...broken,
    fusion: "best",
    extra: 1,
    faqs: { relevance: { typo: "muito", vektor: 1 } },
  });
  expect(checkFile(text).problems).toEqual([
    { what: "fusion", path: "fusion", value: "best" },
    { what: "unknown", path: "extra", value: "1" },
    { what: "range", path: "items.relevance.vector", value: "-1", least: 0, most: 10_000 },
    { what: "notANumber", path: "faqs.relevance.typo", value: '"muito"' },
    { what: "unknown", path: "faqs.relevance.vektor", value: "1" },
  ]);
  expect(checkFile("{").problems).toEqual([{ what: "json" }]);
  expect(checkFile("[1]").problems).toEqual([{ what: "notAProfile" }]);
});

test("a value is set where it is read, also of a field that was not listed", () => {
  for (const kind of ["items", "faqs"] as const) {
    for (const { path } of allKnobs(kind)) {
      const changed = withValue(profile, kind, path, 0.625);
      expect(valueAt(changed, kind, path), path).toBe(0.625);
      expect(differences(profile, changed).map((one) => one.path)).toContain(`${kind}.${path}`);
    }
  }
  expect(knobAt("faqs.relevance.fields.question.weight", "faqs")?.field).toBe("question");
});
