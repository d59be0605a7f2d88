import { screen, waitFor, within } from "@testing-library/react";
import axe from "axe-core";
import { afterEach, beforeEach, expect, test } from "vitest";
import { healthy, renderApp } from "../../../test/app";
import { entry } from "../../../test/bench/bench";
import {
  holdAnswers,
  startServer,
  type Answer,
  type ReceivedRequest,
  type TestServer,
} from "../../../test/server";
import { fileOf } from "./profileFile";

let server: TestServer;
beforeEach(async () => {
  server = await startServer(healthy());
});
afterEach(() => server.close());

const profiles = [
  entry("default", { active: true, shipped: true }),
  entry("balcao", { version: 2 }),
  entry("simple", { shipped: true, fusion: "simple" }),
];
const change = { queries: 12, before: 0.8, after: 0.9, delta: 0.1, pValue: 0.01 };
const versions = [
  { version: 2, author: "ana", reason: "menos ruído", createdAt: "2026-11-20T10:00:00Z" },
  { version: 1, author: "ana", reason: "", createdAt: "2026-11-19T10:00:00Z" },
];
const activations = [
  {
    version: 2,
    author: "ana",
    reason: "mediu melhor",
    createdAt: "2026-11-20T11:00:00Z",
    gate: {
      against: "default",
      sets: [{ id: "s", name: "Balcão", kind: "items", overall: change, perClass: {}, worse: [] }],
      unmeasured: [],
      worse: [],
    },
  },
  { version: 1, author: "ana", reason: "", createdAt: "2026-11-19T11:00:00Z", gate: null },
];

function serve(special: (request: ReceivedRequest) => Answer | undefined = () => undefined) {
  server.handle(
    healthy((request) => {
      const answer = special(request);
      if (answer) return answer;
      const [path] = request.path.split("?");
      if (path === "/api/profiles") return { body: profiles };
      if (path === "/api/sets") return { body: [] };
      if (path === "/api/profiles/balcao") return { body: { ...profiles[1], versions, activations } };
      if (path?.startsWith("/api/profiles/"))
        return { body: { ...profiles[0], versions: [], activations: [] } };
      if (path === "/api/profile-diff") {
        return { body: [{ path: "items.relevance.vector", a: 1.5, b: 2 }] };
      }
      return undefined;
    }),
  );
}
const makeOutcome = (name: string, verdict: string, active = true) => ({
  body: { name, version: 2, active, verdict, worse: null, gate: null, reason: "" },
});

test("a profile with its versions, what the gate measured, and what sets it apart", async () => {
  serve();
  await renderApp(server, "#/bench/profiles?p=balcao");
  expect(await screen.findByText("menos ruído")).toBeInTheDocument();
  expect(screen.getByText("sem motivo escrito")).toBeInTheDocument();
  expect(screen.getByText(/de 0,8 para 0,9 \(\+0,100\) em 12 consultas/)).toBeInTheDocument();
  expect(screen.getByText("Dificilmente por acaso (p = 0,01).")).toBeInTheDocument();
  expect(screen.getByText("Nada foi medido.")).toBeInTheDocument();
  const diff = await screen.findByRole("table", { name: "Diferenças" });
  expect(within(diff).getByText("Proximidade de sentido")).toBeInTheDocument();
  expect(server.received.some(({ path }) => path === "/api/profile-diff?a=balcao%401&b=balcao")).toBe(true);
  const rules = { "color-contrast": { enabled: false }, region: { enabled: false } };
  const { violations } = await axe.run(document.body, { rules });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)).toEqual([]);
});

test("beside what the gate measured stands which queries it counts", async () => {
  serve();
  await renderApp(server, "#/bench/profiles?p=balcao");
  const said = await screen.findAllByText(/^O portão mede as consultas protegidas por si, pela classe/);
  // Two activations, of which one was measured.
  expect(said).toHaveLength(1);
});

test("what comes into force unmeasured says so", async () => {
  serve(({ path }) =>
    path === "/api/profiles/balcao/activate" ? makeOutcome("balcao", "notAsked") : undefined,
  );
  const { user } = await renderApp(server, "#/bench/profiles?p=balcao");
  await user.click(await screen.findByRole("button", { name: "Pôr em vigor" }));
  const dialog = await screen.findByRole("dialog");
  await user.click(within(dialog).getByRole("button", { name: "Pôr em vigor" }));
  expect(await screen.findByText(/em vigor\. Nada foi medido/)).toBeInTheDocument();
});

test("what gets worse is told by kind: classes and queries are never added up", async () => {
  const worse = [
    { set: "Balcão", what: "class", name: "praga", delta: -0.1 },
    { set: "Balcão", what: "class", name: "preço", delta: -0.2 },
    { set: "Balcão", what: "query", id: "q1", query: "ferrugem", delta: -0.4 },
  ];
  const { body } = makeOutcome("balcao", "overruled");
  serve(({ path }) => (path === "/api/profiles/balcao/activate" ? { body: { ...body, worse } } : undefined));
  const { user } = await renderApp(server, "#/bench/profiles?p=balcao");
  await user.click(await screen.findByRole("button", { name: "Pôr em vigor" }));
  const dialog = await screen.findByRole("dialog");
  await user.click(within(dialog).getByRole("button", { name: "Pôr em vigor" }));
  const said = "balcao v2 em vigor. Piora: 2 classes e 1 consulta protegida. O motivo ficou registrado.";
  expect(await screen.findByText(said)).toBeInTheDocument();
});

test("one step back asks for a reason and shows what is in force then", async () => {
  serve(({ path }) => (path === "/api/profiles/back" ? makeOutcome("balcao", "notAsked") : undefined));
  const { user } = await renderApp(server, "#/bench/profiles");
  await user.click(await screen.findByRole("button", { name: "Voltar um passo" }));
  const dialog = await screen.findByRole("dialog");
  await user.type(within(dialog).getByRole("textbox", { name: "Motivo" }), "foi demais");
  await user.click(within(dialog).getByRole("button", { name: "Voltar" }));
  await waitFor(() => expect(window.location.hash).toBe("#/bench/profiles?p=balcao"));
  const sent = server.received.find(({ path }) => path === "/api/profiles/back");
  expect(JSON.parse(sent?.body ?? "")).toMatchObject({ from: "default", reason: "foi demais" });
});

test("another page that is opened while the gate measures keeps its address", async () => {
  const measuring = holdAnswers();
  serve(({ path }) =>
    path === "/api/profiles/back"
      ? { ...makeOutcome("balcao", "passed"), after: measuring.until }
      : undefined,
  );
  const { user } = await renderApp(server, "#/bench/profiles");
  await user.click(await screen.findByRole("button", { name: "Voltar um passo" }));
  const dialog = await screen.findByRole("dialog");
  await user.click(within(dialog).getByRole("button", { name: "Voltar" }));
  await waitFor(() => expect(server.received.some(({ path }) => path === "/api/profiles/back")).toBe(true));
  window.location.hash = "#/bench/queries";
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  measuring.release();
  expect(await screen.findByText(/^balcao v2 em vigor\./)).toBeInTheDocument();
  expect(window.location.hash).toBe("#/bench/queries");
});

test("a shipped profile is edited as a copy, under a name of its own", async () => {
  serve(({ method, path }) =>
    method === "POST" && path === "/api/profiles" ? makeOutcome("meu", "notAsked", false) : undefined,
  );
  const { user } = await renderApp(server, "#/bench/profiles?p=default&edit=1");
  const name = await screen.findByRole("textbox", { name: "Nome do perfil" });
  expect(screen.getByRole("button", { name: "Salvar versão…" })).toBeDisabled();
  await user.type(name, "simple");
  expect(screen.getByText(/perfil de fábrica, que não muda/)).toBeInTheDocument();
  await user.clear(name);
  await user.type(name, "meu");
  const vector = screen.getByRole("textbox", { name: "Proximidade de sentido" });
  await user.clear(vector);
  await user.type(vector, "4,5");
  await user.click(screen.getByRole("button", { name: "Salvar versão…" }));
  const dialog = await screen.findByRole("dialog");
  expect(within(dialog).getByText("4,5")).toBeInTheDocument();
  await user.click(within(dialog).getByRole("button", { name: "Salvar versão…" }));
  await waitFor(() => expect(window.location.hash).toBe("#/bench/profiles?p=meu"));
  const sent = server.received.find(({ method, path }) => method === "POST" && path === "/api/profiles");
  expect(JSON.parse(sent?.body ?? "")).toMatchObject({
    profile: { name: "meu", items: { relevance: { vector: 4.5, evidence: 10 } } },
  });
});

test("a file is checked before it is saved, and each problem has its place", async () => {
  serve(({ method, path }) =>
    method === "POST" && path === "/api/profiles" ? makeOutcome("novo", "notAsked", false) : undefined,
  );
  const { user, container } = await renderApp(server, "#/bench/profiles");
  await screen.findByRole("button", { name: "Importar…" });
  const input = container.querySelector<HTMLInputElement>('input[type="file"]');
  if (!input) throw new Error("no field for a file");
  const bad = JSON.stringify({ name: "x", fusion: "relevance", items: { relevance: { vektor: 1 } } });
  await user.upload(input, new File([bad], "x.json", { type: "application/json" }));
  const dialog = await screen.findByRole("dialog");
  expect(await within(dialog).findByText("items.relevance.vektor")).toBeInTheDocument();
  expect(within(dialog).getByRole("button", { name: "Importar" })).toBeDisabled();
  await user.click(within(dialog).getByRole("button", { name: "Cancelar" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const good = new File([fileOf(entry("novo", { fusion: "rrf" }))], "novo.json", {
    type: "application/json",
  });
  await user.upload(input, good);
  const again = await screen.findByRole("dialog");
  expect(await within(again).findByText("Diferenças para default")).toBeInTheDocument();
  await user.click(within(again).getByRole("button", { name: "Importar" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});
