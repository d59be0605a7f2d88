import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderApp } from "../../../test/app";
import { catchSavedFiles } from "../../../test/page/saved";
import { Assistant, knowledge, type MemoryRun } from "../../../test/personal";
import { startServer, type TestServer } from "../../../test/server";

let server: TestServer;
let assistant: Assistant;

beforeEach(async () => {
  assistant = new Assistant();
  server = await startServer(assistant.handler());
});
afterEach(() => {
  vi.restoreAllMocks();
  return server.close();
});

const said = { messageId: "m1", conversationId: "c1", quote: "moro em Sinop", at: "2026-05-04T12:00:00Z" };

function run(...changes: Partial<MemoryRun["changes"][number]>[]): MemoryRun {
  const line = {
    itemId: null,
    before: null,
    draft: null,
    evidence: [said],
    needsYes: false,
    isSensitive: false,
  };
  return {
    id: "r1",
    actor: "ana",
    slot: "2026-05-05T06:00:00Z",
    state: "proposed",
    messages: 4,
    refused: 0,
    model: "m",
    prompt: "memory_extract@1",
    error: null,
    startedAt: "2026-05-05T06:00:00Z",
    endedAt: "2026-05-05T06:00:01Z",
    changes: changes.map((change, at) => ({
      ...line,
      id: `l${at}`,
      kind: "added",
      state: "proposed",
      ...change,
    })),
  };
}

test("nothing is known at first, and what is entered is listed and told to the prompt", async () => {
  const { user } = await renderApp(server, "#/assistant/memory");
  expect(await screen.findByText(/^Nada é sabido ainda/)).toBeInTheDocument();
  expect(await screen.findByText(/^Nada ainda: o assistente não recebe nada/)).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Nova anotação" }));
  await user.type(await screen.findByRole("textbox", { name: "O que é sabido" }), "Joana prefere sexta");
  await user.click(screen.getByRole("button", { name: "Salvar" }));
  await waitFor(() =>
    expect(assistant.knowledge[0]).toMatchObject({ content: "Joana prefere sexta", confidence: 1 }),
  );
});

test("an item shows where it comes from, is corrected, deleted and brought back", async () => {
  assistant.knowledge = [knowledge("k1", "mora em Sorriso", { source: "chat" })];
  assistant.evidence = [said];
  const { user } = await renderApp(server, "#/assistant/memory?item=k1");
  const proof = await screen.findByRole("region", { name: "De onde veio" });
  expect(within(proof).getByRole("link", { name: /^conversa de/ })).toHaveAttribute("href", "#/chat?c=c1");
  const content = screen.getByRole("textbox", { name: "O que é sabido" });
  await user.clear(content);
  await user.type(content, "mora em Sinop");
  await user.click(screen.getByRole("button", { name: "Salvar" }));
  await waitFor(() => expect(assistant.knowledge[0]).toMatchObject({ content: "mora em Sinop", version: 2 }));
  await user.click(screen.getByRole("button", { name: "Excluir" }));
  await waitFor(() => expect(assistant.knowledge).toHaveLength(0));
  await user.click(await screen.findByRole("button", { name: "Desfazer" }));
  await waitFor(() => expect(assistant.knowledge).toHaveLength(1));
});

test("what an item seems not to hold together with is shown beside it and leads there", async () => {
  const [sorriso, sinop] = [knowledge("k1", "mora em Sorriso"), knowledge("k2", "mora em Sinop")];
  assistant.knowledge = [sorriso, sinop];
  assistant.special = ({ method, path }) =>
    method === "GET" && path.endsWith("/memory/k1")
      ? { body: { item: sorriso, evidence: [], uses: [], against: [sinop] } }
      : undefined;
  const { user } = await renderApp(server, "#/assistant/memory?item=k1");
  const against = await screen.findByRole("region", { name: "Parece não valer junto" });
  await user.click(within(against).getByRole("link", { name: "mora em Sinop" }));
  await waitFor(() =>
    expect(screen.getByRole("textbox", { name: "O que é sabido" })).toHaveValue("mora em Sinop"),
  );
  expect(screen.queryByRole("region", { name: "Parece não valer junto" })).toBeNull();
});

test("what is proposed takes effect line by line, money only with a yes of its own", async () => {
  const draft = { ...knowledge("", ""), content: "mora em Sinop" };
  assistant.runs = [
    run(
      { kind: "contradicted", itemId: "k1", before: "mora em Sorriso", draft },
      { draft: { ...draft, content: "deve 20 mil" }, needsYes: true, isSensitive: true },
      { draft: { ...draft, content: "planta soja" } },
    ),
  ];
  const { user } = await renderApp(server, "#/assistant/memory");
  const proposed = await screen.findByRole("region", { name: "Propostas" });
  expect(await within(proposed).findByText("mudou?")).toBeInTheDocument();
  expect(within(proposed).getByText(/^Sobre saúde, fé ou dinheiro/)).toBeInTheDocument();
  await user.click(within(proposed).getByRole("button", { name: "Não para “planta soja”" }));
  await waitFor(() => expect(assistant.runs[0]?.changes[2]?.state).toBe("rejected"));
  await user.click(
    within(proposed).getByRole("button", { name: "Sim a tudo que não pede resposta própria" }),
  );
  await waitFor(() => expect(assistant.runs[0]?.changes[0]?.state).toBe("accepted"));
  expect(assistant.runs[0]?.changes[1]?.state).toBe("proposed");
  await user.click(await within(proposed).findByRole("button", { name: "Sim para “deve 20 mil”" }));
  expect(await within(proposed).findByText("Nada espera por você.")).toBeInTheDocument();
});

test("a line that contradicts says so, and what it is about where that needs a yes too", async () => {
  const draft = { ...knowledge("", ""), content: "mora em Sinop" };
  const against = { kind: "contradicted", itemId: "k1", before: "outra coisa", needsYes: true } as const;
  assistant.runs = [
    run(
      { ...against, draft },
      { ...against, draft: { ...draft, content: "deve 20 mil" }, isSensitive: true },
    ),
  ];
  const { user } = await renderApp(server, "#/assistant/memory");
  const proposed = await screen.findByRole("region", { name: "Propostas" });
  expect(await within(proposed).findAllByText(/^Vai contra o que já é sabido/)).toHaveLength(2);
  expect(within(proposed).getAllByText(/^Sobre saúde, fé ou dinheiro/)).toHaveLength(1);
  expect(within(proposed).getAllByText("Parecem não valer juntas. Qual vale agora?")).toHaveLength(2);
  expect(within(proposed).queryByRole("button", { name: /^Sim para/ })).toBeNull();
  await user.click(within(proposed).getByRole("button", { name: "Vale a nova: “mora em Sinop”" }));
  await waitFor(() => expect(assistant.runs[0]?.changes[0]?.state).toBe("accepted"));
  const older = "Continua a de antes: “outra coisa”, não “deve 20 mil”";
  await user.click(await within(proposed).findByRole("button", { name: older }));
  await waitFor(() => expect(assistant.runs[0]?.changes[1]?.state).toBe("rejected"));
});

test("two statements that go together after all both stay", async () => {
  const draft = { ...knowledge("", ""), content: "planto milho" };
  assistant.runs = [
    run({ kind: "contradicted", itemId: "k1", before: "planto soja", needsYes: true, draft }),
  ];
  const { user } = await renderApp(server, "#/assistant/memory");
  const proposed = await screen.findByRole("region", { name: "Propostas" });
  const both = "Valem as duas: “planto soja” e “planto milho”";
  await user.click(await within(proposed).findByRole("button", { name: both }));
  expect(await within(proposed).findByText("Nada espera por você.")).toBeInTheDocument();
  const decided = server.received.find(({ path }) => path.endsWith("/accept"));
  expect(JSON.parse(decided?.body ?? "{}")).toMatchObject({ changes: ["l0"], keepsBoth: true });
});

test("what is known is saved as a file with the words that it was taken from, and nothing else is", async () => {
  assistant.knowledge = [knowledge("k1", "mora em Sorriso")];
  assistant.evidence = [said];
  const saved = catchSavedFiles();
  const { user } = await renderApp(server, "#/assistant/memory");
  await user.click(await screen.findByRole("button", { name: "Exportar tudo (JSON)" }));
  expect(await screen.findByText("1 registro exportado.")).toBeInTheDocument();
  expect(saved).toMatchObject([
    { name: expect.stringMatching(/^celeiro-knowledge-[-\d]{10}\.json$/) as string },
  ]);
  const file = JSON.parse((await saved[0]?.text()) ?? "{}") as Record<string, unknown>;
  expect(Object.keys(file)).toEqual(["version", "exportedAt", "timeZone", "knowledge"]);
  expect(file.knowledge).toMatchObject([
    { item: { content: "mora em Sorriso" }, evidence: [{ quote: "moro em Sinop" }] },
  ]);
});

test("what people wrote is text, and a memory that does not answer says so", async () => {
  assistant.knowledge = [knowledge("k1", "<img src=x onerror=alert(1)>")];
  const { user } = await renderApp(server, "#/assistant/memory");
  expect((await screen.findAllByText(/<img src=x/)).length).toBeGreaterThan(0);
  expect(document.querySelector("main img")).toBeNull();
  assistant.special = ({ path }) =>
    path.startsWith("/api/assistant/memory?")
      ? { status: 500, body: { code: "internal", message: "Falhou", details: null } }
      : undefined;
  await user.type(screen.getByRole("searchbox", { name: "Procurar na memória" }), "a");
  expect(await screen.findByText("A memória não respondeu")).toBeInTheDocument();
  assistant.special = () => undefined;
  await user.click(screen.getByRole("button", { name: "Tentar de novo" }));
  await waitFor(() => expect(screen.queryByText("A memória não respondeu")).toBeNull());
});

test("what is proposed is reached from an item, and how much of it waits is said", async () => {
  assistant.knowledge = [knowledge("k1", "mora em Sorriso")];
  assistant.runs = [run({ draft: { ...knowledge("", ""), content: "planta soja" } })];
  const { user } = await renderApp(server, "#/assistant/memory?item=k1");
  await screen.findByRole("textbox", { name: "O que é sabido" });
  expect(screen.queryByRole("region", { name: "Propostas" })).toBeNull();
  await user.click(await screen.findByRole("button", { name: "1 à espera Propostas e o que o prompt diz" }));
  expect(await screen.findByRole("region", { name: "Propostas" })).toHaveTextContent("planta soja");
  // Where there is no room for both, it stands alone, with the way back.
  await user.click(screen.getByRole("button", { name: "Toda a memória" }));
  expect(location.hash).toBe("#/assistant/memory");
});

test("while one types, what was found stays, and each pause asks once", async () => {
  assistant.knowledge = [knowledge("k1", "mora em Sorriso")];
  const { user } = await renderApp(server, "#/assistant/memory");
  await screen.findByRole("button", { name: /^mora em Sorriso/ });
  await user.type(screen.getByRole("searchbox", { name: "Procurar na memória" }), "sorriso");
  expect(screen.getByRole("button", { name: /^mora em Sorriso/ })).toBeInTheDocument();
  const listRequests = () =>
    server.received.filter(({ path }) => path.includes("memory?") && path.includes("text="));
  await waitFor(() => expect(listRequests().at(-1)?.path).toContain("text=sorriso"));
  expect(listRequests().length).toBeLessThan("sorriso".length);
});
