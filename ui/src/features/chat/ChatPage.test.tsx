import { act, screen, waitFor, within } from "@testing-library/react";
import axe from "axe-core";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { renderApp } from "../../test/app";
import { answerMessage, questionMessage, Desk, reply, source, step, type Turn } from "../../test/chat";
import { hit, item, response, status } from "../../test/records";
import { startServer, type TestServer } from "../../test/server";

let server: TestServer;
let desk: Desk;
beforeEach(async () => {
  desk = new Desk();
  server = await startServer(desk.handler());
});
afterEach(async () => {
  await server.close();
  // The content policy allows no inline styles: whatever a test has opened, nothing may have made any.
  expect(document.querySelectorAll("style")).toHaveLength(0);
});

const box = () => screen.findByRole("textbox", { name: "Sua pergunta" });
const open = async (address = "#/chat", language: "pt-BR" | "en" = "pt-BR") =>
  renderApp(server, address, language);

/** The turn that the page has asked for as the `count`th. */
async function turn(count = 1): Promise<Turn> {
  await waitFor(() => expect(desk.turns).toHaveLength(count));
  const found = desk.turns[count - 1];
  if (!found) throw new Error("no turn");
  return found;
}

/** Everything up to the first words of the answer. */
function begin({ stream }: Turn, ids = { conversationId: "c1", userMessageId: "u1", messageId: "a1" }) {
  stream.send(step("received", "done", ids));
  stream.send(step("classify", "started"));
  stream.send(step("search", "started"));
  stream.send(step("search", "done", { ms: 6.4 }));
  stream.send(step("classify", "done", { ms: 412 }));
  stream.send({ type: "sources", sources: reply().sources } as { type: string });
  stream.send(step("write", "started"));
}

const delta = (text: string) => ({ type: "delta", text });
const done = (change: Parameters<typeof reply>[0] = {}) => ({ type: "done", ...reply(change) });

/** The answer in the thread; what is read out stands elsewhere. */
const inAnswer = (text: string | RegExp) =>
  screen.findByText((_, element) => {
    const own = element?.matches("article p") && element.textContent;
    return typeof own === "string" && (typeof text === "string" ? own === text : text.test(own));
  });

async function expectAccessible(): Promise<void> {
  const { violations } = await axe.run(document.body, {
    rules: { "color-contrast": { enabled: false }, region: { enabled: false } },
  });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)).toEqual([]);
}

test("an empty catalog offers its beginning instead of examples that have no answer", async () => {
  const empty = { ...status, items: 0, activeItems: 0, faqs: 0 };
  server.handle(desk.handler(({ path }) => (path === "/api/health" ? { body: empty } : undefined)));
  await open();
  expect(await screen.findByText("O catálogo ainda está vazio")).toBeInTheDocument();
  const file = screen.getByRole("link", { name: "Importar um arquivo" });
  expect(file).toHaveAttribute("href", "#/catalog/import");
  expect(screen.queryByText("Qual fungicida serve para ferrugem da soja?")).toBeNull();
});

test("a conversation over an empty catalog says that there is nothing to answer from, and loads the demo", async () => {
  const empty = { ...status, items: 0, activeItems: 0, faqs: 0 };
  let isLoaded = false;
  server.handle(
    desk.handler(({ path }) => {
      if (path === "/api/health") return { body: isLoaded ? status : empty };
      if (path !== "/api/catalog/demo") return undefined;
      isLoaded = true;
      return { body: { items: 250, faqs: 3 } };
    }),
  );
  desk.add("c1", [questionMessage("u1", null, "pergunta"), answerMessage("a1", "u1")]);
  const { user } = await open("#/chat?c=c1");
  const said = /O catálogo ainda está vazio: não há de onde tirar respostas/;
  expect(await screen.findByText(said)).toBeVisible();
  const file = screen.getByRole("link", { name: "Importar um arquivo" });
  expect(file).toHaveAttribute("href", "#/catalog/import");
  await user.click(screen.getByRole("button", { name: "Carregar a demonstração" }));
  expect(await screen.findByText("Demonstração carregada: 250 itens.")).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByText(said)).toBeNull());
});

describe("a question", () => {
  test("is answered step by step, word by word, with its sources", async () => {
    const { user } = await open();
    await user.type(await box(), "fungicida para soja?{Enter}");
    const asking = await turn();
    expect(asking.body).toMatchObject({ message: "fungicida para soja?", stream: true });
    expect(asking.body["operationId"]).toMatch(/^[0-9a-f-]{36}$/);
    expect(await screen.findByText("fungicida para soja?")).toBeInTheDocument();

    begin(asking);
    await waitFor(() => expect(window.location.hash).toBe("#/chat?c=c1"));
    expect(await screen.findByText("Busca feita")).toBeInTheDocument();
    expect(await screen.findByText("6,4 ms")).toBeInTheDocument();
    const sources = await screen.findByRole("complementary", { name: "Fontes" });
    expect(await within(sources).findByText("R$ 389,90")).toBeInTheDocument();
    expect(within(sources).getByText("preço indisponível")).toBeInTheDocument();

    asking.stream.send(delta("Use o **Prod"));
    await waitFor(() => expect(document.querySelector("strong")).toHaveTextContent("Prod"));
    asking.stream.send(delta("uto 1** [1]."));
    expect(await screen.findByRole("button", { name: "Fonte 1: Produto 1" })).toBeInTheDocument();

    desk.add("c1", [questionMessage("u1", null, "fungicida para soja?"), answerMessage("a1", "u1")], {
      title: "Fungicida",
    });
    asking.stream.send(done());
    asking.stream.end();
    expect(await screen.findByRole("button", { name: "Respondido em 2,3 s" })).toBeInTheDocument();
    expect(await screen.findByText("modelo-exemplo")).toBeInTheDocument();
    expect(await screen.findByText("1.234 tokens")).toBeInTheDocument();
    expect(await screen.findByText("US$ 0,0012")).toBeInTheDocument();
    expect(screen.getAllByText("fungicida para soja?")).not.toHaveLength(0);
    // Its name is the program's to give.
    expect(await screen.findByRole("heading", { name: "Fungicida" })).toBeInTheDocument();
    await expectAccessible();
  });

  test("that follows another stands after its answer", async () => {
    desk.add("c1", [questionMessage("u1", null, "primeira"), answerMessage("a1", "u1")]);
    const { user } = await open("#/chat?c=c1");
    await screen.findByText("primeira");
    await user.type(await box(), "e o mais barato?{Enter}");
    const asking = await turn();
    expect(asking.body).toMatchObject({ conversationId: "c1", parentId: "a1" });
    begin(asking, { conversationId: "c1", userMessageId: "u2", messageId: "a2" });
    asking.stream.send(done({ userMessageId: "u2", messageId: "a2", answer: "O segundo." }));
    asking.stream.end();
    await inAnswer("O segundo.");
    // What is known needs no asking: the conversation has been fetched once, when it was opened.
    expect(desk.sent("GET", "/api/conversations/c1")).toHaveLength(1);
  });

  test("begins lines with Shift and Enter, and is not sent blank or too long", async () => {
    const { user } = await open();
    await user.type(await box(), "   {Enter}um{Shift>}{Enter}{/Shift}dois 1/2");
    expect(await box()).toHaveValue("   um\ndois 1/2");
    expect(desk.turns).toHaveLength(0);
    await user.clear(await box());
    await user.click(await box());
    await user.paste("🌾".repeat(8_000));
    expect(screen.getByText("8.000 de 8.000 caracteres")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Enviar" })).toBeEnabled();
    await user.paste("x");
    expect(screen.getByText("A mensagem passa do limite de 8.000 caracteres.")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Enviar" })).toBeDisabled();
  });
});

describe("an answer that does not come to its end", () => {
  test("counts its retries by how many there are", async () => {
    const { user } = await open();
    await user.type(await box(), "pergunta{Enter}");
    const asking = await turn();
    begin(asking);
    asking.stream.send(step("write", "retrying", { attempt: 4, attempts: 4 }));
    expect(await screen.findByText("tentativa 4 de 4")).toBeInTheDocument();
    asking.stream.send(done());
    asking.stream.end();
  });

  test("is stopped by Escape, and what there is stays", async () => {
    const { user } = await open();
    await user.type(await box(), "pergunta{Enter}");
    const asking = await turn();
    begin(asking);
    asking.stream.send(delta("Metade da resp"));
    await screen.findByText("Metade da resp");
    await user.keyboard("{Escape}");
    await waitFor(() =>
      expect(desk.sent("POST", `/api/turns/${String(asking.body["operationId"])}/stop`)).toHaveLength(1),
    );
    expect(await screen.findByText("Parando…")).toBeInTheDocument();
    asking.stream.send(done({ state: "stopped", answer: "Metade da resp" }));
    asking.stream.end();
    expect(await screen.findByText(/^Parada por você/)).toBeInTheDocument();
    expect(await inAnswer("Metade da resp")).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByText("Parando…")).toBeNull());
  });

  test("keeps its words where the connection breaks, says so, and is asked for again", async () => {
    const { user } = await open();
    await user.type(await box(), "pergunta{Enter}");
    const asking = await turn();
    begin(asking);
    asking.stream.send(delta("Metade da resposta"));
    await screen.findByText("Metade da resposta");
    desk.add("c1", [questionMessage("u1", null, "pergunta")]);
    asking.stream.cut();
    const alert = await screen.findByRole("alert");
    expect(alert).toHaveTextContent("A resposta foi cortada.");
    expect(alert).toHaveTextContent("broken_off");
    expect(screen.getByText("Metade da resposta")).toBeInTheDocument();
    await waitFor(() => expect(desk.sent("GET", "/api/conversations/c1")).not.toHaveLength(0));
    await user.click(within(alert).getByRole("button", { name: "Tentar de novo" }));
    expect((await turn(2)).body).toMatchObject({ regenerate: "u1", conversationId: "c1" });
  });

  test("says first what happened and what to do, and folds away what technicians read", async () => {
    const { user } = await open();
    await user.type(await box(), "pergunta{Enter}");
    const asking = await turn();
    begin(asking);
    const reason = "tcp connect error: os error 111";
    const message = `O provedor do modelo não pôde ser alcançado: ${reason}`;
    asking.stream.send({ type: "error", code: "model_unreachable", message, details: { reason } } as never);
    asking.stream.end();
    const alert = await screen.findByRole("alert");
    expect(alert.querySelector("p")).toHaveTextContent(
      /^A resposta não veio\. O provedor do modelo não pôde ser alcançado\. Tente de novo\.$/,
    );
    const technical = within(alert).getByText("Detalhe técnico").closest("details");
    expect(technical).not.toHaveAttribute("open");
    expect(technical).toHaveTextContent(`${reason}Código: model_unreachable`);
    expect(await box()).toBeEnabled();
  });

  test("by a model that failed is there all the same, with what to do about it", async () => {
    const error = { code: "model_refused_key", message: "O provedor não aceita a chave: bad key" };
    const composed = answerMessage("a1", "u1", {
      state: "composed",
      model: null,
      error: { ...error, details: { reason: "bad key" } },
    });
    desk.add("c1", [questionMessage("u1", null, "pergunta"), composed]);
    await open("#/chat?c=c1");
    const first = await screen.findByText(/Um administrador precisa conferir/);
    expect(first).toHaveTextContent(/^O provedor não aceita a chave\. Um administrador/);
    expect(screen.getByText("bad key").closest("details")).not.toHaveAttribute("open");
    await expectAccessible();
  });

  test("that the program never heard of is asked for under the same id", async () => {
    server.handle(desk.handler(({ path }) => (path === "/api/chat" ? { hangUp: true } : undefined)));
    const { user } = await open();
    await user.type(await box(), "pergunta{Enter}");
    const alert = await screen.findByRole("alert");
    const first = server.received.findLast(({ path }) => path === "/api/chat");
    server.handle(desk.handler());
    await user.click(within(alert).getByRole("button", { name: "Tentar de novo" }));
    const { operationId } = JSON.parse(first?.body ?? "") as { operationId: string };
    expect((await turn()).body).toMatchObject({ message: "pergunta", operationId });
  });

  test("a message without an answer offers one", async () => {
    desk.add("c1", [questionMessage("u1", null, "sem resposta")]);
    const { user } = await open("#/chat?c=c1");
    await user.click(await screen.findByRole("button", { name: "Responder agora" }));
    expect((await turn()).body).toMatchObject({ regenerate: "u1" });
  });
});

describe("branches", () => {
  test("an edited message begins one, and the way back is kept", async () => {
    desk.add("c1", [
      questionMessage("u1", null, "primeira"),
      answerMessage("a1", "u1", { answer: "Resposta um." }),
    ]);
    const { user } = await open("#/chat?c=c1");
    await user.click(await screen.findByRole("button", { name: "Editar a mensagem" }));
    await waitFor(() => expect(screen.getByRole("textbox", { name: "Editar a mensagem" })).toHaveFocus());
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.getByRole("button", { name: "Editar a mensagem" })).toHaveFocus());
    await user.keyboard("{Enter}");
    const again = screen.getByRole("textbox", { name: "Editar a mensagem" });
    await user.clear(again);
    await user.type(again, "outra{Enter}");
    await waitFor(async () => expect(await box()).toHaveFocus());
    const asking = await turn();
    expect(asking.body).toMatchObject({ message: "outra", fromStart: true, conversationId: "c1" });
    begin(asking, { conversationId: "c1", userMessageId: "u2", messageId: "a2" });
    asking.stream.send(done({ userMessageId: "u2", messageId: "a2", answer: "Resposta dois." }));
    asking.stream.end();
    await inAnswer("Resposta dois.");
    await waitFor(() => expect(screen.queryByText("Resposta um.")).toBeNull());
    expect(await screen.findByText("2/2")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Versão anterior" }));
    expect(await screen.findByText("Resposta um.")).toBeInTheDocument();
    await waitFor(() =>
      expect(desk.sent("PUT", "/api/conversations/c1").at(-1)).toMatchObject({ activeId: "a1" }),
    );
  });

  test("a second answer stands beside the first", async () => {
    desk.add("c1", [questionMessage("u1", null, "primeira"), answerMessage("a1", "u1")]);
    const { user } = await open("#/chat?c=c1");
    await user.click(await screen.findByRole("button", { name: "Responder de novo" }));
    const asking = await turn();
    expect(asking.body).toMatchObject({ regenerate: "u1" });
    expect(screen.getAllByText("primeira")).toHaveLength(1);
    begin(asking, { conversationId: "c1", userMessageId: "u1", messageId: "a2" });
    asking.stream.send(done({ messageId: "a2", answer: "Outra resposta." }));
    asking.stream.end();
    await inAnswer("Outra resposta.");
    expect(await screen.findByText("2/2")).toBeInTheDocument();
  });
});

describe("what an answer rests on", () => {
  const cautious = {
    answer: "Use o Produto 1 [1]. A dose é de 2 litros. Custa pouco [2].",
    cautions: [{ kind: "unsupported-dose" as const, sentence: "A dose é de 2 litros.", claim: "2 litros" }],
  };

  test("a citation shows its source, which opens the item and its score", async () => {
    desk.add("c1", [questionMessage("u1", null, "pergunta"), answerMessage("a1", "u1", cautious)]);
    const { user } = await open("#/chat?c=c1");
    await user.click(await screen.findByRole("button", { name: "Fonte 2: Produto 2" }));
    const pane = screen.getByRole("complementary", { name: "Fontes" });
    const card = () => within(pane).getByRole("button", { name: "Produto 2" }).closest("article");
    await waitFor(() => expect(card()).toHaveAttribute("data-active"));
    await user.click(within(pane).getByRole("button", { name: "Produto 1" }));
    const details = await screen.findByRole("dialog", { name: "Produto" });
    await user.click(await within(details).findByRole("button", { name: "Ver a pontuação" }));
    const score = await screen.findByRole("dialog", { name: "Composição da pontuação" });
    expect(await within(score).findByText("igual à pontuação")).toBeInTheDocument();
    expect(within(score).getByRole("button", { name: "Produto 1" })).toBeInTheDocument();
    // It is the score that was given then, not one of a search of today.
    expect(desk.sent("POST", "/api/rag/search")).toHaveLength(0);
  });

  test("a sentence that no source carries is marked, and named below", async () => {
    desk.add("c1", [questionMessage("u1", null, "pergunta"), answerMessage("a1", "u1", cautious)]);
    await open("#/chat?c=c1");
    const note = await screen.findByRole("complementary", { name: "Confira antes de informar ao cliente" });
    expect(note).toHaveTextContent("Dose que a fonte não traz: 2 litros");
    expect(document.querySelector("mark[title]")).toHaveTextContent("A dose é de 2 litros.");
    await expectAccessible();
  });

  test("its trace shows the exact text that the model was given", async () => {
    desk.add("c1", [questionMessage("u1", null, "pergunta"), answerMessage("a1", "u1")]);
    const { user } = await open("#/chat?c=c1");
    await user.click(await screen.findByRole("button", { name: "Como esta resposta foi feita" }));
    const trace = await screen.findByRole("dialog", { name: "Como esta resposta foi feita" });
    expect(await within(trace).findByText("Busca híbrida: Produto 1 | …")).toBeInTheDocument();
    expect(within(trace).getByText("Use o Produto 1 [1] [9].")).toBeInTheDocument();
    // What the program calls them is nothing that a person has to know.
    expect(within(trace).getByRole("cell", { name: "Resposta" })).toBeInTheDocument();
    expect(within(trace).getByText("Busca no catálogo")).toBeInTheDocument();
    expect(trace).not.toHaveTextContent(/searchCatalog|answer@|· stop/);
    await expectAccessible();
  });

  test("without a model says so once, in its own words", async () => {
    const composed = answerMessage("a1", "u1", {
      state: "composed",
      model: null,
      answer: "Encontrei: Produto 1 [1]\n\n_Resposta montada a partir da busca, sem modelo de linguagem._",
    });
    desk.add("c1", [questionMessage("u1", null, "pergunta"), composed]);
    await open("#/chat?c=c1");
    const answer = await screen.findByRole("article", { name: "Resposta do Celeiro" });
    expect(await within(answer).findByText(/sem modelo de linguagem/)).toBeInTheDocument();
    expect(within(answer).getAllByText(/sem (um )?modelo/i)).toHaveLength(1);
    // The state of the whole desk stands above the thread.
    expect(await screen.findByText("sem modelo")).toBeInTheDocument();
  });
});

describe("feedback", () => {
  test("a thumb down asks why, and a second press takes it back", async () => {
    desk.add("c1", [questionMessage("u1", null, "pergunta"), answerMessage("a1", "u1")]);
    const { user } = await open("#/chat?c=c1");
    await user.click(await screen.findByRole("button", { name: "Resposta ruim" }));
    expect(screen.getByRole("button", { name: "Enviar avaliação" })).toBeDisabled();
    await user.click(screen.getByRole("radio", { name: "Faltou um produto" }));
    await user.type(screen.getByRole("textbox", { name: "Conte mais, se quiser" }), "o Orkestra");
    await user.click(screen.getByRole("button", { name: "Enviar avaliação" }));
    const given = { rating: "down", reason: "missing-item", note: "o Orkestra" };
    const path = "/api/messages/a1/feedback";
    await waitFor(() => expect(desk.sent("PUT", path)).toEqual([{ feedback: given }]));
    const thumb = screen.getByRole("button", { name: "Resposta ruim" });
    await waitFor(() => expect(thumb).toHaveAttribute("aria-pressed", "true"));
    const remark = screen.getByText(/O que está errado: Faltou um produto/);
    expect(remark).toHaveTextContent("O que está errado: Faltou um produto · o Orkestra");
    await user.click(thumb);
    await waitFor(() => expect(desk.sent("PUT", path).at(-1)).toEqual({ feedback: null }));
  });

  /** A desk with an answer, whose catalog holds one product for every word looked for. */
  function reporting() {
    desk.add("c1", [questionMessage("u1", null, "pergunta"), answerMessage("a1", "u1")]);
    const cases = [{ setId: "s1", setName: "Respostas ruins", queryId: "q", query: "x" }];
    server.handle(
      desk.handler(({ path, body }) => {
        if (path === "/api/messages/a1/report") return { body: { message: null, cases } };
        if (path !== "/api/rag/search") return undefined;
        const { kind, query } = JSON.parse(body) as { kind: string; query: string };
        return { body: response(kind === "items" ? [hit(item(query))] : []) };
      }),
    );
  }
  const sentTo = (path: string) =>
    server.received.filter((one) => one.path === path).map(({ body }) => JSON.parse(body) as unknown);

  test("with ticks and an expected record becomes a test in one press", async () => {
    reporting();
    const { user } = await open("#/chat?c=c1");
    await user.click(await screen.findByRole("button", { name: "Resposta ruim" }));
    // Everything is offered at once; who ticks a source has said what is wrong.
    const form = screen.getByRole("form", { name: "O que há de errado na resposta" });
    expect(within(form).getAllByRole("checkbox")).toHaveLength(2);
    await user.click(within(form).getByRole("checkbox", { name: "[1] Produto 1" }));
    expect(within(form).getByRole("radio", { name: "Produto errado" })).toBeChecked();
    await user.type(within(form).getByRole("textbox", { name: "O que deveria estar aqui?" }), "certo");
    await user.click(await screen.findByRole("option", { name: "Mancozebe certo" }));
    await expectAccessible();
    await user.click(screen.getByRole("button", { name: "Enviar e criar teste" }));
    expect(await screen.findByText(/incluído em “Respostas ruins”/)).toBeInTheDocument();
    expect(sentTo("/api/messages/a1/report")).toMatchObject([
      {
        feedback: { rating: "down", reason: "wrong-item" },
        wrong: [{ type: "item", id: "item1" }],
        expected: [{ type: "item", id: "certo" }],
      },
    ]);
  });

  test("is given by keys alone, and looking for records is no query of a customer", async () => {
    reporting();
    const { user } = await open("#/chat?c=c1");
    const thumb = await screen.findByRole("button", { name: "Resposta ruim" });
    thumb.focus();
    await user.keyboard("{Enter}");
    await waitFor(() => expect(screen.getByRole("radio", { name: "Produto errado" })).toHaveFocus());
    await user.tab();
    await user.keyboard("certo");
    await screen.findByRole("option", { name: "Mancozebe certo" });
    await user.keyboard("{Enter}");
    const chosen = await screen.findByRole("list", { name: "O que deveria estar aqui?" });
    expect(chosen).toHaveTextContent("Mancozebe certo");
    expect(screen.getByRole("radio", { name: "Faltou um produto" })).toBeChecked();
    await user.keyboard("{Backspace}");
    expect(screen.queryByRole("list", { name: "O que deveria estar aqui?" })).toBeNull();
    await user.keyboard("certo");
    await screen.findByRole("option", { name: "Mancozebe certo" });
    await user.keyboard("{Enter}");
    await user.click(screen.getByRole("textbox", { name: "Outro que não deveria aparecer?" }));
    await user.keyboard("alheio");
    await screen.findByRole("option", { name: "Mancozebe alheio" });
    await user.keyboard("{Enter}{Control>}{Enter}{/Control}");
    await waitFor(() =>
      expect(sentTo("/api/messages/a1/report")).toMatchObject([
        {
          feedback: { rating: "down", reason: "wrong-item" },
          wrong: [{ type: "item", id: "alheio" }],
          expected: [{ type: "item", id: "certo" }],
        },
      ]),
    );
    await waitFor(() => expect(thumb).toHaveFocus());
    const searches = sentTo("/api/rag/search");
    expect(searches.length).toBeGreaterThan(0);
    for (const search of searches) expect(search).toMatchObject({ settled: false });
  });

  test("is left by Escape, which first empties the field", async () => {
    reporting();
    const { user } = await open("#/chat?c=c1");
    await user.click(await screen.findByRole("button", { name: "Resposta ruim" }));
    const field = screen.getByRole("textbox", { name: "O que deveria estar aqui?" });
    await user.type(field, "certo{Escape}");
    expect(field).toHaveValue("");
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("form", { name: "O que há de errado na resposta" })).toBeNull();
    expect(screen.getByRole("button", { name: "Resposta ruim" })).toHaveFocus();
  });

  test("that is refused is taken back on screen, and said", async () => {
    desk.add("c1", [questionMessage("u1", null, "pergunta"), answerMessage("a1", "u1")]);
    const refusal = { status: 409, body: { code: "conflict", message: "Já avaliada.", details: null } };
    server.handle(desk.handler(({ path }) => (path.startsWith("/api/messages/") ? refusal : undefined)));
    const { user } = await open("#/chat?c=c1");
    await user.click(await screen.findByRole("button", { name: "Boa resposta" }));
    expect(await screen.findByText("Já avaliada.")).toBeInTheDocument();
    const thumb = screen.getByRole("button", { name: "Boa resposta" });
    await waitFor(() => expect(thumb).toHaveAttribute("aria-pressed", "false"));
  });
});

describe("the list of conversations", () => {
  test("deletes with a way back", async () => {
    desk.add("c1", [questionMessage("u1", null, "pergunta"), answerMessage("a1", "u1")], { title: "Adubo" });
    const { user } = await open("#/chat?c=c1");
    const list = await screen.findByRole("complementary", { name: "Conversas" });
    await user.click(await within(list).findByRole("button", { name: "Opções de Adubo" }));
    await user.click(await screen.findByRole("menuitem", { name: "Excluir" }));
    await screen.findByText("“Adubo” foi excluída.");
    await waitFor(() => expect(window.location.hash).toBe("#/chat"));
    await user.click(screen.getByRole("button", { name: "Desfazer" }));
    await waitFor(() => expect(desk.sent("POST", "/api/conversations/c1/restore")).toHaveLength(1));
    await waitFor(() => expect(window.location.hash).toBe("#/chat?c=c1"));
  });

  test("renames in place, pins, and searches the texts", async () => {
    desk.add("c1", [questionMessage("u1", null, "pergunta"), answerMessage("a1", "u1")], { title: "Adubo" });
    const { user } = await open("#/chat");
    const list = await screen.findByRole("complementary", { name: "Conversas" });
    await user.click(await within(list).findByRole("button", { name: "Opções de Adubo" }));
    await user.click(await screen.findByRole("menuitem", { name: "Renomear" }));
    const field = await screen.findByRole("textbox", { name: "Nome da conversa" });
    await user.clear(field);
    await user.type(field, "Calcário{Enter}");
    expect(await within(list).findByText("Calcário")).toBeInTheDocument();
    await user.click(within(list).getByRole("button", { name: "Opções de Calcário" }));
    await user.click(await screen.findByRole("menuitem", { name: "Fixar no topo" }));
    await waitFor(() =>
      expect(desk.sent("PUT", "/api/conversations/c1").at(-1)).toMatchObject({ pinned: true }),
    );
    await user.type(within(list).getByRole("searchbox"), "ferrugem");
    await waitFor(() =>
      expect(server.received.some(({ path }) => path.includes("text=ferrugem"))).toBe(true),
    );
  });

  test("a new conversation by its key leaves the old one as it is", async () => {
    desk.add("c1", [questionMessage("u1", null, "pergunta"), answerMessage("a1", "u1")]);
    const { user } = await open("#/chat?c=c1");
    await screen.findByText("pergunta");
    await user.keyboard("{Alt>}n{/Alt}");
    expect(await screen.findByText("Pergunte como o cliente perguntou")).toBeInTheDocument();
    await waitFor(async () => expect(await box()).toHaveFocus());
    await waitFor(() => expect(window.location.hash).toBe("#/chat"));
  });
});

describe("around the thread", () => {
  test("an answer goes on while another page is looked at", async () => {
    const { user } = await open();
    await user.type(await box(), "pergunta{Enter}");
    const asking = await turn();
    begin(asking);
    await waitFor(() => expect(window.location.hash).toBe("#/chat?c=c1"));
    await user.click(screen.getByRole("link", { name: "Buscar" }));
    asking.stream.send(done({ answer: "Pronta." }));
    asking.stream.end();
    await user.click(screen.getByRole("link", { name: "Conversar" }));
    expect(await inAnswer("Pronta.")).toBeInTheDocument();
  });

  test("without a connection nothing can be sent, and that is said", async () => {
    const { user } = await open();
    await user.type(await box(), "pergunta");
    server.handle(desk.handler(() => ({ hangUp: true })));
    expect(await screen.findByText(/não é possível enviar agora/)).toBeInTheDocument();
    expect(await screen.findByText("sem conexão")).toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole("button", { name: "Enviar" })).toBeDisabled());
  });

  test("what is missing is named by badges", async () => {
    const warnings = [{ code: "noEmbedder", message: "" }];
    server.handle(
      desk.handler(({ path }) =>
        path === "/api/health" ? { body: { ...status, chatModel: "modelo-exemplo", warnings } } : undefined,
      ),
    );
    await open();
    expect(await screen.findByText("sem vetores")).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByText("sem modelo")).toBeNull());
  });

  test("hostile text stays text wherever it stands", async () => {
    const evil = '<img src=x onerror="window.hacked=1">';
    const hostile = answerMessage("a1", "u1", {
      answer: `${evil} [1] ![x](https://evil.example/x.png)`,
      sources: [source(1, { title: evil, snippet: evil, manufacturer: evil, tags: [evil], matched: [evil] })],
      model: evil,
      cautions: [{ kind: "unknown-source", sentence: evil, claim: evil }],
    });
    desk.add("c1", [questionMessage("u1", null, evil), hostile], { title: evil, excerpt: evil });
    await open("#/chat?c=c1");
    await screen.findByRole("article", { name: "Resposta do Celeiro" });
    expect(document.querySelector("img")).toBeNull();
    expect(window).not.toHaveProperty("hacked");
  });

  test("speaks English", async () => {
    desk.add("c1", [questionMessage("u1", null, "question"), answerMessage("a1", "u1")]);
    await open("#/chat?c=c1", "en");
    expect(await screen.findByRole("button", { name: "Answered in 2.3 s" })).toBeInTheDocument();
    expect(screen.getByRole("textbox", { name: "Your question" })).toBeInTheDocument();
    await act(() => Promise.resolve());
  });
});
