/** Gaps, past queries and the figures of the desk, as people see and use them. */
import { screen, waitFor, within } from "@testing-library/react";
import axe from "axe-core";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Data } from "../../api/command";
import { healthy, renderApp } from "../../test/app";
import { noFigures } from "../../test/bench/bench";
import { hit, item, response, status } from "../../test/records";
import { holdAnswers, startServer, type Answer, type TestServer } from "../../test/server";

let server: TestServer;
beforeEach(async () => {
  server = await startServer(healthy());
});
afterEach(() => server.close());

type Gaps = Data<"listGaps">;
const gap = (change: Partial<Gaps["gaps"][number]> = {}): Gaps["gaps"][number] => ({
  id: "g1",
  scope: "items",
  state: "open",
  reasons: ["weak"],
  count: 3,
  firstSeen: "2026-03-01T12:00:00Z",
  lastSeen: "2026-03-02T12:00:00Z",
  query: "drone <b>pulverizador</b>",
  lookedFor: null,
  filters: null,
  results: 4,
  coverage: 0.34,
  traceId: "t1",
  conversationId: null,
  dismissedBecause: null,
  decidedAt: null,
  checkedAt: null,
  ...change,
});
const gaps = (list: Gaps["gaps"], change: Partial<Gaps> = {}): Gaps => ({
  gaps: list,
  total: list.length,
  open: list.length,
  byReason: [{ reason: "weak", count: list.length }],
  unchecked: 0,
  enabled: true,
  ...change,
});

type ReceivedRequest = { method: string; path: string; body: string };
function answering(answer: (asked: ReceivedRequest) => Answer | undefined) {
  server.handle(healthy((request) => answer({ ...request, path: addressOf(request.path) })));
}
/** The address without what stands in its query string. */
const addressOf = (path: string) => path.split("?")[0] ?? path;
const listBodies = (path: string) =>
  server.received
    .filter((one) => addressOf(one.path) === path && one.method !== "GET")
    .map(({ body }) => JSON.parse(body) as Record<string, unknown>);
async function violations() {
  const rules = { "color-contrast": { enabled: false }, region: { enabled: false } };
  const found = (await axe.run(document.body, { rules })).violations;
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

test("a gap says what was asked, why and how often, as text alone", async () => {
  answering(({ path }) => (path === "/api/gaps" ? { body: gaps([gap()]) } : undefined));
  await renderApp(server, "#/bench/gaps");
  const row = await screen.findByRole("list", { name: "Lacunas" });
  expect(within(row).getByText("drone <b>pulverizador</b>")).toBeInTheDocument();
  expect(within(row).getByText("Resultados fracos")).toBeInTheDocument();
  expect(within(row).getByText("Deu errado 3 vezes")).toBeInTheDocument();
  expect(within(row).getByText(/4 resultados · 34% do que se pediu no melhor/)).toBeInTheDocument();
  expect(within(row).getByRole("link", { name: "Inspecionar" })).toHaveAttribute(
    "href",
    "#/bench/inspect?trace=t1",
  );
  expect(await violations()).toEqual([]);
});

test("a gap of the chat leads to its conversation, where the answer and what was said of it stand", async () => {
  const asked = gap({ scope: "chat", reasons: ["rated-down"], conversationId: "c 1" });
  answering(({ path }) => (path === "/api/gaps" ? { body: gaps([asked]) } : undefined));
  await renderApp(server, "#/bench/gaps");
  const link = await screen.findByRole("link", { name: "Ver a conversa" });
  expect(link).toHaveAttribute("href", "#/chat?c=c+1");
});

test("a FAQ draft is one step: the question is there, the answer may wait", async () => {
  answering(({ path, method }) => {
    if (path === "/api/gaps") return { body: gaps([gap({ query: "alugam trator?" })]) };
    if (path === "/api/faqs" && method === "POST") return { body: {} };
    return undefined;
  });
  const { user } = await renderApp(server, "#/bench/gaps");
  await user.click(await screen.findByRole("button", { name: "Rascunho de pergunta" }));
  expect(screen.getByRole("textbox", { name: "Pergunta" })).toHaveValue("alugam trator?");
  await user.click(screen.getByRole("button", { name: "Salvar o rascunho" }));
  await waitFor(() =>
    expect(listBodies("/api/faqs")).toMatchObject([
      { question: "alugam trator?", answer: "(Resposta por escrever.)", status: "rascunho" },
    ]),
  );
  expect(await screen.findByText("A pergunta foi salva como rascunho.")).toBeInTheDocument();
});

test("words become synonyms, and a word that is taken says where", async () => {
  let refused = true;
  answering(({ path, method }) => {
    if (path === "/api/gaps") return { body: gaps([gap({ query: "vant" })]) };
    if (path === "/api/synonyms" && method === "GET")
      return { body: [{ kind: "generic", name: "drone", terms: ["drone"] }] };
    if (path === "/api/synonyms/words" && refused)
      return {
        status: 422,
        body: { code: "invalid_fields", message: "vant já está em outro grupo", details: null },
      };
    if (path === "/api/synonyms/words")
      return { body: { kind: "generic", name: "drone", terms: ["drone", "vant"] } };
    return undefined;
  });
  const { user } = await renderApp(server, "#/bench/gaps");
  await user.click(await screen.findByRole("button", { name: "Sinônimo" }));
  const form = screen.getByRole("form", { name: "Sinônimo" });
  await user.type(within(form).getByRole("combobox", { name: "Palavra que representam" }), "drone");
  await user.click(within(form).getByRole("button", { name: "Acrescentar" }));
  expect(await within(form).findByRole("alert")).toBeInTheDocument();
  refused = false;
  await user.click(within(form).getByRole("button", { name: "Acrescentar" }));
  expect(await screen.findByText("Acrescentado ao grupo “drone”.")).toBeInTheDocument();
  expect(listBodies("/api/synonyms/words").at(-1)).toMatchObject({
    kind: "generic",
    name: "drone",
    add: ["vant"],
  });
});

test("a code with a comma is one word among the synonyms of a gap", async () => {
  answering(({ path, method }) => {
    if (path === "/api/gaps") return { body: gaps([gap({ query: "mata-mato" })]) };
    if (path === "/api/synonyms" && method === "GET") return { body: [] };
    if (path === "/api/synonyms/words") return { body: { kind: "generic", name: "herbicida", terms: [] } };
    return undefined;
  });
  const { user } = await renderApp(server, "#/bench/gaps");
  await user.click(await screen.findByRole("button", { name: "Sinônimo" }));
  const form = screen.getByRole("form", { name: "Sinônimo" });
  const words = within(form).getByLabelText("Palavras que querem dizer o mesmo", { selector: "input" });
  await user.type(words, "2,4-D, capina química{Enter}");
  await user.type(within(form).getByRole("combobox", { name: "Palavra que representam" }), "herbicida");
  await user.click(within(form).getByRole("button", { name: "Acrescentar" }));
  await waitFor(() =>
    expect(listBodies("/api/synonyms/words")).toMatchObject([
      { add: ["mata-mato", "2,4-D", "capina química"] },
    ]),
  );
});

test("what was done about a gap is said though the gap is closed by it, and its row with it", async () => {
  let isClosed = false;
  const rest = holdAnswers();
  const close = (body: unknown) => {
    isClosed = true;
    return { body };
  };
  const rows = [gap({ query: "alugam trator?" })];
  answering(({ path, method }) => {
    if (path === "/api/gaps") return { body: gaps(isClosed ? [] : rows) };
    const after = isClosed ? { after: rest.until } : {};
    if (path === "/api/health") return { body: status, ...after };
    if (path === "/api/synonyms") return { body: [], ...after };
    if (path === "/api/faqs" && method === "POST") return close({});
    if (path === "/api/synonyms/words") return close({ kind: "generic", name: "trator", terms: [] });
    return undefined;
  });
  const { user } = await renderApp(server, "#/bench/gaps");
  await user.click(await screen.findByRole("button", { name: "Rascunho de pergunta" }));
  await user.click(screen.getByRole("button", { name: "Salvar o rascunho" }));
  expect(await screen.findByText("A pergunta foi salva como rascunho.")).toBeInTheDocument();
  expect(await screen.findByText("Nenhuma lacuna aberta.")).toBeInTheDocument();
  isClosed = false;
  await user.click(screen.getByRole("radio", { name: "Resolvidas" }));
  await user.click(await screen.findByRole("button", { name: "Sinônimo" }));
  const form = screen.getByRole("form", { name: "Sinônimo" });
  await user.type(within(form).getByRole("combobox", { name: "Palavra que representam" }), "trator");
  await user.click(within(form).getByRole("button", { name: "Acrescentar" }));
  expect(await screen.findByText("Acrescentado ao grupo “trator”.")).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByText("alugam trator?")).toBeNull());
  rest.release();
});

test("the items nearest to a gap can be edited, and looking for them is no query", async () => {
  answering(({ path }) => {
    if (path === "/api/gaps") return { body: gaps([gap()]) };
    if (path === "/api/rag/search") return { body: response([hit(item("a"))]) };
    return undefined;
  });
  const { user } = await renderApp(server, "#/bench/gaps");
  await user.click(await screen.findByRole("button", { name: "Editar um item" }));
  expect(await screen.findByRole("link", { name: "Mancozebe a" })).toHaveAttribute(
    "href",
    "#/catalog/items?item=a",
  );
  expect(listBodies("/api/rag/search")).toMatchObject([{ settled: false }]);
});

test("nothing is dismissed without a reason", async () => {
  answering(({ path }) => {
    if (path === "/api/gaps") return { body: gaps([gap()]) };
    if (path === "/api/gaps/g1/dismiss") return { body: gap({ state: "dismissed" }) };
    return undefined;
  });
  const { user } = await renderApp(server, "#/bench/gaps");
  await user.click(await screen.findByRole("button", { name: "Dispensar" }));
  const form = screen.getByRole("form", { name: "Dispensar" });
  expect(within(form).getByRole("button", { name: "Dispensar" })).toBeDisabled();
  await user.type(within(form).getByRole("textbox"), "não vendemos");
  await user.click(within(form).getByRole("button", { name: "Dispensar" }));
  await waitFor(() => expect(listBodies("/api/gaps/g1/dismiss")).toMatchObject([{ reason: "não vendemos" }]));
});

test("no gaps, a log that is off and a failure each say so", async () => {
  let answer: Answer = { body: gaps([], { enabled: false }) };
  answering(({ path }) => (path === "/api/gaps" ? answer : undefined));
  const { user } = await renderApp(server, "#/bench/gaps");
  expect(await screen.findByText("Nenhuma lacuna aberta.")).toBeInTheDocument();
  expect(screen.getByText(/não é anotado no momento/)).toBeInTheDocument();
  answer = {
    status: 503,
    body: { error: { code: "database_unreachable", message: "Sem banco", details: null } },
  };
  await user.click(screen.getByRole("radio", { name: "Resolvidas" }));
  expect(await screen.findByText("Não foi possível carregar as lacunas")).toBeInTheDocument();
});

const query: Data<"listQueries">["queries"][number] = {
  id: "q1",
  createdAt: "2026-03-02T12:00:00Z",
  scope: "chat",
  surface: "window",
  actor: "local",
  query: "e o mais barato?",
  normalized: "e o mais barato?",
  lookedFor: "herbicida barato",
  filters: null,
  profile: "default",
  results: 4,
  bestScore: 3.5,
  coverage: 1,
  fallback: null,
  ms: 12,
  gap: null,
  traceId: null,
  conversationId: null,
};

test("a past query opens in the inspector, by what was looked for where its trace is gone", async () => {
  const page: Data<"listQueries"> = { queries: [query], total: 1, enabled: true, dropped: 0 };
  answering(({ path }) => (path === "/api/queries" ? { body: page } : undefined));
  await renderApp(server, "#/bench/queries");
  const link = await screen.findByRole("link", { name: "e o mais barato?" });
  expect(link).toHaveAttribute("href", "#/bench/inspect?q=herbicida+barato");
  expect(screen.getByText("Conversa · janela")).toBeInTheDocument();
  expect(await violations()).toEqual([]);
});

test("all queries are deleted after asking once more", async () => {
  const page: Data<"listQueries"> = { queries: [query], total: 1, enabled: true, dropped: 2 };
  answering(({ path, method }) => {
    if (path !== "/api/queries") return undefined;
    return method === "DELETE" ? { body: { deleted: 1 } } : { body: page };
  });
  const { user } = await renderApp(server, "#/bench/queries");
  expect(await screen.findByText(/2 consultas não foram anotadas/)).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Apagar todas as consultas" }));
  expect(server.received.some(({ method }) => method === "DELETE")).toBe(false);
  await user.click(await screen.findByRole("button", { name: "Apagar tudo" }));
  expect(await screen.findByText("1 consulta apagada.")).toBeInTheDocument();
});

const measured: Data<"aiQuality">["overall"] = {
  turns: 3,
  answered: 2,
  composed: 0,
  stopped: 1,
  failed: 0,
  ratings: 1,
  calls: 3,
  failedCalls: 0,
  firstTokenMs: 620,
  firstTokenP95Ms: 900,
  fullMs: 2000,
  fullP95Ms: 2500,
  fallbackRate: 0,
  toolSuccess: 1,
  satisfaction: 1,
  toolAccuracy: null,
  memoryRelevance: null,
  cases: {
    firstToken: 12,
    full: 11,
    fallback: 11,
    tools: 30,
    satisfaction: 10,
    toolAccuracy: 4,
    memoryRelevance: 0,
  },
  costUsd: 0.02,
  inputTokens: 10,
  outputTokens: 5,
};
const report = (overall: typeof measured): Data<"aiQuality"> => ({
  step: "day",
  points: [
    { day: "2026-03-01", figures: overall },
    { day: "2026-03-02", figures: noFigures },
  ],
  overall,
  targets: {
    firstTokenMs: 500,
    fullMs: 3000,
    fallbackRate: 0.05,
    toolSuccess: 0.95,
    satisfaction: 0.8,
    toolAccuracy: 0.9,
    memoryRelevance: 0.7,
  },
  leastCases: 10,
});

test("figures stand beside their targets, and the numbers behind a plot in a table", async () => {
  answering(({ path }) => (path === "/api/quality" ? { body: report(measured) } : undefined));
  const { user } = await renderApp(server, "#/bench/quality");
  const card = await screen.findByRole("region", { name: "Tempo até as primeiras palavras" });
  expect(within(card).getByText(/meta: abaixo de 500 ms · não atingida/)).toBeInTheDocument();
  await user.click(within(card).getByText("Os números"));
  const rows = within(within(card).getByRole("table")).getAllByRole("row");
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    "Diamediana95 de 100",
    "1 de mar. de 2026620 ms900 ms",
    "2 de mar. de 2026––",
  ]);
  // Searches that found nothing ran too: the figure is of errors, and says so.
  const searches = screen.getByRole("region", { name: "Ferramentas sem erro técnico" });
  expect(within(searches).getByText("n = 30")).toBeInTheDocument();
  const cards = screen.getByRole("region", { name: "Cartões confirmados" });
  expect(within(cards).getByText("n = 4, menos de 10: ainda sem número")).toBeInTheDocument();
  expect(within(searches).getByText(/achando algo ou não/)).toBeInTheDocument();
  expect(document.querySelectorAll("[style*=stroke]")).toHaveLength(0);
  expect(await violations()).toEqual([]);
});

test("no turns at all say so", async () => {
  answering(({ path }) => (path === "/api/quality" ? { body: report(noFigures) } : undefined));
  await renderApp(server, "#/bench/quality");
  expect(await screen.findByText("Nenhuma pergunta neste período")).toBeInTheDocument();
});
