import { screen, waitFor, within } from "@testing-library/react";
import axe from "axe-core";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { ItemExplanation, RecordStanding, ScoreRow } from "../../../api/types";
import { healthy, renderApp } from "../../../test/app";
import { hit, item, response } from "../../../test/records";
import { startServer, type Answer, type TestServer } from "../../../test/server";

let server: TestServer;
beforeEach(async () => {
  server = await startServer(healthy());
});
afterEach(() => server.close());

const row = (name: string, value: number, detail = name): ScoreRow => ({ name, value, detail, parts: [] });
const standing = (id: string, change: Partial<RecordStanding> = {}): RecordStanding => ({
  item: item(id),
  found: true,
  place: 1,
  score: 9,
  rows: [row("vector", 9)],
  ...change,
});
const explanation = (of: RecordStanding, change: Partial<ItemExplanation> = {}): ItemExplanation => ({
  ...of,
  query: "soja",
  limit: 20,
  profile: "default",
  fusion: "relevance",
  ...change,
});

const ADDRESS = "/api/rag/explain";
function explaining(answer: (body: Record<string, unknown>) => Answer) {
  server.handle(
    healthy(({ path, body }) => {
      if (path === "/api/rag/search")
        return { body: response([hit(item("a")), hit(item("b"), [3, 2]), hit(item("c"), [1])]) };
      if (path === ADDRESS) return answer(JSON.parse(body) as Record<string, unknown>);
      return undefined;
    }),
  );
}
const askedRequests = () =>
  server.received
    .filter(({ path }) => path === ADDRESS)
    .map(({ body }) => JSON.parse(body) as Record<string, unknown>);
const panel = () => screen.findByRole("complementary", { name: "Composição da pontuação" });

test("one result against another: rows that add up to the gap", async () => {
  explaining(() => ({
    body: explanation(standing("a"), {
      against: standing("b", { place: 2, score: 6.75 }),
      difference: [row("evidence:soja", 3.5, "soja no nome"), row("vector", -1.25, "proximidade")],
    }),
  }));
  const { user } = await renderApp(server, "#/search?q=soja&why=a");
  const field = await within(await panel()).findByRole("combobox", { name: "Comparar com" });
  await user.click(field);
  expect(screen.queryByRole("option", { name: "1. Mancozebe a" })).toBeNull();
  await user.click(await screen.findByRole("option", { name: "2. Mancozebe b" }));
  expect(await screen.findByText("A está 2,250 acima de B.")).toBeInTheDocument();
  const rows = within(screen.getByRole("list", { name: "Diferença por parcela" })).getAllByRole("listitem");
  expect(rows.map(({ textContent }) => textContent)).toEqual(["soja no nome +3,500", "proximidade -1,250"]);
  expect(screen.getByText("+2,250")).toBeInTheDocument();
  expect(askedRequests().at(-1)).toMatchObject({
    item: "a",
    against: "b",
    search: { query: "soja", kind: "items" },
  });
  await waitFor(() => expect(window.location.hash).toContain("vs=b"));
  const rules = { "color-contrast": { enabled: false }, region: { enabled: false } };
  const { violations } = await axe.run(document.body, { rules });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)).toEqual([]);
});

test("a record that is not shown, by its code: the stage and the margin at which it fell out", async () => {
  explaining(() => ({
    body: explanation(standing("a"), {
      against: standing("z", {
        found: false,
        place: 31,
        stage: "result_limit",
        margin: 1.5,
        marginUnit: "score",
      }),
      difference: [row("vector", 2)],
    }),
  }));
  const { user } = await renderApp(server, "#/search?q=soja&why=a");
  const field = await within(await panel()).findByRole("combobox", { name: "Comparar com" });
  await user.type(field, "DEMO-Z{Enter}");
  expect(await screen.findByText(/há mais resultados acima.*Faltam 1,5 pontos/)).toBeInTheDocument();
  expect(askedRequests().at(-1)).toMatchObject({ item: "a", against: "DEMO-Z" });
  await user.click(screen.getByRole("button", { name: "Parar de comparar" }));
  await waitFor(() => expect(window.location.hash).not.toContain("vs="));
  expect(screen.queryByText("Diferença por parcela")).toBeNull();
});

test("every reason is said, of words and of vectors, and what counts nothing keeps its row", async () => {
  explaining(() => ({
    body: explanation(
      standing("gone", {
        found: false,
        place: null,
        stage: "threshold",
        margin: 0.12,
        marginUnit: "distance",
        reasons: [
          { half: "words", stage: "no_term" },
          { half: "vectors", stage: "threshold", margin: 0.12, unit: "distance" },
        ],
        rows: [row("evidence:soja", 0, "«soja»: não está no registro"), row("vector", 0.5)],
      }),
    ),
  }));
  await renderApp(server, "#/search?q=soja&why=gone");
  expect(await screen.findByText("Por palavras: nenhuma palavra da busca conta nele.")).toBeInTheDocument();
  expect(
    screen.getByText(/Por sentido: fica longe demais\. Distância além do limite: 0,12/),
  ).toBeInTheDocument();
  expect(screen.getByText("«soja»: não está no registro")).toBeInTheDocument();
});

test("one without a score is told by its reason alone", async () => {
  explaining(() => ({
    body: explanation(standing("a"), {
      against: standing("z", {
        found: false,
        place: null,
        score: null,
        rows: [],
        stage: "filter",
        misses: ["category", "formulacao"],
      }),
    }),
  }));
  await renderApp(server, "#/search?q=soja&why=a&vs=Z");
  expect(await screen.findByText(/não passa no filtro \(Categoria e formulacao\)/)).toBeInTheDocument();
  expect(screen.getByText(/não há parcelas a comparar/)).toBeInTheDocument();
});

test("a code that does not exist is an error with its message", async () => {
  explaining(() => ({
    status: 404,
    body: { code: "not_found", message: "Não há registro X.", details: null },
  }));
  await renderApp(server, "#/search?q=soja&why=a&vs=X");
  expect(await screen.findByText("Não há registro X.")).toBeInTheDocument();
});

test("a shared address whose record is not in the result says where it fell out", async () => {
  explaining(() => ({
    body: explanation(
      standing("gone", { found: false, place: null, stage: "inactive", rows: [row("vector", 4)] }),
    ),
  }));
  await renderApp(server, "#/search?q=soja&why=gone");
  expect(await screen.findByText("Fora do resultado: não está ativo.")).toBeInTheDocument();
  expect(screen.getByRole("list", { name: "A pontuação que teria" })).toBeInTheDocument();
});

function turning(answer: Record<string, unknown>) {
  const two = explanation(standing("a"), {
    against: standing("b", { place: 2, score: 6.75 }),
    difference: [row("evidence:soja", 2.25, "soja no nome")],
  });
  server.handle(
    healthy(({ path }) => {
      if (path === "/api/rag/search") return { body: response([hit(item("a")), hit(item("b"), [3, 2])]) };
      if (path === ADDRESS) return { body: two };
      if (path === "/api/sets") return { body: [] };
      if (path === "/api/rag/counterfactual") {
        return { body: { turnedHere: 0, turned: 0, pairs: [], untried: 0, ...answer } };
      }
      return undefined;
    }),
  );
}

test("the smallest change that puts B above A, what else it turns, and the way to try it", async () => {
  const name = (id: string) => ({ id, externalId: null, title: `Produto ${id}` });
  turning({
    outcome: "weight",
    knob: "relevance.vector",
    from: 3,
    to: 4.25,
    turnedHere: 1,
    pairs: [{ query: "soja", above: name("c"), below: name("d") }],
  });
  const { user } = await renderApp(server, "#/search?q=soja&why=a&vs=b");
  const box = await screen.findByRole("region", { name: "O que poria B acima" });
  expect(await within(box).findByText("3 → 4,25")).toBeInTheDocument();
  await user.click(within(box).getByRole("button", { name: "Inverteria também 1 outro par" }));
  expect(within(box).getByRole("listitem").textContent).toBe("Produto d passaria à frente de Produto c");
  const sent = server.received.find(({ path }) => path === "/api/rag/counterfactual");
  expect(JSON.parse(sent?.body ?? "")).toMatchObject({ above: "a", below: "b" });
  await user.click(within(box).getByRole("button", { name: "Experimentar nos pesos" }));
  await waitFor(() => expect(window.location.hash).toContain("#/bench/inspect?q=soja&why=a&vs=b"));
  expect(window.location.hash).toContain("w=relevance.vector%3A4.25");
});

test("where no weight does, the field that decides is one step away", async () => {
  turning({ outcome: "noWeight", decides: { row: "evidence:soja", field: "field.name" } });
  await renderApp(server, "#/search?q=soja&why=a&vs=b");
  const box = await screen.findByRole("region", { name: "O que poria B acima" });
  expect(await within(box).findByText(/O que decide:/)).toHaveTextContent("soja no nome (campo nome)");
  const link = within(box).getByRole("link", { name: "Editar o campo nome de B" });
  expect(link).toHaveAttribute("href", "#/catalog/items?item=b");
});
