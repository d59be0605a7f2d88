import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { meOf } from "../../../test/account";
import { renderApp } from "../../../test/app";
import { previewRow, priceChange, priceList, Prices, refuse } from "../../../test/prices";
import { startServer, type TestServer } from "../../../test/server";
import { localDay } from "./lists/validity";

let server: TestServer;
let prices: Prices;

beforeEach(async () => {
  sessionStorage.clear();
  prices = new Prices();
  server = await startServer(prices.handler());
});
afterEach(async () => {
  cleanup();
  await server.close();
});

const field = (name: string | RegExp) => screen.findByRole("textbox", { name });
const write = async (name: string | RegExp, value: string) =>
  fireEvent.change(await field(name), { target: { value } });

describe("lists of prices", () => {
  test("say in words what makes their prices and when they are valid", async () => {
    prices.lists = [
      priceList("a", "Atacado <b>", { rule: { factor: 0.92, cents: 90 }, validUntil: "2099-12-31" }),
      priceList("b", "Safra", { isValidToday: false, validFrom: "2099-01-15" }),
      priceList("c", "Velha", { isValidToday: false, validUntil: "2020-01-31" }),
      priceList("d", "Parada", { isValidToday: false, active: false }),
    ];
    await renderApp(server, "#/catalog/prices");
    const list = within(await screen.findByRole("list", { name: "Tabelas de preços" }));
    const row = (name: string) => list.getByRole("button", { name: new RegExp(`^${name}`) });
    await list.findByText("Atacado <b>");
    expect(row("Atacado")).toHaveTextContent("vale hoje, até 31 de dez. de 2099");
    expect(row("Atacado")).toHaveTextContent("preço do balcão × 0,92, final ,90");
    expect(row("Safra")).toHaveTextContent("começa em 15 de jan. de 2099");
    expect(row("Velha")).toHaveTextContent("terminou em 31 de jan. de 2020");
    expect(row("Parada")).toHaveTextContent("fora de uso");
  });

  test("are made, deleted and brought back", async () => {
    const { user } = await renderApp(server, "#/catalog/prices");
    expect(await screen.findByText(/^Ainda não há tabelas/)).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Nova tabela" }));
    await write("Nome da tabela", "Atacado");
    await user.type(await field("Preço do balcão vezes"), "0,92");
    await user.type(await field("Os preços terminam com estes centavos"), "90");
    await user.click(screen.getByRole("button", { name: "Salvar" }));
    expect(await screen.findByText("Tabela «Atacado» salva")).toBeInTheDocument();
    expect(prices.sentTo("POST", "/api/price-lists")).toMatchObject([
      { name: "Atacado", validFrom: null, rule: { factor: 0.92, cents: 90 }, active: true },
    ]);
    await user.click(await screen.findByRole("button", { name: "Excluir" }));
    expect(await screen.findByText("Tabela «Atacado» excluída")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Desfazer" }));
    await waitFor(() => expect(prices.sentTo("POST", "/api/price-lists/new-list/restore")).toHaveLength(1));
  });

  test("that another person saved first are decided about field by field", async () => {
    prices.lists = [priceList("a", "Atacado")];
    server.handle(
      prices.handler(({ method, path }) => {
        if (method !== "PUT" || path !== "/api/price-lists/a") return undefined;
        const current = priceList("a", "Atacado Sul", { version: 2 });
        return refuse(409, "conflict", { current, yours: null });
      }),
    );
    const { user } = await renderApp(server, "#/catalog/prices?list=a");
    await write("Nome da tabela", "Atacado Norte");
    await user.click(screen.getByRole("button", { name: "Salvar" }));
    expect(await screen.findByText("Outra pessoa salvou antes de você")).toBeInTheDocument();
    expect(screen.getByRole("group", { name: "Nome da tabela" })).toHaveTextContent(
      /Atacado Sul.*Atacado Norte/,
    );
  });

  test("are read by those who may not change them, and changes are not shown to them", async () => {
    prices.lists = [priceList("a", "Atacado", { note: "Acima de 10 caixas" })];
    server.handle(
      prices.handler(({ path }) => (path === "/api/me" ? { body: meOf("bia", "seller") } : undefined)),
    );
    const { user } = await renderApp(server, "#/catalog/prices?part=changes");
    await user.click(await screen.findByRole("button", { name: /^Atacado/ }));
    expect(await screen.findByText("Acima de 10 caixas")).toBeInTheDocument();
    expect(screen.queryByRole("radio", { name: "Reajustes" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Nova tabela" })).toBeNull();
    expect(prices.sentTo("GET", "/api/price-changes")).toEqual([]);
  });
});

describe("a change of prices", () => {
  /** Five per cent on a category. */
  async function sayFivePercent() {
    const { user } = await renderApp(server, "#/catalog/prices?part=changes&change=new");
    await write(/^Nome do reajuste/, "Reajuste de maio");
    await user.type(await field(/^Quantos por cento/), "5");
    await user.selectOptions(screen.getByRole("combobox", { name: "Para quais itens" }), "Uma categoria");
    await user.click(screen.getByRole("combobox", { name: /^Categoria/ }));
    await user.click(await screen.findByRole("option", { name: "Herbicidas" }));
    return user;
  }

  test("is looked at with what stands out, planned for a day and cancelled", async () => {
    prices.rows = [
      previewRow("i1", { new: 1050, percent: 950, marks: ["tenfold", "unlike_the_others"] }),
      previewRow("i2", { old: null, new: 10, percent: null, marks: ["first_price"] }),
      previewRow("i3", { package: "5 L" }),
    ];
    const user = await sayFivePercent();
    const table = within(await screen.findByRole("table", { name: "O que mudaria" }));
    expect(table.getAllByRole("row")[1]).toHaveTextContent(
      /Produto i1.*R\$\s100,00.*R\$\s1\.050,00.*\+950%.*dez vezes.*diferente dos outros/,
    );
    expect(table.getAllByRole("row")[2]).toHaveTextContent(/vazio.*–.*primeiro preço/);
    expect(table.getAllByRole("row")[3]).toHaveTextContent(/Produto i3 · 5 L/);
    expect(prices.sentTo("POST", "/api/price-changes/preview").at(-1)).toMatchObject({
      list: null,
      what: { percent: 5, cents: null },
      selection: { all: { filters: [{ column: "category", test: "is", values: ["Herbicidas"] }] } },
    });
    await user.click(screen.getByRole("radio", { name: "Num dia marcado" }));
    fireEvent.change(screen.getByLabelText(/^Dia/), { target: { value: localDay(1) } });
    await user.click(await screen.findByRole("button", { name: /^Planejar 3 preços para/ }));
    expect(await screen.findByText(/^3 preços planejados para/)).toBeInTheDocument();
    expect(prices.sentTo("POST", "/api/price-changes")).toMatchObject([
      { name: "Reajuste de maio", effectiveOn: localDay(1), digest: "d1" },
    ]);
    await user.click(await screen.findByRole("button", { name: "Cancelar o reajuste" }));
    expect(await screen.findByText("Reajuste cancelado.")).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole("button", { name: "Aplicar agora" })).toBeNull());
    expect(sessionStorage.getItem("celeiro.priceChangeDraft.new")).toBeNull();
  });

  test("is looked at again where prices changed since the preview, and then taken back", async () => {
    const user = await sayFivePercent();
    const make = await screen.findByRole("button", { name: "Reajustar 2 preços" });
    prices.digest = "d2";
    await user.click(make);
    expect(await screen.findByText(/^Os preços mudaram desde a prévia/)).toBeInTheDocument();
    await user.click(await screen.findByRole("button", { name: "Reajustar 2 preços" }));
    expect(await screen.findByText("2 preços reajustados.")).toBeInTheDocument();
    await user.click(await screen.findByRole("button", { name: "Desfazer o reajuste" }));
    await waitFor(() =>
      expect(screen.getAllByText(/^2 preços voltaram ao que eram/).length).toBeGreaterThan(0),
    );
    expect(prices.changes[0]?.isUndone).toBe(true);
  });

  test("that was taken back names the prices that stay", async () => {
    prices.changes = [priceChange("c1")];
    const conflict = {
      item: "i2",
      name: "Produto i2",
      package: null,
      before: 100,
      after: 105,
      now: 120,
      gone: false,
      otherCurrency: false,
    };
    const outcome = { change: "c2", undone: 1, conflicts: [conflict], conflictCount: 1 };
    server.handle(
      prices.handler(({ path }) => {
        if (path !== "/api/price-changes/c1/undo") return undefined;
        prices.changes = [priceChange("c1", { isUndone: true, undoable: false })];
        return { body: outcome };
      }),
    );
    const { user } = await renderApp(server, "#/catalog/prices?part=changes&change=c1");
    await user.click(await screen.findByRole("button", { name: "Desfazer o reajuste" }));
    expect(await screen.findByText(/o reajuste pôs 105,00, agora é 120,00/)).toHaveTextContent("Produto i2");
  });

  test("that was already applied cannot be cancelled, and is shown as it stands", async () => {
    prices.changes = [priceChange("c1", { state: "planned", effectiveOn: "2099-01-15", undoable: false })];
    const { user } = await renderApp(server, "#/catalog/prices?part=changes&change=c1");
    const cancel = await screen.findByRole("button", { name: "Cancelar o reajuste" });
    prices.changes = [priceChange("c1", { effectiveOn: "2099-01-15" })];
    await user.click(cancel);
    expect(await screen.findByRole("alert")).toHaveTextContent("recusado: conflict");
    expect(await screen.findByRole("button", { name: "Desfazer o reajuste" })).toBeInTheDocument();
  });

  test("that failed on its day can be made, and cannot be cancelled", async () => {
    prices.changes = [
      priceChange("c1", { state: "failed", failure: "not_found", applied: 0, undoable: false }),
    ];
    const { user } = await renderApp(server, "#/catalog/prices?part=changes&change=c1");
    const apply = await screen.findByRole("button", { name: "Aplicar agora" });
    expect(screen.queryByRole("button", { name: "Cancelar o reajuste" })).toBeNull();
    await user.click(apply);
    expect(await screen.findByRole("button", { name: "Desfazer o reajuste" })).toBeInTheDocument();
  });
});
