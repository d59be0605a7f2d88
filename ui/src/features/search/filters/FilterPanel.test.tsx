import { MantineProvider } from "@mantine/core";
import { cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import type { Facets } from "../../../api/types";
import { showLanguage } from "../../../i18n";
import { parseState, type SearchState } from "../../../shared/search/searchState";
import { FilterPanel } from "./FilterPanel";

const NOTHING: Facets = {
  categories: [],
  manufacturers: [],
  tags: [],
  stock: [],
  minPrice: null,
  maxPrice: null,
  attributes: [],
};

beforeEach(() => showLanguage("pt-BR"));

function show(
  state: Partial<SearchState>,
  facets: Partial<Facets> = {},
  matched?: number | null,
  onChange: (change: Partial<SearchState>) => void = () => undefined,
) {
  render(
    <MantineProvider env="test" withCssVariables={false} withGlobalClasses={false}>
      <FilterPanel
        state={{ ...parseState(new URLSearchParams(), "items"), ...state }}
        facets={{ ...NOTHING, ...facets }}
        matched={matched}
        onChange={onChange}
      />
    </MantineProvider>,
  );
}

test("an empty catalog has no prices to choose from, and the panel says so", () => {
  show({});
  expect(screen.getByText("Os filtros aparecem aqui quando houver itens.")).toBeInTheDocument();
  expect(screen.queryByText("Preço")).toBeNull();
});

test("a bound that is set stays to be taken away, whatever the catalog holds", () => {
  show({ maxPrice: 900 });
  expect(screen.getByLabelText("Até")).toHaveValue("900");
});

test("prices are offered where the catalog has any", () => {
  show({}, { minPrice: 7.9, maxPrice: 2400 });
  expect(screen.getByLabelText("De")).toHaveAttribute("placeholder", "7,9");
  expect(screen.queryByText("Os filtros aparecem aqui quando houver itens.")).toBeNull();
});

test.each([
  ["12,5", 12.5],
  ["12.5", 12.5],
  ["1.250", 1250],
  ["1,250", 1.25],
  ["R$ 1.250,50", 1250.5],
  ["7,999", 8],
])("a bound is read as people here write it: %s", async (typed, minPrice) => {
  const changes: unknown[] = [];
  show({ maxPrice: 9000 }, { minPrice: 7.9, maxPrice: 24000 }, undefined, (change) => changes.push(change));
  await userEvent.type(screen.getByLabelText("De"), `${typed}{Enter}`);
  expect(changes).toEqual([{ minPrice, maxPrice: 9000 }]);
});

test("what is no price changes nothing, and a blank bound is none", async () => {
  const changes: unknown[] = [];
  show({ maxPrice: 1250.5 }, {}, undefined, (change) => changes.push(change));
  const most = screen.getByLabelText("Até");
  expect(most).toHaveValue("1.250,5");
  await userEvent.type(most, ",,{Enter}");
  expect(most).toHaveValue("1.250,5");
  await userEvent.tab();
  expect(changes).toEqual([]);
  await userEvent.clear(most);
  await userEvent.type(most, "{Enter}");
  expect(changes).toEqual([{ minPrice: null, maxPrice: null }]);
});

test("the panel says what its counts are of", () => {
  show({}, { categories: [{ value: "Herbicidas", count: 12 }] }, 12);
  expect(screen.getByText("12 itens têm as palavras")).toBeInTheDocument();
  show({}, { categories: [{ value: "Sementes", count: 3 }] }, null);
  expect(screen.getByText("Os números são do catálogo inteiro.")).toBeInTheDocument();
});

test("a search that no item meets is told apart from an empty catalog, and its filters stay", () => {
  show({ category: ["Herbicidas"] }, {}, 0);
  expect(screen.getByText("Nenhum item tem estas palavras e atende aos filtros.")).toBeInTheDocument();
  expect(screen.getByRole("checkbox", { name: /Herbicidas/ })).toBeChecked();
  expect(screen.queryByText("Os filtros aparecem aqui quando houver itens.")).toBeNull();
});

test("what is out of stock is offered where anything was counted, with how many items it is", async () => {
  const changes: unknown[] = [];
  const stock = [
    { value: "unknown", count: 70 },
    { value: "some", count: 9 },
    { value: "out", count: 3 },
  ];
  show({ stock: ["some"] }, { stock }, undefined, (change) => changes.push(change));
  const boxes = within(screen.getByRole("list", { name: "Estoque" })).getAllByRole("checkbox");
  expect(boxes.map((box) => box.closest("li")?.textContent)).toEqual(["acabou3", "há9", "sem informação70"]);
  await userEvent.click(screen.getByRole("checkbox", { name: /acabou/ }));
  await userEvent.click(screen.getByRole("checkbox", { name: /há/ }));
  expect(changes).toEqual([{ stock: ["some", "out"] }, { stock: [] }]);
});

test("where nothing was counted no stock is offered, and beside a filter that is set stands what else there is", () => {
  const stock = [{ value: "unknown", count: 70 }];
  show({}, { stock });
  expect(screen.queryByRole("list", { name: "Estoque" })).toBeNull();
  cleanup();
  show({ stock: ["out"] }, { stock });
  expect(screen.getByRole("checkbox", { name: /acabou/ })).toBeChecked();
  expect(screen.getByRole("checkbox", { name: /sem informação/ })).not.toBeChecked();
  expect(screen.getByRole("list", { name: "Estoque" })).toHaveTextContent("70");
});
