import { screen, waitFor, within } from "@testing-library/react";
import axe from "axe-core";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { SETTLED_MS } from "../features/search/useSettledSearch";
import { healthy, renderApp, searchesOf } from "../test/app";
import { givenValue, hit, hostile, item, response, setting, status, sum } from "../test/records";
import { startServer, type Answer, type TestServer } from "../test/server";

let server: TestServer;
beforeEach(async () => {
  server = await startServer(healthy());
});
afterEach(async () => {
  await server.close();
  // The content policy allows no inline styles: whatever a test has opened, nothing may have made any.
  expect(document.querySelectorAll("style")).toHaveLength(0);
});

const searching = (answer: Answer | ((body: { query: string }) => Answer)) =>
  healthy(({ path, body }) => {
    if (path !== "/api/rag/search") return undefined;
    return typeof answer === "function" ? answer(JSON.parse(body) as { query: string }) : answer;
  });
const three = response([hit(item("a")), hit(item("b"), [3, 2]), hit(item("c", { price: null }), [1])]);
const box = () => screen.findByRole("textbox", { name: "Buscar no catálogo" });
const list = () => screen.findByRole("list", { name: "Resultados" });
const title = async (id: string) => within(await list()).findByRole("button", { name: `Mancozebe ${id}` });

async function expectAccessible(): Promise<void> {
  // Colours need a real rendering; contrast is looked at in the browser.
  const { violations } = await axe.run(document.body, {
    rules: { "color-contrast": { enabled: false }, region: { enabled: false } },
  });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)).toEqual([]);
}

describe("searching", () => {
  test("as one types: a moment after the last key, and the address follows", async () => {
    server.handle(searching({ body: three }));
    const { user } = await renderApp(server);
    await user.type(await box(), "fungicida soja");
    await title("a");
    await waitFor(() => expect(searchesOf(server).at(-1)).toMatchObject({ query: "fungicida soja" }));
    // One request at rest, not one per key (a busy machine may pause in the middle of the word).
    expect(searchesOf(server).length).toBeLessThan("fungicida soja".length);
    expect(
      searchesOf(server)
        .filter(({ settled }) => settled !== true)
        .at(-1),
    ).toMatchObject({
      kind: "items",
      explain: true,
      limit: 20,
    });
    await waitFor(() => expect(window.location.hash).toBe("#/search?q=fungicida+soja"));
    expect(screen.getByText("3 resultados em 6 ms")).toBeInTheDocument();
    expect(screen.getByText("preço indisponível")).toBeInTheDocument();
    await expectAccessible();
  });

  test("a search that a person stays with goes into the log once, by its trace, and is not made again", async () => {
    server.handle(
      searching(({ query }) => ({ body: response([hit(item("a"))], { traceId: `of ${query}` }) })),
    );
    const listSettled = () =>
      server.received
        .filter(({ path }) => path.endsWith("/settle"))
        .map(({ path }) => decodeURIComponent(path));
    const { user } = await renderApp(server, "#/search?q=soja");
    await user.click(await title("a"));
    await waitFor(() => expect(listSettled()).toEqual(["/api/rag/search/of soja/settle"]));
    const made = searchesOf(server).length;
    // Longer than a search has to stand.
    await new Promise((over) => setTimeout(over, SETTLED_MS + 300));
    expect(listSettled()).toHaveLength(1);
    expect(searchesOf(server)).toHaveLength(made);
    expect(searchesOf(server).every((search) => search.settled === false)).toBe(true);
  });

  test("a query that is overtaken is broken off, and its answer never shown", async () => {
    server.handle(
      searching(({ query }) => ({ body: response([hit(item(query))]), silent: query === "soj" })),
    );
    const { user } = await renderApp(server);
    await user.type(await box(), "soj{Enter}");
    await waitFor(() => expect(searchesOf(server)).not.toHaveLength(0));
    await user.type(await box(), "a{Enter}");
    await title("soja");
    await waitFor(() => expect(server.aborted()).toBe(1));
    expect(screen.queryByText("Mancozebe soj")).toBeNull();
  });

  test("a shared address opens as it was, and Back undoes a filter", async () => {
    server.handle(searching({ body: three }));
    const { user } = await renderApp(
      server,
      "#/search?q=soja&category=Fungicidas&max=900&a.formulacao=WG&sort=priceAsc",
    );
    await title("a");
    expect(searchesOf(server)[0]).toMatchObject({
      query: "soja",
      sort: "priceAsc",
      filters: { category: ["Fungicidas"], maxPrice: 900, attributes: { formulacao: "WG" } },
    });
    await user.click(await screen.findByRole("button", { name: "Remover o filtro Categoria: Fungicidas" }));
    await waitFor(() => expect(window.location.hash).not.toContain("category"));
    window.history.back();
    await waitFor(() => expect(window.location.hash).toContain("category=Fungicidas"));
    await waitFor(() => expect(screen.getByRole("checkbox", { name: /Fungicidas/ })).toBeChecked());
  });

  test("says what a word was read as, and that a source is missing", async () => {
    const corrected = response([hit(item("a"))], {
      corrections: [{ token: "ferugem", words: ["ferrugem"] }],
      fallbackReason: "embedding-disabled",
      embeddingUsed: false,
    });
    server.handle(searching({ body: corrected }));
    await renderApp(server, "#/search?q=ferugem");
    expect(await screen.findByText(/Mostrando resultados para/)).toHaveTextContent(
      "ferrugem (você digitou ferugem)",
    );
    expect(screen.getByText("Busca só por palavras.")).toBeInTheDocument();
  });

  test("an error shows its message and code, and another try helps", async () => {
    server.handle(
      searching({
        status: 503,
        body: { code: "database-busy", message: "O banco não respondeu.", details: null },
      }),
    );
    const { user } = await renderApp(server, "#/search?q=soja");
    expect(await screen.findByText("database-busy")).toBeInTheDocument();
    expect(screen.getByText("O banco não respondeu.")).toBeInTheDocument();
    server.handle(searching({ body: three }));
    await user.click(screen.getByRole("button", { name: "Tentar de novo" }));
    await title("a");
  });

  test("nothing found offers a way without the filters", async () => {
    const { user } = await renderApp(server, "#/search?q=xilofone&tag=soja");
    await user.click(await screen.findByRole("button", { name: "Buscar sem o filtro ativo" }));
    await waitFor(() => expect(window.location.hash).toBe("#/search?q=xilofone"));
  });

  test("an empty catalog offers a file, the demo and a first item instead of examples", async () => {
    const empty = { ...status, items: 0, activeItems: 0, faqs: 0 };
    server.handle(healthy(({ path }) => (path === "/api/health" ? { body: empty } : undefined)));
    const { user } = await renderApp(server);
    const file = await screen.findByRole("link", { name: "Importar um arquivo" });
    expect(file).toHaveAttribute("href", "#/catalog/import");
    const first = screen.getByRole("link", { name: "Cadastrar o primeiro item" });
    expect(first).toHaveAttribute("href", "#/catalog/items?item=new");
    expect(screen.queryByText("Experimente")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Carregar a demonstração" }));
    await waitFor(() => expect(server.received.some(({ path }) => path === "/api/catalog/demo")).toBe(true));
  });

  test("how much there is stands in the result and in the record beside it", async () => {
    const stock = { quantity: 12, unit: "gl", isOut: false, countedOn: "2026-11-28", isRecent: true };
    server.handle(searching({ body: response([{ ...hit(item("x")), stock }]) }));
    await renderApp(server, "#/search?q=soja&open=x");
    const record = within(await screen.findByRole("dialog"));
    expect(await record.findByText("Estoque: 12 gl (contagem de 28/11)")).toBeInTheDocument();
    expect(screen.getAllByText("Estoque: 12 gl (contagem de 28/11)")).toHaveLength(2);
  });

  test("text from the catalog stays text", async () => {
    server.handle(searching({ body: response([hit(item("x", hostile))]) }));
    const { container } = await renderApp(server, "#/search?q=soja&open=x");
    await screen.findByRole("dialog");
    await screen.findAllByText(/onerror=/);
    expect(container.querySelector("img, script, iframe, a[href^=javascript]")).toBeNull();
    expect(document.querySelector("[role=dialog] :is(img, script, iframe)")).toBeNull();
    expect(window).not.toHaveProperty("hacked");
  });
});

describe("by keyboard alone", () => {
  test("slash, down, J and K, Enter, Escape, I", async () => {
    server.handle(searching({ body: three }));
    const { user } = await renderApp(server, "#/search?q=soja");
    await title("a");
    (document.activeElement as HTMLElement).blur();
    await user.keyboard("/");
    await waitFor(async () => expect(await box()).toHaveFocus());
    await user.keyboard("{ArrowDown}");
    await waitFor(async () => expect(await title("a")).toHaveFocus());
    await user.keyboard("j");
    await waitFor(async () => expect(await title("b")).toHaveFocus());
    await user.keyboard("{ArrowDown}k");
    await waitFor(async () => expect(await title("b")).toHaveFocus());
    await user.keyboard("{Enter}");
    expect(await screen.findByRole("dialog")).toHaveTextContent("Mancozebe b");
    expect(window.location.hash).toContain("open=b");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() => expect(window.location.hash).toBe("#/search?q=soja"));
    await user.keyboard("i");
    const panel = await screen.findByRole("complementary", { name: "Composição da pontuação" });
    expect(within(panel).getByText("Mancozebe b")).toBeInTheDocument();
  });

  test("Ctrl+K finds every action by its words, accents aside", async () => {
    const { user } = await renderApp(server);
    await box();
    await user.keyboard("{Control>}k{/Control}");
    const field = await screen.findByPlaceholderText("Digite uma ação ou uma busca…");
    await user.type(field, "tema esc");
    await user.click(await screen.findByRole("button", { name: /Tema: Escuro/ }));
    await waitFor(() =>
      expect(document.documentElement).toHaveAttribute("data-mantine-color-scheme", "dark"),
    );
    expect(localStorage.getItem("celeiro.theme")).toBe("dark");
  });
});

describe("the breakdown", () => {
  const open = async (explanation: ReturnType<typeof sum>, score = explanation.value) => {
    server.handle(searching({ body: response([{ ...hit(item("a")), explanation, score }]) }));
    const app = await renderApp(server, "#/search?q=soja&why=a");
    return {
      ...app,
      panel: within(await screen.findByRole("complementary", { name: "Composição da pontuação" })),
    };
  };

  test("shows rows whose sum is the score, down to the leaves", async () => {
    const vector = {
      ...sum("vector", [givenValue("weight", 6, "peso"), givenValue("distance", 0.8, "proximidade")]),
      kind: "product" as const,
      value: 4.8,
    };
    const { user, panel } = await open(
      sum("score", [vector, givenValue("pair", 4, "par"), givenValue("penalty", -1.5, "penalidade")]),
    );
    expect(panel.getByText("igual à pontuação")).toBeInTheDocument();
    expect(panel.getByText("-1,500")).toBeInTheDocument();
    expect(panel.queryByText("proximidade")).toBeNull();
    await user.click(panel.getByRole("button", { name: /^vector/ }));
    expect(panel.getByText("proximidade")).toBeInTheDocument();
    expect(panel.getByText("produto das parcelas abaixo")).toBeInTheDocument();
    expect(panel.getByText("-0,825637")).toBeInTheDocument();
    expect(panel.getByText("fungicidas")).toBeInTheDocument();
    await expectAccessible();
  });

  test("says so where the sum is not the score", async () => {
    const { panel } = await open(sum("score", [givenValue("pair", 4)]), 5);
    expect(panel.getByText("difere da pontuação 5,000")).toBeInTheDocument();
  });

  test("opens a tree of thousands of rows in steps", async () => {
    const rows = Array.from({ length: 3000 }, (_, index) => givenValue(`r${index}`, 0.001, `linha ${index}`));
    const { user, panel } = await open(sum("score", rows));
    expect(panel.getAllByRole("listitem").length).toBeLessThan(60);
    await user.click(panel.getByRole("button", { name: "Mostrar mais 2960 parcelas" }));
    expect(panel.getByText("linha 79")).toBeInTheDocument();
  });

  test("a record outside the result is named as such", async () => {
    server.handle(searching({ body: three }));
    await renderApp(server, "#/search?q=soja&why=gone");
    expect(
      await screen.findByText("Este registro não está entre os resultados da busca atual"),
    ).toBeInTheDocument();
  });
});

describe("before and around the pages", () => {
  test("starting, then ready", async () => {
    let phase: "starting" | "ready" = "starting";
    server.handle(
      healthy(({ path }) =>
        path.startsWith("/api/health")
          ? { body: { ...status, phase, phaseMessage: "criando o banco" } }
          : undefined,
      ),
    );
    await renderApp(server);
    expect(await screen.findByText("criando o banco")).toBeInTheDocument();
    await expectAccessible();
    phase = "ready";
    await box();
  });

  test("a failed start gives its reason", async () => {
    const failed = { ...status, phase: "failed" as const, phaseMessage: "A porta está em uso." };
    server.handle(healthy(({ path }) => (path.startsWith("/api/health") ? { body: failed } : undefined)));
    await renderApp(server, "#/search", "en");
    expect(await screen.findByRole("heading", { name: "Celeiro could not start" })).toBeInTheDocument();
    expect(screen.getByRole("alert")).toHaveTextContent("A porta está em uso.");
  });

  test("a program whose database does not answer is not taken for one that is away", async () => {
    const stuck = { code: "database_stuck", message: "O banco não respondeu em 3 s", details: null };
    server.handle(() => ({ status: 503, body: stuck }));
    await renderApp(server);
    expect(await screen.findByText("O banco de dados do Celeiro não responde")).toBeInTheDocument();
    expect(screen.queryByText(/continua rodando no terminal/)).toBeNull();
  });

  test("a server that hangs up is unreachable, and is tried again", async () => {
    server.handle(() => ({ hangUp: true }));
    const { user } = await renderApp(server);
    expect(await screen.findByText("unreachable")).toBeInTheDocument();
    server.handle(healthy());
    await user.click(screen.getByRole("button", { name: "Tentar de novo" }));
    await box();
  });

  test("a refused token asks for one", async () => {
    // The status is open to all; everything else wants the token.
    const refusal = { status: 401, body: { code: "unauthorized", message: "token", details: null } };
    server.handle(healthy(({ path }) => (path.startsWith("/api/health") ? undefined : refusal)));
    const { user } = await renderApp(server);
    expect(screen.queryByText(/Esta chave não é a deste Celeiro/)).toBeNull();
    await user.type(await screen.findByLabelText("Chave de acesso"), "wrong");
    await user.click(screen.getByRole("button", { name: "Entrar" }));
    expect(await screen.findByText(/Esta chave não é a deste Celeiro/)).toBeInTheDocument();
    await user.type(await screen.findByLabelText("Chave de acesso"), "sesame");
    server.handle(healthy());
    await user.click(screen.getByRole("button", { name: "Entrar" }));
    await box();
    expect(sessionStorage.getItem("celeiro.token")).toBe("sesame");
  });

  test("settings: another language takes hold everywhere and is asked for", async () => {
    const entry = setting("CELEIRO_TOKEN", {
      value: "•••",
      origin: "saved",
      form: "secret",
      secret: true,
      storedIn: "environment",
    });
    server.handle(healthy(({ path }) => (path === "/api/config" ? { body: [entry] } : undefined)));
    const { user } = await renderApp(server, "#/settings");
    expect(await screen.findByText("definido, não mostrado")).toBeInTheDocument();
    await expectAccessible();
    await user.click(screen.getByRole("radio", { name: "English" }));
    expect(await screen.findByRole("heading", { name: "Settings" })).toBeInTheDocument();
    expect(document.documentElement.lang).toBe("en");
    await waitFor(() => expect(server.received.at(-1)?.headers["accept-language"]).toBe("en"));
  });

  test("the questions are searched as questions", async () => {
    await renderApp(server, "#/faq?q=embalagens");
    await waitFor(() => expect(searchesOf(server)[0]).toMatchObject({ kind: "faqs", query: "embalagens" }));
    expect(server.received.some(({ path }) => path.endsWith("/facets"))).toBe(false);
  });
});
