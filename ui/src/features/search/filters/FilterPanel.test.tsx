import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { Facets } from "../../../api/types";
import { showLanguage } from "../../../i18n";
import { parseState, type SearchState } from "../../../shared/search/searchState";
import { FilterPanel } from "./FilterPanel";

const NOTHING: Facets = {
  categories: [],
  manufacturers: [],
  tags: [],
  minPrice: null,
  maxPrice: null,
  attributes: [],
};

beforeEach(() => showLanguage("pt-BR"));

function show(state: Partial<SearchState>, facets: Partial<Facets> = {}, matched?: number | null) {
  render(
    <MantineProvider env="test" withCssVariables={false} withGlobalClasses={false}>
      <FilterPanel
        state={{ ...parseState(new URLSearchParams(), "items"), ...state }}
        facets={{ ...NOTHING, ...facets }}
        matched={matched}
        onChange={() => undefined}
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
