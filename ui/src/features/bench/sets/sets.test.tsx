import { screen, waitFor, within } from "@testing-library/react";
import axe from "axe-core";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { healthy, renderApp } from "../../../test/app";
import { hostile, item } from "../../../test/records";
import { catchSavedFiles } from "../../../test/saved";
import {
  holdAnswers,
  startServer,
  type Answer,
  type ReceivedRequest,
  type TestServer,
} from "../../../test/server";
import type { Card, Evaluation, QuerySet, SetQuery } from "./names";

let server: TestServer;
beforeEach(async () => {
  localStorage.clear();
  server = await startServer(healthy());
});
afterEach(async () => {
  vi.restoreAllMocks();
  await server.close();
  expect(document.querySelectorAll("style")).toHaveLength(0);
});

const set = (change: Partial<QuerySet> = {}): QuerySet => ({
  id: "s1",
  name: "Balcão",
  kind: "items",
  description: "",
  role: "judged",
  protected: false,
  protectedClasses: ["praga"],
  version: 1,
  queries: 2,
  skippedQueries: 0,
  protectedQueries: 1,
  judgedQueries: 1,
  cases: 1,
  judgments: 3,
  topGrade: 2,
  judges: ["ana"],
  classes: ["praga"],
  actor: "local",
  createdAt: "2026-11-20T10:00:00Z",
  updatedAt: "2026-11-20T10:00:00Z",
  ...change,
});
const query = (id: string, change: Partial<SetQuery> = {}): SetQuery => ({
  id,
  setId: "s1",
  key: `k-${id}`,
  query: `consulta ${id}`,
  class: null,
  protected: false,
  skipped: false,
  case: null,
  messageId: null,
  judgedRecords: 2,
  relevantRecords: 1,
  ...change,
});
const detail = () => ({
  ...set(),
  list: [
    query("q1", { class: "praga" }),
    query("q2", { judgedRecords: 0, messageId: "m1", case: { expected: ["X-a"], forbidden: ["X-b"] } }),
  ],
});
const quality = (before: number, after: number, pValue = 1) => ({
  queries: 2,
  before,
  after,
  delta: after - before,
  pValue,
});
const evaluationOf = (after = 0.5, pValue = 1): Evaluation => ({
  set: set(),
  kind: "items",
  before: { profile: "default", fusion: "relevance", "ndcg@10": 0.5, "recall@50": 0.9, "mrr@10": 0.7 },
  after: {
    profile: after === 0.5 ? "default" : "outro",
    fusion: "relevance",
    "ndcg@10": after,
    "recall@50": 0.9,
    "mrr@10": 0.7,
  },
  pValue,
  overall: quality(0.5, after, pValue),
  perClass: { praga: quality(0.75, after, pValue) },
  queries: [
    {
      id: "k-q1",
      query: "consulta q1",
      class: "praga",
      protected: false,
      case: null,
      before: 0.75,
      after,
      delta: after - 0.75,
    },
    {
      id: "k-q2",
      query: "consulta q2",
      class: null,
      protected: false,
      case: { before: true, after: false },
      before: 0,
      after: 0,
      delta: 0,
    },
  ],
  searchedAgain: 0,
  withoutVectors: null,
  ms: 5,
  casesBefore: { count: 1, passed: 1 },
  casesAfter: { count: 1, passed: 0 },
  unknownRecords: { count: 0, ids: [] },
});
const card = (id: string, change: Partial<Card> = {}): Card => ({
  record: `X-${id}`,
  item: item(id),
  faq: null,
  grade: null,
  note: "",
  place: null,
  score: null,
  byWords: null,
  byVectors: null,
  ...change,
});

/** A server with one set; `special` may answer first. */
/** Answers like a server, for a person who has judged before under the name `ana`. */
function serve(special: (request: ReceivedRequest) => Answer | undefined = () => undefined) {
  localStorage.setItem("celeiro.judge", "ana");
  server.handle(
    healthy((request) => {
      const answer = special(request);
      if (answer) return answer;
      const path = request.path.split("?")[0] ?? "";
      if (path === "/api/sets") return { body: [set()] };
      if (path === "/api/sets/s1") return { body: detail() };
      if (path.startsWith("/api/measurements/")) return { body: { done: 3, total: 9 } };
      if (path === "/api/sets/s1/evaluation")
        return { body: request.path.includes("after=") ? evaluationOf(0.25, 0.01) : evaluationOf() };
      if (path.endsWith("/pool"))
        return {
          body: {
            query: query("q1"),
            judge: "ana",
            blind: true,
            cards: [card("a"), card("b"), card("c", hostileItem)],
          },
        };
      if (path.endsWith("/judgments") && request.method === "POST") return { body: [] };
      if (path === "/api/set-queries/q1") return { body: query("q1", { protected: true }) };
      return undefined;
    }),
  );
}
const hostileItem = { item: item("c", hostile) };
const sent = (method: string, end: string) =>
  server.received
    .filter((request) => request.method === method && request.path.split("?")[0]?.endsWith(end))
    .map(({ body }) => JSON.parse(body || "{}") as Record<string, unknown>);

async function expectAccessible(): Promise<void> {
  const rules = { "color-contrast": { enabled: false }, region: { enabled: false } };
  const { violations } = await axe.run(document.body, { rules });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)).toEqual([]);
}

test("the list leads to a set with its figures, and a query is protected by its button", async () => {
  serve();
  const { user } = await renderApp(server, "#/bench/sets");
  await user.click(await screen.findByRole("link", { name: "Balcão" }));
  const row = await screen.findByRole("row", { name: /consulta q1.*0,750/ });
  expect(row).toHaveTextContent("1 / 2");
  const tested = screen.getByRole("row", { name: /consulta q2/ });
  expect(tested).toHaveTextContent("passa");
  expect(within(tested).getByText("deve aparecer: X-a")).toBeInTheDocument();
  expect(within(tested).getByText("não deve aparecer: X-b")).toBeInTheDocument();
  expect(within(tested).getByRole("link", { name: "Ver a resposta de que veio" })).toHaveAttribute(
    "href",
    "#/bench/inspect?trace=m1",
  );
  await expectAccessible();
  await user.click(within(row).getByRole("button", { name: "Proteger “consulta q1”" }));
  await waitFor(() => expect(sent("PUT", "/set-queries/q1")).toMatchObject([{ protected: true }]));
});

test("what protects a query is named, and two figures of judgments say what they count", async () => {
  const list = [
    query("q1", { class: "praga" }),
    query("q2", { class: "praga", protected: true }),
    query("q3", { class: "preço", protected: true }),
    query("q4", { class: "preço", relevantRecords: 3, judgedRecords: 7 }),
  ];
  serve(({ path }) => (path.split("?")[0] === "/api/sets/s1" ? { body: { ...set(), list } } : undefined));
  await renderApp(server, "#/bench/sets/s1");
  const protectionIn = async (name: RegExp) =>
    within(await screen.findByRole("row", { name }))
      .getAllByRole("cell")[1]
      ?.textContent.trim();
  expect(await protectionIn(/consulta q1/)).toBe("pela classe");
  expect(await protectionIn(/consulta q2/)).toBe("esta consulta e pela classe");
  expect(await protectionIn(/consulta q3/)).toBe("esta consulta");
  expect(await protectionIn(/consulta q4/)).toBe("");
  expect(screen.getByRole("columnheader", { name: "Relevantes / julgados" })).toBeInTheDocument();
  const legend = /^Relevantes \/ julgados: dos registros julgados, quantos alguém achou relevantes$/;
  expect(screen.getAllByTitle(legend).map(({ textContent }) => textContent)).toContain(
    "Relevantes / julgados3 / 7",
  );
});

test("a query is added by Enter, and the field is free for the next", async () => {
  serve(({ method, path }) =>
    method === "POST" && path === "/api/sets/s1/queries" ? { body: query("q3") } : undefined,
  );
  const { user } = await renderApp(server, "#/bench/sets/s1");
  const field = await screen.findByRole("textbox", { name: "Nova consulta" });
  await user.type(field, "adubo para milho{Enter}");
  await waitFor(() =>
    expect(sent("POST", "/s1/queries")).toMatchObject([{ query: "adubo para milho", class: null }]),
  );
  await waitFor(() => expect(field).toHaveValue(""));
});

test("what is typed while a query is being added stays in the field", async () => {
  const adding = holdAnswers();
  serve(({ method, path }) =>
    method === "POST" && path === "/api/sets/s1/queries"
      ? { body: query("q3"), after: adding.until }
      : undefined,
  );
  const { user } = await renderApp(server, "#/bench/sets/s1");
  const field = await screen.findByRole("textbox", { name: "Nova consulta" });
  await user.type(field, "adubo para milho{Enter}");
  await waitFor(() => expect(sent("POST", "/s1/queries")).toHaveLength(1));
  await user.clear(field);
  await user.type(field, "adubo para soja");
  const asked = () => server.received.filter(({ path }) => path.startsWith("/api/sets/s1")).length;
  const before = asked();
  adding.release();
  await waitFor(() => expect(asked()).toBeGreaterThan(before));
  // Once all is fetched again the button is free.
  await waitFor(() => expect(screen.getByRole("button", { name: "Adicionar" })).toBeEnabled());
  expect(field).toHaveValue("adubo para soja");
});

test("a query is edited where it stands, and what is refused is said at its field", async () => {
  const fields = [{ field: "class", code: "too_long", value: "121", allowed: "0..120" }];
  const refusal = { status: 422, body: { code: "invalid_fields", message: "não", details: { fields } } };
  let refuse = true;
  serve(({ method }) => (method === "PUT" && refuse ? refusal : undefined));
  const { user } = await renderApp(server, "#/bench/sets/s1");
  await user.click(await screen.findByRole("button", { name: "Editar “consulta q1”" }));
  const form = screen.getByRole("form", { name: "Editar “consulta q1”" });
  const text = within(form).getByRole("textbox", { name: "Consulta" });
  expect(text).toHaveFocus();
  await user.clear(text);
  await user.keyboard("ferrugem da soja{Enter}");
  const said = await within(form).findByText(/Longo demais.*de 0 a 120/);
  expect(within(form).getByRole("combobox", { name: "Classe" })).toHaveAccessibleDescription(
    said.textContent ?? "",
  );
  await expectAccessible();
  refuse = false;
  await user.keyboard("{Enter}");
  const pencil = await screen.findByRole("button", { name: "Editar “consulta q1”" });
  await waitFor(() => expect(pencil).toHaveFocus());
  expect(sent("PUT", "/set-queries/q1").at(-1)).toMatchObject({ query: "ferrugem da soja", class: "praga" });
  await user.keyboard("{Enter}");
  await user.keyboard("nada disto{Escape}");
  expect(await screen.findByRole("row", { name: /consulta q1/ })).toBeInTheDocument();
  expect(sent("PUT", "/set-queries/q1")).toHaveLength(2);
});

test("a large set is measured when somebody says so; it is watched, and ended", async () => {
  let answer: Answer = { silent: true };
  serve(({ path }) => {
    if (path.startsWith("/api/sets/s1/evaluation")) return answer;
    return path === "/api/sets/s1" ? { body: { ...detail(), queries: 2_000 } } : undefined;
  });
  const { user } = await renderApp(server, "#/bench/sets/s1");
  await user.click(await screen.findByRole("button", { name: "Medir o conjunto" }));
  expect(await screen.findByText("3 de 9 consultas")).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Cancelar a medição" }));
  expect(await screen.findByText(/A medição foi cancelada/)).toBeInTheDocument();
  const asked = server.received.find(({ path }) => path.startsWith("/api/sets/s1/evaluation"));
  const id = new URLSearchParams(asked?.path.split("?")[1]).get("measureId");
  const ended = ({ method, path }: ReceivedRequest) =>
    method === "DELETE" && path === `/api/measurements/${id}`;
  await waitFor(() => expect(server.received.some(ended)).toBe(true));
  answer = { body: evaluationOf() };
  await user.click(screen.getByRole("button", { name: "Medir" }));
  expect(await screen.findByRole("list", { name: /default/ })).toHaveTextContent("0,500");
});

test("a set from 0 to 3 is judged from 0 to 3", async () => {
  serve(({ path }) => (path === "/api/sets/s1" ? { body: { ...detail(), topGrade: 3 } } : undefined));
  const { user } = await renderApp(server, "#/bench/sets/s1/judge?q=q1");
  await screen.findByRole("heading", { name: "Mancozebe a" });
  expect(screen.getByRole("button", { name: /Ajuda pouco/ })).toHaveAttribute("aria-keyshortcuts", "1");
  await user.keyboard("3");
  await waitFor(() => expect(sent("POST", "/judgments")).toMatchObject([{ record: "X-a", grade: 3 }]));
});

test("judging by keyboard: grades, skips, takes back; and shows no places", async () => {
  serve();
  const { user } = await renderApp(server, "#/bench/sets/s1/judge?q=q1");
  await screen.findByRole("heading", { name: "Mancozebe a" });
  expect(server.received.some(({ path }) => path.includes("blind=true"))).toBe(true);
  await expectAccessible();
  await user.keyboard("2");
  await screen.findByRole("heading", { name: "Mancozebe b" });
  await user.keyboard("s");
  expect(await screen.findByRole("heading", { name: /img src=x/ })).toBeInTheDocument();
  await user.keyboard("0");
  expect(await screen.findByText(/foram julgados ou pulados/)).toBeInTheDocument();
  await user.keyboard("u");
  await screen.findByRole("heading", { name: /img src=x/ });
  await waitFor(() => expect(sent("POST", "/judgments")).toHaveLength(3));
  const grades = sent("POST", "/judgments").map(({ record, grade, blind, judge }) => [
    record,
    grade,
    blind,
    judge,
  ]);
  expect(grades).toEqual([
    ["X-a", 2, true, "ana"],
    ["X-c", 0, true, "ana"],
    ["X-c", null, true, "ana"],
  ]);
});

test("nobody judges without a name", async () => {
  serve();
  localStorage.removeItem("celeiro.judge");
  const { user } = await renderApp(server, "#/bench/sets/s1/judge?q=q1");
  expect(
    await screen.findByText("Diga quem julga: cada nota fica guardada com um nome."),
  ).toBeInTheDocument();
  await user.keyboard("2");
  expect(sent("POST", "/judgments")).toEqual([]);
});

test("a note is written without the keys taking it for grades", async () => {
  serve();
  const { user } = await renderApp(server, "#/bench/sets/s1/judge?q=q1");
  await screen.findByRole("heading", { name: "Mancozebe a" });
  await user.keyboard("n");
  const field = screen.getByRole("textbox", { name: /Observação/ });
  expect(field).toHaveFocus();
  await user.keyboard("dose 2 L{Enter}");
  expect(sent("POST", "/judgments")).toEqual([]);
  await user.keyboard("1");
  await waitFor(() =>
    expect(sent("POST", "/judgments")).toMatchObject([{ record: "X-a", grade: 1, note: "dose 2 L" }]),
  );
});

test("a judgment that is not stored is taken back on screen, and said", async () => {
  const refusal = { status: 503, body: { code: "database_stuck", message: "O banco parou.", details: null } };
  serve(({ method, path }) => (method === "POST" && path.endsWith("/judgments") ? refusal : undefined));
  const { user } = await renderApp(server, "#/bench/sets/s1/judge?q=q1");
  await screen.findByRole("heading", { name: "Mancozebe a" });
  await user.keyboard("2");
  expect(await screen.findByText("O banco parou.")).toBeInTheDocument();
  await user.keyboard("{ArrowLeft}");
  await screen.findByRole("heading", { name: "Mancozebe a" });
  expect(screen.getByRole("button", { name: /É isso mesmo/ })).toHaveAttribute("aria-pressed", "false");
});

test("two profiles: the verdict in words, the greatest loss first, a test that breaks", async () => {
  serve();
  await renderApp(server, "#/bench/sets/s1/evaluation?after=outro");
  expect(await screen.findByText(/outro responde pior que default: o nDCG@10 cai 0,250/)).toBeInTheDocument();
  expect(screen.getByText(/Dificilmente é acaso.*1%/)).toBeInTheDocument();
  const rows = within(screen.getByRole("region", { name: /Consulta por consulta/ })).getAllByRole("row");
  expect(rows[1]).toHaveTextContent("consulta q1");
  expect(rows[1]).toHaveTextContent("-0,500");
  expect(rows[2]).toHaveTextContent("passa → falha");
  await expectAccessible();
});

test("above figures that words made alone stands how many of them and why", async () => {
  const without = { ...evaluationOf(), withoutVectors: { queries: 1, reason: "embedding-disabled" } };
  serve(({ path }) => (path.startsWith("/api/sets/s1/evaluation?after=") ? { body: without } : undefined));
  await renderApp(server, "#/bench/sets/s1/evaluation?after=simple");
  const notice = await screen.findByRole("alert");
  expect(notice).toHaveTextContent("1 consulta de 2 foi respondida só por palavras.");
  expect(notice).toHaveTextContent("Nenhum modelo de vetores está pronto.");
  expect(notice).toHaveTextContent("Estes não são os números do perfil.");
  const figures = screen.getAllByRole("table")[0];
  expect(figures && notice.compareDocumentPosition(figures)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test("a file that somebody shared is run again, and what is other here is told", async () => {
  const rows = [{ of: "A", name: "<b>score</b>", before: 2.5, now: null }];
  const outcome = { same: false, other: ["catalog"], rows, compared: 12 };
  serve(({ path }) => (path === "/api/share/verify" ? { body: outcome } : undefined));
  const { user, container } = await renderApp(server, "#/bench/sets");
  await screen.findByRole("button", { name: "Conferir um arquivo recebido" });
  const input = container.querySelector<HTMLInputElement>("input[type=file]");
  if (!input) throw new Error("no field for a file");
  await user.upload(input, new File(['{"format":"x"}'], "x.json", { type: "application/json" }));
  const dialog = await screen.findByRole("dialog");
  expect(await within(dialog).findByText("Diferente aqui: 1 de 12 números do arquivo.")).toBeInTheDocument();
  expect(within(dialog).getByText(/O catálogo é outro/)).toBeInTheDocument();
  expect(within(dialog).getByRole("row", { name: "A <b>score</b> 2,5 –" })).toBeInTheDocument();
  expect(sent("POST", "/share/verify")).toEqual([{ content: '{"format":"x"}' }]);
  await expectAccessible();
});

test("files that cannot be read say so where they were chosen", async () => {
  const message = "qrels, linha 3: a nota deve ser 0, 1 ou 2 (3)";
  serve(({ path }) =>
    path === "/api/sets/import"
      ? { status: 422, body: { code: "query_set_line", message, details: null } }
      : undefined,
  );
  const { user } = await renderApp(server, "#/bench/sets");
  await user.click(await screen.findByRole("button", { name: "Importar" }));
  const dialog = await screen.findByRole("dialog");
  await user.type(within(dialog).getByRole("textbox", { name: /Nome/ }), "Novo");
  const files = dialog.querySelectorAll<HTMLInputElement>("input[type=file]");
  await user.upload(files[0]!, new File(["a\tadubo\n"], "q.tsv"));
  await user.upload(files[1]!, new File(["a 0 X 3\n"], "r.tsv"));
  expect(within(dialog).getByRole("button", { name: "Importar" })).toBeDisabled();
  await user.type(within(dialog).getByRole("textbox", { name: /De quem são/ }), "Ana");
  await user.click(within(dialog).getByRole("button", { name: "Importar" }));
  expect(await within(dialog).findByText(message)).toBeInTheDocument();
  expect(sent("POST", "/sets/import")).toMatchObject([
    { name: "Novo", judge: "Ana", queries: "a\tadubo\n", qrels: "a 0 X 3\n" },
  ]);
});

test("a set is made from its name alone, and opens", async () => {
  serve(({ method, path }) => (method === "POST" && path === "/api/sets" ? { body: set() } : undefined));
  const { user } = await renderApp(server, "#/bench/sets");
  await user.click(await screen.findByRole("button", { name: "Novo conjunto" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Novo conjunto de consultas" }));
  expect(dialog.getByRole("button", { name: "Criar" })).toBeDisabled();
  await user.type(dialog.getByRole("textbox", { name: /Nome/ }), "Balcão{Enter}");
  expect(await screen.findByRole("heading", { name: "Balcão" })).toBeInTheDocument();
  expect(sent("POST", "/sets")).toMatchObject([{ name: "Balcão", kind: "items", protected: false }]);
});

test("a set that is not made after all leaves nothing behind", async () => {
  serve();
  const { user } = await renderApp(server, "#/bench/sets");
  await user.click(await screen.findByRole("button", { name: "Novo conjunto" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Novo conjunto de consultas" }));
  await user.type(dialog.getByRole("textbox", { name: /Nome/ }), "Balcão");
  await user.click(dialog.getByRole("radio", { name: "FAQs" }));
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent("POST", "/sets")).toEqual([]);
});

test("a set's name and protection are edited, and a refusal keeps what was typed", async () => {
  const body = { code: "conflict", message: "Esse nome já existe", details: null };
  serve(({ method }) => (method === "PUT" || method === "PATCH" ? { status: 409, body } : undefined));
  const { user } = await renderApp(server, "#/bench/sets/s1");
  await user.click(await screen.findByRole("button", { name: "Mais" }));
  await user.click(await screen.findByRole("menuitem", { name: "Nome e proteção" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Nome e proteção" }));
  const name = dialog.getByRole("textbox", { name: /Nome/ });
  await user.clear(name);
  await user.type(name, "Outro{Enter}");
  expect(await dialog.findByRole("alert")).toHaveTextContent("Esse nome já existe");
  expect(name).toHaveValue("Outro");
});

test("a deleted set can be brought back", async () => {
  serve(({ method, path }) =>
    method === "DELETE" || path.endsWith("/restore") ? { body: { id: "s1" } } : undefined,
  );
  const { user } = await renderApp(server, "#/bench/sets/s1");
  await user.click(await screen.findByRole("button", { name: "Mais" }));
  await user.click(await screen.findByRole("menuitem", { name: "Excluir" }));
  expect(await screen.findByText("“Balcão” foi excluído.")).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Desfazer" }));
  await waitFor(() => expect(sent("POST", "/sets/s1/restore")).toHaveLength(1));
});

test("why a deleted set cannot be brought back is said, though its page is gone", async () => {
  const refusal = { status: 409, body: { code: "conflict", message: "O nome já existe", details: null } };
  serve(({ method, path }) => {
    if (path.endsWith("/restore")) return refusal;
    return method === "DELETE" ? { body: { id: "s1" } } : undefined;
  });
  const { user } = await renderApp(server, "#/bench/sets/s1");
  await user.click(await screen.findByRole("button", { name: "Mais" }));
  await user.click(await screen.findByRole("menuitem", { name: "Excluir" }));
  await screen.findByText("“Balcão” foi excluído.");
  await waitFor(() => expect(location.hash).toBe("#/bench/sets"));
  await user.click(screen.getByRole("button", { name: "Desfazer" }));
  expect(await screen.findByText("O nome já existe")).toBeInTheDocument();
});

test("a set is handed out as two files, named after it", async () => {
  const saved = catchSavedFiles();
  const files = { queries: '{"id":"q1"}\n', qrels: "q1 0 X 2\n" };
  serve(({ path }) => (path.endsWith("/export") ? { body: files } : undefined));
  const { user } = await renderApp(server, "#/bench/sets/s1");
  await user.click(await screen.findByRole("button", { name: "Mais" }));
  await user.click(await screen.findByRole("menuitem", { name: "Exportar (TREC)" }));
  await waitFor(() =>
    expect(saved.map(({ name }) => name)).toEqual(["Balcão.queries.jsonl", "Balcão.qrels.tsv"]),
  );
  expect(await saved[1]?.text()).toBe("q1 0 X 2\n");
});
