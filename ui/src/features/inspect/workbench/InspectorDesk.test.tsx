import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import axe from "axe-core";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { RerankResult } from "../../../api/types";
import { healthy, renderApp } from "../../../test/app";
import { candidate, entry, inspection, movedHit } from "../../../test/bench/bench";
import { hit, item, response } from "../../../test/records";
import {
  holdAnswers,
  startServer,
  type Answer,
  type ReceivedRequest,
  type TestServer,
} from "../../../test/server";

let server: TestServer;
beforeEach(async () => {
  server = await startServer(healthy());
});
afterEach(() => server.close());

const open = inspection([
  candidate("a"),
  candidate("b", { place: 2 }),
  candidate("c", { place: 3, cut: "result_limit", margin: 1.25 }),
  candidate("far", {
    place: null,
    cut: "threshold",
    margin: 0.1,
    hit: {
      ...candidate("far").hit,
      lexicalRank: null,
      vectorRank: 61,
      vectorDistance: -0.2,
      explanation: null,
    },
  }),
]);

const rerankResult = (change: Partial<RerankResult> = {}): RerankResult => ({
  hits: [movedHit("b", 1, 2), movedHit("new", 2, null)],
  lost: ["a"],
  searchedAgain: [],
  pinned: [],
  fusion: "relevance",
  ms: 1,
  ...change,
});

function serve(special: (request: ReceivedRequest) => Answer | undefined = () => undefined) {
  server.handle(
    healthy((request) => {
      const answer = special(request);
      if (answer) return answer;
      if (request.path === "/api/rag/inspect") return { body: open };
      if (request.path === "/api/rag/rerank") return { body: rerankResult() };
      if (request.path === "/api/sets") return { body: [] };
      if (request.path === "/api/profiles")
        return { body: [entry("default", { active: true, shipped: true })] };
      return undefined;
    }),
  );
}
const bodies = (path: string) =>
  server.received
    .filter((one) => one.path === path)
    .map(({ body }) => JSON.parse(body) as Record<string, never>);
const rows = (name: RegExp) =>
  within(screen.getByRole("list", { name }))
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent);

test("a search laid open: the final list, who stands beyond it, and how many came how far", async () => {
  serve();
  const { user } = await renderApp(server, "#/bench/inspect?q=soja");
  expect(await screen.findByRole("list", { name: /Lista final/ })).toBeInTheDocument();
  expect(rows(/Lista final/)).toHaveLength(2);
  expect(rows(/Quantos chegaram/)[1]).toContain("55 por vetoresaté -0,3, de 60");
  await user.click(screen.getByRole("button", { name: "Mostrar mais 1 (1 além do limite)" }));
  expect(rows(/Além do último/)[0]).toContain("Mancozebe c");
  const rules = { "color-contrast": { enabled: false }, region: { enabled: false } };
  const { violations } = await axe.run(document.body, { rules });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)).toEqual([]);
});

test("a search that came with filters says which, and is looked at without one that is taken away", async () => {
  serve();
  const { user } = await renderApp(server, "#/bench/inspect?q=soja&stock=out&tag=milho");
  await screen.findByRole("list", { name: /Lista final/ });
  const filters = screen.getByRole("group", { name: "Filtros ativos" });
  expect(filters).toHaveTextContent("Etiqueta: milhoEstoque: acabou");
  expect(bodies("/api/rag/inspect").at(-1)).toMatchObject({ filters: { stock: ["out"], tags: ["milho"] } });
  await user.click(within(filters).getByRole("button", { name: "Remover o filtro Estoque: acabou" }));
  await waitFor(() =>
    expect(bodies("/api/rag/inspect").at(-1)).toMatchObject({ filters: { stock: [], tags: ["milho"] } }),
  );
  await user.click(screen.getByRole("button", { name: "Limpar filtros" }));
  await waitFor(() => expect(screen.queryByRole("group", { name: "Filtros ativos" })).toBeNull());
});

test("both lists stand in their own orders, with the threshold between near and far", async () => {
  serve();
  await renderApp(server, "#/bench/inspect?q=soja&view=lists");
  const vector = await screen.findByRole("region", { name: "Por vetores" });
  expect(within(vector).getByText(/limite de distância -0,3/)).toBeInTheDocument();
  expect(within(vector).getAllByRole("button").at(-1)?.textContent).toContain("longe demais");
  expect(within(screen.getByRole("region", { name: "Por palavras" })).queryByText(/far/)).toBeNull();
});

test("what was cut is told gate by gate, and any record can be asked about by its code", async () => {
  serve(({ path }) =>
    path === "/api/rag/explain"
      ? {
          body: {
            item: item("z"),
            found: false,
            stage: "no_term",
            rows: [],
            query: "soja",
            limit: 20,
            profile: "default",
            fusion: "relevance",
          },
        }
      : undefined,
  );
  const { user } = await renderApp(server, "#/bench/inspect?q=soja&view=cut");
  expect(await screen.findByText("1,25 pontos a menos que o último")).toBeInTheDocument();
  expect(screen.getByText("0,1 além do limite")).toBeInTheDocument();
  await user.type(screen.getByRole("textbox", { name: "Onde caiu um registro" }), "X-z{Enter}");
  expect(await screen.findByText(/não contém nenhum termo da busca/)).toBeInTheDocument();
  expect(bodies("/api/rag/explain").at(-1)).toMatchObject({ item: "X-z" });
});

test("a weight that is moved ranks anew: places gained, who comes in, who falls out; and back", async () => {
  serve();
  const { user } = await renderApp(server, "#/bench/inspect?q=soja&sliders=1");
  const slider = await screen.findByRole("slider", { name: "Proximidade de sentido" });
  fireEvent.keyDown(slider, { key: "ArrowRight" });
  expect(await screen.findByText("subiu 1 lugar, era o 2º")).toBeInTheDocument();
  expect(screen.getByText("novo")).toBeInTheDocument();
  const lost = screen.getByRole("region", { name: "Sairiam do resultado" });
  expect(lost.textContent).toContain("Mancozebe a");
  expect(screen.getByText("Mesmos candidatos, só a ordem muda.")).toBeInTheDocument();
  expect(bodies("/api/rag/rerank").at(-1)).toMatchObject({
    search: { query: "soja" },
    fusion: "relevance",
    profile: { items: { relevance: { vector: 3.05, evidence: 10 } } },
  });
  await user.click(screen.getByRole("button", { name: "Desfazer" }));
  await waitFor(() => expect(screen.queryByText("Sairiam do resultado")).toBeNull());
});

test("that it had to search again is said plainly, with the reasons", async () => {
  serve(({ path }) =>
    path === "/api/rag/rerank"
      ? { body: rerankResult({ searchedAgain: ["terms", "threshold"] }) }
      : undefined,
  );
  await renderApp(server, "#/bench/inspect?q=soja&sliders=1&w=relevance.vector:9");
  expect(await screen.findByText(/Foi preciso buscar de novo/)).toBeInTheDocument();
  expect(screen.getByText("vetores descartados passariam a contar")).toBeInTheDocument();
});

test("while one order is under way no other is asked for, and the newest is asked next", async () => {
  let busy = true;
  serve(({ path }) => (path === "/api/rag/rerank" && busy ? { silent: true } : undefined));
  await renderApp(server, "#/bench/inspect?q=soja&sliders=1");
  const slider = await screen.findByRole("slider", { name: "Evidência" });
  for (let step = 0; step < 5; step += 1) fireEvent.keyDown(slider, { key: "ArrowRight" });
  await waitFor(() => expect(bodies("/api/rag/rerank")).toHaveLength(1));
  expect(screen.getByRole("textbox", { name: "Evidência" })).toHaveValue("10,25");
  busy = false;
  expect(bodies("/api/rag/rerank")).toHaveLength(1);
});

test("what is tried is measured on the open query set", async () => {
  const figures = (ndcg: number) => ({ "ndcg@10": ndcg, "recall@50": 1, "mrr@10": 1 });
  serve(({ path }) => {
    if (path === "/api/sets") {
      return {
        body: [
          {
            id: "s",
            name: "Balcão",
            kind: "items",
            judgedQueries: 12,
            protectedClasses: [],
            judges: [],
            classes: [],
          },
        ],
      };
    }
    if (path !== "/api/rag/rerank-set") return undefined;
    const change = { queries: 12, before: figures(0.8), after: figures(0.75) };
    const changed = [
      { id: "q", text: "ferrugem", class: "praga", protected: true, before: 0.9, after: 0.4, case: null },
    ];
    return {
      body: {
        setId: "s",
        name: "Balcão",
        ...change,
        perClass: { praga: change },
        changed,
        changedCount: 1,
        casesBefore: null,
        casesAfter: null,
        searchedAgain: 0,
        leftOut: 0,
        ms: 2,
      },
    };
  });
  const { user } = await renderApp(server, "#/bench/inspect?q=soja&sliders=1&w=relevance.vector:9");
  expect(await screen.findByText("0,8 → 0,75")).toBeInTheDocument();
  expect(bodies("/api/rag/rerank-set").at(-1)).toMatchObject({ setId: "s" });
  await user.click(screen.getByRole("button", { name: "1 de 12 consultas muda" }));
  expect(await screen.findByText("ferrugem")).toBeInTheDocument();
  expect(screen.getByText("-0,500")).toBeInTheDocument();
});

test("weights are saved as a profile; the gate's refusal is a table, and a reason goes on", async () => {
  const saved: Record<string, unknown>[] = [];
  serve(({ method, path, body }) => {
    if (method !== "POST" || path !== "/api/profiles") return undefined;
    const request = JSON.parse(body) as Record<string, unknown>;
    saved.push(request);
    if (request["reason"] === "") {
      const worse = [
        { set: "Balcão", what: "class", name: "praga", delta: -0.12 },
        { set: "Balcão", what: "query", id: "q7", delta: -0.5 },
      ];
      return { status: 409, body: { code: "profile_worse", message: "Piora.", details: { worse } } };
    }
    return {
      body: {
        name: "default-2",
        version: 1,
        active: false,
        verdict: "notAsked",
        worse: null,
        gate: null,
        reason: "",
      },
    };
  });
  const { user } = await renderApp(server, "#/bench/inspect?q=soja&sliders=1&w=relevance.vector:9");
  await user.click(await screen.findByRole("button", { name: "Salvar como perfil…" }));
  const dialog = await screen.findByRole("dialog");
  expect(within(dialog).getByRole("combobox", { name: "Nome do perfil" })).toHaveValue("default-2");
  await user.click(within(dialog).getByRole("button", { name: "Salvar" }));
  expect(await within(dialog).findByText(/piora 1 classe e 1 consulta protegida/)).toBeInTheDocument();
  expect(within(dialog).getByText("-0,120")).toBeInTheDocument();
  const anyway = within(dialog).getByRole("button", { name: "Continuar mesmo assim" });
  expect(anyway).toBeDisabled();
  await user.type(within(dialog).getByRole("textbox", { name: /Motivo/ }), "vale a pena");
  await user.click(anyway);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(saved.at(-1)).toMatchObject({ reason: "vale a pena", profile: { name: "default-2" } });
  expect(saved[0]?.["operationId"]).toBe(saved[1]?.["operationId"]);
  await waitFor(() => expect(window.location.hash).toContain("profile=default-2"));
});

test("another page that is opened while weights are being saved keeps its address", async () => {
  const saving = holdAnswers();
  const saved = {
    name: "default-2",
    version: 1,
    active: false,
    verdict: "notAsked",
    worse: null,
    gate: null,
  };
  serve(({ method, path }) =>
    method === "POST" && path === "/api/profiles"
      ? { body: { ...saved, reason: "" }, after: saving.until }
      : undefined,
  );
  const { user } = await renderApp(server, "#/bench/inspect?q=soja&sliders=1&w=relevance.vector:9");
  await user.click(await screen.findByRole("button", { name: "Salvar como perfil…" }));
  const dialog = await screen.findByRole("dialog");
  await user.click(within(dialog).getByRole("button", { name: "Salvar" }));
  const isSent = () =>
    server.received.some(({ method, path }) => method === "POST" && path === "/api/profiles");
  await waitFor(() => expect(isSent()).toBe(true));
  window.location.hash = "#/bench/queries";
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  saving.release();
  expect(await screen.findByText(/^default-2 v1 salvo\./)).toBeInTheDocument();
  expect(window.location.hash).toBe("#/bench/queries");
});

test("times of candidates that were kept say from when they are", async () => {
  serve(({ path }) => {
    return path === "/api/rag/inspect"
      ? { body: inspection([candidate("a")], { fetchedSecondsAgo: 12.4 }) }
      : undefined;
  });
  await renderApp(server, "#/bench/inspect?q=soja");
  expect(await screen.findByText(/Candidatos guardados de 12 segundos atrás/)).toBeInTheDocument();
});

test("a past search is shown as it was and can be made again", async () => {
  const past = inspection([candidate("a")], { recordedAt: "2026-11-20T10:00:00Z", query: "adubo" });
  past.search = { query: "adubo", kind: "items" };
  serve(({ path }) => (path.startsWith("/api/traces/t1/searches/1") ? { body: past } : undefined));
  const { user } = await renderApp(server, "#/bench/inspect?trace=t1&n=1");
  expect(await screen.findByText(/Busca guardada em/)).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Mexer nos pesos" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Buscar de novo agora" }));
  await waitFor(() => expect(window.location.hash).toBe("#/bench/inspect?q=adubo"));
  expect(bodies("/api/rag/inspect").at(-1)).toMatchObject({ query: "adubo" });
});

test("Shift and I on the search page see the search from inside", async () => {
  serve(({ path }) => (path === "/api/rag/search" ? { body: response([hit(item("a"))]) } : undefined));
  const { user } = await renderApp(server, "#/search?q=soja&category=Fungicidas");
  await screen.findByRole("button", { name: /Ver a busca por dentro/ });
  await user.keyboard("{Shift>}I{/Shift}");
  await waitFor(() => expect(window.location.hash).toBe("#/bench/inspect?q=soja&category=Fungicidas"));
});
