import { expect, test } from "vitest";
import cases from "../../../../crates/domain/data/package_labels.json";
import {
  amountText,
  ambiguousAmount,
  cheapestPlaces,
  lowestUnitPrice,
  readContent,
  unitPrice,
} from "./content";

test.each(cases)("$label", ({ label, ...wanted }) => {
  const read = readContent(label);
  expect(read && { amount: amountText(read.amount), unit: read.unit }).toEqual(
    "unit" in wanted ? wanted : null,
  );
});

test("a unit price is exact, and half a cent counts as one", () => {
  const of = (label: string, price: number) => {
    const { cents, base } = unitPrice({ label, price }) ?? {};
    return [cents, base];
  };
  expect(of("5 L", 298)).toEqual([5960, "litre"]);
  expect(of("500 ml", 10.01)).toEqual([2002, "litre"]);
  expect(of("2 L", 10.01)).toEqual([501, "litre"]);
  expect(of("3 L", 10)).toEqual([333, "litre"]);
  expect(of("1 t", 999999999999.9999)).toEqual([100_000_000_000, "kilogram"]);
  expect(of("60.000 sementes", 900)).toEqual([1500, "thousandSeeds"]);
  expect(of("caixa 100 un", 12.5)).toEqual([13, "piece"]);
  expect(unitPrice({ label: "granel", price: 3 })).toBeNull();
  expect(unitPrice({ label: "5 L", price: null })).toBeNull();
  expect(unitPrice({ label: "5 L", price: 0.001 })).toBeNull();
});

test("an amount that may be read in two ways has no unit price, and both readings are there to be said", () => {
  expect(unitPrice({ label: "1.250 L", price: 100 })).toBeNull();
  expect(ambiguousAmount("galão 1.250 L")).toBe("1250 | 1.25");
  expect(ambiguousAmount("big bag 1,000 kg")).toBe("1000 | 1");
  for (const label of ["1250 L", "1,25 L", "0.500 L", "1.000 sementes", "caixa 1.000 un", "1.250", ""])
    expect(ambiguousAmount(label)).toBeNull();
});

test("the cheapest is named only among packages that can be compared", () => {
  const places = (...packages: [string, number | null, string?][]) => [
    ...cheapestPlaces(packages.map(([label, price, status = "ativo"]) => ({ label, price, status }))),
  ];
  expect(places(["1 L", 70], ["5 L", 298], ["20 L", 1100])).toEqual([2]);
  expect(places(["500 ml", 30], ["1 L", 70], ["2 L", 120])).toEqual([0, 2]);
  expect(places(["1 L", 70], ["5 L", 298], ["20 L", 10, "inativo"])).toEqual([1]);
  expect(places(["1 L", 70], ["5 L", null], ["20 L", 1100])).toEqual([2]);
  expect(places(["1 L", 70], ["5 kg", 298])).toEqual([]);
  expect(places(["1 L", 70], ["granel", 298])).toEqual([]);
  expect(places(["1 L", 70], ["2 L", 140])).toEqual([]);
  expect(places(["1 L", 70])).toEqual([]);
});

test("the lowest unit price is one that can be compared, also where it is the only one", () => {
  const lowest = (...packages: [string, number | null, string?][]) =>
    lowestUnitPrice(packages.map(([label, price, status = "ativo"]) => ({ label, price, status })));
  expect(lowest(["1 L", 70], ["20 L", 1100], ["5 L", null])).toEqual({ cents: 5500, base: "litre" });
  expect(lowest(["1 L", 70], ["20 L", 10, "inativo"])).toEqual({ cents: 7000, base: "litre" });
  expect(lowest(["1 L", 70], ["5 kg", 10])).toBeNull();
  expect(lowest(["1 L", 70], ["granel", 10])).toBeNull();
  expect(lowest()).toBeNull();
});
