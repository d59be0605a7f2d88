import { renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { showLanguage } from "../../i18n";
import { announceLanguage } from "../../i18n/language";
import type { Lang } from "../../lib/language";
import { useValueText } from "./useValueText";

async function spellIn(language: Lang) {
  announceLanguage(language);
  await showLanguage(language);
  return renderHook(() => useValueText()).result.current;
}

test("numbers are written by the language alone, wherever they stand in a value", async () => {
  const spell = await spellIn("pt-BR");
  expect(spell("price", 1250.5)).toBe("1.250,50");
  expect(spell("price", "1250.5")).toBe("1.250,50");
  expect(spell("price", 0.1234)).toBe("0,1234");
  // A year or a code has no thousands.
  expect(spell("attributes.safra", 2026)).toBe("2026");
  expect(spell("attributes.dose", 1250.5)).toBe("1250,5");
  expect(spell("attributes.doses", [1.5, "livre", true])).toBe("1,5; livre; sim");
  expect(spell("attributes.doses", [{ aptidao: "milho", dose_l_h: 1.5, obs: null }])).toBe(
    "Aptidão: milho, Dose (L/h): 1,5, Obs: –",
  );
  expect(spell("price", null)).toBe("");
  expect(spell("name", "1250.5")).toBe("1250.5");
});

test("in English they have the other signs", async () => {
  const spell = await spellIn("en");
  expect(spell("price", 1250.5)).toBe("1,250.50");
  expect(spell("attributes.dose", [1250.5])).toBe("1250.5");
});
