import { DEFAULT_THEME, mergeMantineTheme } from "@mantine/core";
import { describe, expect, test } from "vitest";
import { cssVariables, theme } from "./theme";
import { themeVariablesCss } from "./themeVariables";

const { light, dark } = cssVariables(mergeMantineTheme(DEFAULT_THEME, theme));

/** Contrast of two colours after WCAG 2.2: (lighter + 0.05) / (darker + 0.05) of their luminances. */
function contrast(a: string, b: string): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

const INKS = [
  "--mantine-color-text",
  "--mantine-color-dimmed",
  "--mantine-color-placeholder",
  "--cel-accent",
  "--cel-accent-ink",
  "--cel-good",
  "--cel-wait",
  "--cel-bad",
];
const GROUNDS = ["--cel-ground", "--cel-surface", "--cel-sunken", "--cel-hover", "--cel-active"];

describe.each(Object.entries({ light, dark }))("%s", (_, variables: Record<string, string>) => {
  test.each(INKS)("%s can be read on every ground", (ink) => {
    for (const ground of GROUNDS) {
      expect(contrast(variables[ink] ?? "", variables[ground] ?? ""), ground).toBeGreaterThanOrEqual(4.5);
    }
  });

  test("marked words can be read", () => {
    expect(
      contrast(variables["--mantine-color-text"] ?? "", variables["--cel-mark"] ?? ""),
    ).toBeGreaterThanOrEqual(4.5);
  });

  test("the focus ring stands out from every ground", () => {
    for (const ground of GROUNDS) {
      expect(
        contrast(variables["--cel-focus"] ?? "", variables[ground] ?? ""),
        ground,
      ).toBeGreaterThanOrEqual(3);
    }
  });
});

test("both schemes define the same variables", () => {
  expect(
    Object.keys(dark)
      .filter((name) => !name.endsWith("-light") && !name.includes("-light-"))
      .toSorted(),
  ).toEqual(Object.keys(light).toSorted());
});

test("the constructed sheet holds the library's variables and our own, for both schemes", () => {
  const css = themeVariablesCss();
  for (const part of [
    "--mantine-font-family",
    "--mantine-color-mata-7",
    "--cel-ground: #f3f6f1",
    "--cel-ground: #111613",
  ]) {
    expect(css).toContain(part);
  }
  expect(css).toMatch(/data-mantine-color-scheme="dark"/);
});
