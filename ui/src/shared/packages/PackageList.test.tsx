/** Packages where they are read: on the card of a result, and in the whole record. */
import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Package } from "../../bindings";
import type { Item } from "../../api/types";
import { healthy, renderApp } from "../../test/app";
import { hit, item, response } from "../../test/records";
import { startServer, type TestServer } from "../../test/server";

let server: TestServer;
beforeEach(async () => {
  server = await startServer(healthy());
});
afterEach(() => server.close());

const EAN = "7891000315507";
const makePackage = (label: string, price: number | null, change: Partial<Package> = {}): Package => ({
  label,
  code: null,
  ean: null,
  price,
  status: "ativo",
  ...change,
});

async function find(query: string, change: Partial<Item>) {
  const found = response([hit(item("a", change))], { tokens: [query] });
  server.handle(healthy(({ path }) => (path === "/api/rag/search" ? { body: found } : undefined)));
  const { user } = await renderApp(server, `#/search?q=${query}`);
  const card = await screen.findByRole("article");
  return { user, card };
}
const rows = (part: HTMLElement) =>
  within(within(part).getByRole("list", { name: "Embalagens" })).getAllByRole("listitem");

test("of many packages a card lists a few: the cheapest, and the one that was looked for, are among them", async () => {
  const packages = Array.from({ length: 20 }, (_, at) =>
    makePackage(`${at + 1} L`, at === 19 ? 100 : 70 * (at + 1), { code: `C-${at + 1}` }),
  );
  const { card } = await find(EAN, { packages: packages.with(14, makePackage("15 L", 1050, { ean: EAN })) });
  const listed = rows(card);
  expect(listed.map((row) => row.textContent?.split(" ")[0])).toEqual([
    "1",
    "2",
    "3",
    "4",
    "15",
    "20",
    "mais",
  ]);
  expect(listed[0]).not.toHaveTextContent("C-1");
  expect(listed[4]).toHaveTextContent(EAN);
  expect(listed[5]).toHaveTextContent(/R\$ 5,00\/L.*menor preço/);
  expect(listed[6]).toHaveTextContent("mais 14 embalagens");
});

test("a product without a price of its own costs what its packages on sale cost", async () => {
  const { card } = await find("soja", {
    price: null,
    packages: [
      makePackage("5 L", 298),
      makePackage("1 L", 70),
      makePackage("500 ml", 10, { status: "inativo" }),
    ],
  });
  expect(card).toHaveTextContent(/a partir de\s?R\$ 70,00/);
  expect(within(card).queryByText("preço indisponível")).toBeNull();
  expect(rows(card)).toHaveLength(2);
});

test("the whole record lists all of them, also those not on sale and those without a price", async () => {
  const packages = [
    makePackage("1 L", 70, { code: "A-1" }),
    makePackage("5 L", null),
    makePackage("20 L", 900, { status: "inativo" }),
  ];
  const { user, card } = await find("soja", { packages });
  await user.click(within(card).getByRole("button", { name: "Mancozebe a" }));
  const [one, five, twenty] = rows(await screen.findByRole("dialog"));
  expect(one).toHaveTextContent("A-1");
  expect(five).toHaveTextContent("preço indisponível");
  expect(twenty).toHaveTextContent(/inativo/i);
});
