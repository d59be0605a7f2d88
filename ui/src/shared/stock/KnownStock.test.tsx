import { MantineProvider } from "@mantine/core";
import { render } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { HitStock } from "../../bindings";
import { showLanguage } from "../../i18n";
import { KnownStock } from "./OutOfStock";

beforeEach(() => showLanguage("pt-BR"));

const level = (change: Partial<HitStock>): HitStock => ({
  quantity: 12.5,
  unit: "gl",
  package: null,
  isOut: false,
  countedOn: "2026-11-28",
  isRecent: true,
  ...change,
});

function textOf(stock: HitStock | null | undefined): string | null {
  const { container } = render(
    <MantineProvider env="test" withCssVariables={false} withGlobalClasses={false}>
      <div data-said>
        <KnownStock stock={stock} />
      </div>
    </MantineProvider>,
  );
  return container.querySelector("[data-said]")?.textContent ?? null;
}

test("beside a product stands how much there is, or that nothing is left, with the day of the count", () => {
  expect(textOf(level({}))).toBe("Estoque: 12,5 gl (contagem de 28/11)");
  expect(textOf(level({ quantity: 3, unit: "", package: "5 L" }))).toBe("Estoque: 5 L 3 (contagem de 28/11)");
  expect(textOf(level({ quantity: 0, isOut: true }))).toBe("acabou (contagem de 28/11)");
});

test("a count of long ago has its year", () => {
  const old = { countedOn: "2025-03-02", isRecent: false };
  expect(textOf(level(old))).toBe("Estoque: 12,5 gl (contagem de 02/03/2025)");
  expect(textOf(level({ ...old, quantity: 0, isOut: true }))).toBe("sem estoque na contagem de 02/03/2025");
});

test("nothing is said of what was never counted or has no sum", () => {
  expect(textOf(undefined)).toBe("");
  expect(textOf(null)).toBe("");
  expect(textOf(level({ quantity: null }))).toBe("");
});
