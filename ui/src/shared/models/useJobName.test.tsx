import { renderHook } from "@testing-library/react";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { showLanguage } from "../../i18n";
import { jobOf, useJobName } from "./useJobName";

test("each prompt that ships has a name for people", async () => {
  await showLanguage("pt-BR");
  const { result } = renderHook(() => useJobName());
  expect(result.current("catalog_assist")).toBe("Sugestões para o item");
  expect(result.current("assist")).toBe("Sugestões para o item");
  const prompts = readdirSync(join(import.meta.dirname, "../../../../prompts"))
    .filter((file) => /^[a-z].*\.md$/.test(file))
    .map((file) => file.replace(/\.md$/, ""));
  expect(prompts.length).toBeGreaterThan(3);
  expect(prompts.filter((name) => jobOf(name) === null)).toEqual([]);
});

test("a job of a later version stays as it is called", () => {
  const { result } = renderHook(() => useJobName());
  expect(result.current("translate")).toBe("translate");
});
