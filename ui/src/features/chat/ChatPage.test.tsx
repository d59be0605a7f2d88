import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { answerMessage, conversation, questionMessage, source } from "../../test/chat";
import {
  beginAnswer,
  box,
  delta,
  expectAccessible,
  inAnswer,
  makeDone,
  serveChat,
} from "../../test/chatPage";
import { status } from "../../test/records";
import { holdAnswers } from "../../test/server";

const chat = serveChat();

test("an empty catalog offers its beginning instead of examples that have no answer", async () => {
  const empty = { ...status, items: 0, activeItems: 0, faqs: 0 };
  chat.server.handle(chat.desk.handler(({ path }) => (path === "/api/health" ? { body: empty } : undefined)));
  await chat.open();
  expect(await screen.findByText("O catálogo ainda está vazio")).toBeInTheDocument();
  const file = screen.getByRole("link", { name: "Importar um arquivo" });
  expect(file).toHaveAttribute("href", "#/catalog/import");
  expect(screen.queryByText("Qual fungicida serve para ferrugem da soja?")).toBeNull();
});

test("a conversation over an empty catalog says that there is nothing to answer from, and loads the demo", async () => {
  const empty = { ...status, items: 0, activeItems: 0, faqs: 0 };
  let isLoaded = false;
  chat.server.handle(
    chat.desk.handler(({ path }) => {
      if (path === "/api/health") return { body: isLoaded ? status : empty };
      if (path !== "/api/catalog/demo") return undefined;
      isLoaded = true;
      return { body: { items: 250, faqs: 3 } };
    }),
  );
  chat.desk.add("c1", [questionMessage("u1", null, "pergunta"), answerMessage("a1", "u1")]);
  const { user } = await chat.open("#/chat?c=c1");
  const said = /O catálogo ainda está vazio: não há de onde tirar respostas/;
  expect(await screen.findByText(said)).toBeVisible();
  const file = screen.getByRole("link", { name: "Importar um arquivo" });
  expect(file).toHaveAttribute("href", "#/catalog/import");
  await user.click(screen.getByRole("button", { name: "Carregar a demonstração" }));
  expect(await screen.findByText("Demonstração carregada: 250 itens.")).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByText(said)).toBeNull());
});

test("prices are those of the list that is chosen for the conversation, at the desk alone", async () => {
  const list = (id: string, name: string, isValidToday: boolean) => ({ id, name, isValidToday });
  const body = [list("l1", "Atacado", true), list("l2", "Safra passada", false)];
  chat.server.handle(chat.desk.handler(({ path }) => (path === "/api/price-lists" ? { body } : undefined)));
  const { user } = await chat.open();
  const prices = await screen.findByRole("combobox", { name: "Tabela de preços" });
  expect(
    within(prices)
      .getAllByRole("option")
      .map(({ textContent }) => textContent),
  ).toEqual(["Preços do balcão", "Atacado"]);
  await user.type(await box(), "ureia?{Enter}");
  const first = await chat.turn();
  expect(first.body["priceList"]).toBeNull();
  beginAnswer(first);
  first.stream.send(makeDone({ priceList: { id: "l1", name: "Atacado" } }));
  expect(await screen.findByText("Tabela Atacado")).toBeVisible();

  await user.selectOptions(await screen.findByRole("combobox", { name: "Tabela de preços" }), "Atacado");
  await user.type(await box(), "e a granel?{Enter}");
  expect((await chat.turn(2)).body["priceList"]).toBe("l1");
});

test("a list that is chosen before the first question stays where the first answer names none", async () => {
  const body = [{ id: "l1", name: "Atacado", isValidToday: true }];
  chat.server.handle(chat.desk.handler(({ path }) => (path === "/api/price-lists" ? { body } : undefined)));
  const { user } = await chat.open();
  await user.selectOptions(await screen.findByRole("combobox", { name: "Tabela de preços" }), "Atacado");
  await user.type(await box(), "ureia?{Enter}");
  const first = await chat.turn();
  expect(first.body["priceList"]).toBe("l1");
  beginAnswer(first);
  first.stream.send(makeDone({ answer: "Sem resposta." }));
  await inAnswer("Sem resposta.");
  await waitFor(() => expect(window.location.hash).toBe("#/chat?c=c1"));
  expect(screen.getByRole("combobox", { name: "Tabela de preços" })).toHaveDisplayValue("Atacado");
  await user.type(await box(), "e a granel?{Enter}");
  expect((await chat.turn(2)).body["priceList"]).toBe("l1");
});

describe("a question", () => {
  test("is answered step by step, word by word, with its sources", async () => {
    const { user } = await chat.open();
    await user.type(await box(), "fungicida para soja?{Enter}");
    const asking = await chat.turn();
    expect(asking.body).toMatchObject({ message: "fungicida para soja?", stream: true });
    expect(asking.body["operationId"]).toMatch(/^[0-9a-f-]{36}$/);
    expect(await screen.findByText("fungicida para soja?")).toBeInTheDocument();

    beginAnswer(asking);
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

    chat.desk.add("c1", [questionMessage("u1", null, "fungicida para soja?"), answerMessage("a1", "u1")], {
      title: "Fungicida",
    });
    asking.stream.send(makeDone());
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
    chat.desk.add("c1", [questionMessage("u1", null, "primeira"), answerMessage("a1", "u1")]);
    const { user } = await chat.open("#/chat?c=c1");
    await screen.findByText("primeira");
    await user.type(await box(), "e o mais barato?{Enter}");
    const asking = await chat.turn();
    expect(asking.body).toMatchObject({ conversationId: "c1", parentId: "a1" });
    beginAnswer(asking, { conversationId: "c1", userMessageId: "u2", messageId: "a2" });
    asking.stream.send(makeDone({ userMessageId: "u2", messageId: "a2", answer: "O segundo." }));
    asking.stream.end();
    await inAnswer("O segundo.");
    // What is known needs no asking: the conversation has been fetched once, when it was opened.
    expect(chat.desk.sent("GET", "/api/conversations/c1")).toHaveLength(1);
  });

  test("begins lines with Shift and Enter, and is not sent blank or too long", async () => {
    const { user } = await chat.open();
    await user.type(await box(), "   {Enter}um{Shift>}{Enter}{/Shift}dois 1/2");
    expect(await box()).toHaveValue("   um\ndois 1/2");
    expect(chat.desk.turns).toHaveLength(0);
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

describe("the list of conversations", () => {
  test("deletes with a way back", async () => {
    chat.desk.add("c1", [questionMessage("u1", null, "pergunta"), answerMessage("a1", "u1")], {
      title: "Adubo",
    });
    const { user } = await chat.open("#/chat?c=c1");
    const list = await screen.findByRole("complementary", { name: "Conversas" });
    await user.click(await within(list).findByRole("button", { name: "Opções de Adubo" }));
    await user.click(await screen.findByRole("menuitem", { name: "Excluir" }));
    await screen.findByText("“Adubo” foi excluída.");
    await waitFor(() => expect(window.location.hash).toBe("#/chat"));
    await user.click(screen.getByRole("button", { name: "Desfazer" }));
    await waitFor(() => expect(chat.desk.sent("POST", "/api/conversations/c1/restore")).toHaveLength(1));
    await waitFor(() => expect(window.location.hash).toBe("#/chat?c=c1"));
  });

  test("leaves open what is opened while another one is being deleted", async () => {
    for (const [id, title] of [
      ["c1", "Adubo"],
      ["c2", "Calcário"],
    ] as const)
      chat.desk.add(id, [questionMessage(`u-${id}`, null, "pergunta"), answerMessage(`a-${id}`, `u-${id}`)], {
        title,
      });
    const deletion = holdAnswers();
    chat.server.handle(
      chat.desk.handler(({ method }) =>
        method === "DELETE" ? { body: { id: "c1" }, after: deletion.until } : undefined,
      ),
    );
    const { user } = await chat.open("#/chat?c=c1");
    const list = await screen.findByRole("complementary", { name: "Conversas" });
    await user.click(await within(list).findByRole("button", { name: "Opções de Adubo" }));
    await user.click(await screen.findByRole("menuitem", { name: "Excluir" }));
    await user.click(within(list).getByRole("link", { name: /^Calcário/ }));
    await waitFor(() => expect(window.location.hash).toBe("#/chat?c=c2"));
    deletion.release();
    await screen.findByText("“Adubo” foi excluída.");
    expect(window.location.hash).toBe("#/chat?c=c2");
  });

  test("renames in place, pins, and searches the texts", async () => {
    chat.desk.add("c1", [questionMessage("u1", null, "pergunta"), answerMessage("a1", "u1")], {
      title: "Adubo",
    });
    const { user } = await chat.open("#/chat");
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
      expect(chat.desk.sent("PUT", "/api/conversations/c1").at(-1)).toMatchObject({ pinned: true }),
    );
    await user.type(within(list).getByRole("searchbox"), "ferrugem");
    await waitFor(() =>
      expect(chat.server.received.some(({ path }) => path.includes("text=ferrugem"))).toBe(true),
    );
  });

  test("Escape empties the search through their texts, and all are there again", async () => {
    chat.desk.add("c1", [questionMessage("u1", null, "pergunta"), answerMessage("a1", "u1")], {
      title: "Adubo",
    });
    const none = { body: { conversations: [], total: 0 } };
    chat.server.handle(chat.desk.handler(({ path }) => (path.includes("text=ferrugem") ? none : undefined)));
    const { user } = await chat.open("#/chat");
    const list = await screen.findByRole("complementary", { name: "Conversas" });
    const search = within(list).getByRole("searchbox");
    await user.type(search, "ferrugem");
    expect(await within(list).findByText("Nenhuma conversa com esse texto.")).toBeInTheDocument();
    await user.keyboard("{Escape}");
    expect(search).toHaveValue("");
    await waitFor(() => expect(search).toHaveFocus());
    expect(await within(list).findByText("Adubo")).toBeInTheDocument();
  });

  test("what the search found of an answer is shown without its signs of Markdown", async () => {
    const found = [conversation("c1", { excerpt: "…**Ferrugen 200 SC** · R$ 100,00 [1] - **Outro" })];
    chat.server.handle(
      chat.desk.handler(({ path }) =>
        path.includes("text=ferrugen") ? { body: { conversations: found, total: 1 } } : undefined,
      ),
    );
    const { user } = await chat.open("#/chat");
    const list = within(await screen.findByRole("complementary", { name: "Conversas" }));
    await user.type(list.getByRole("searchbox"), "ferrugen");
    const link = await list.findByRole("link", { name: /Conversa c1/ });
    expect(link).toHaveTextContent("…Ferrugen 200 SC · R$ 100,00 Outro");
    expect(link).not.toHaveTextContent(/\*\*/);
  });

  test("a new conversation by its key leaves the old one as it is", async () => {
    chat.desk.add("c1", [questionMessage("u1", null, "pergunta"), answerMessage("a1", "u1")]);
    const { user } = await chat.open("#/chat?c=c1");
    await screen.findByText("pergunta");
    await user.keyboard("{Alt>}n{/Alt}");
    expect(await screen.findByText("Pergunte como o cliente perguntou")).toBeInTheDocument();
    await waitFor(async () => expect(await box()).toHaveFocus());
    await waitFor(() => expect(window.location.hash).toBe("#/chat"));
  });
});

describe("around the thread", () => {
  test("an answer goes on while another page is looked at", async () => {
    const { user } = await chat.open();
    await user.type(await box(), "pergunta{Enter}");
    const asking = await chat.turn();
    beginAnswer(asking);
    await waitFor(() => expect(window.location.hash).toBe("#/chat?c=c1"));
    await user.click(screen.getByRole("link", { name: "Buscar" }));
    asking.stream.send(makeDone({ answer: "Pronta." }));
    asking.stream.end();
    await user.click(screen.getByRole("link", { name: "Conversar" }));
    expect(await inAnswer("Pronta.")).toBeInTheDocument();
  });

  test("without a connection nothing can be sent, and that is said", async () => {
    const { user } = await chat.open();
    await user.type(await box(), "pergunta");
    chat.server.handle(chat.desk.handler(() => ({ hangUp: true })));
    expect(await screen.findByText(/não é possível enviar agora/)).toBeInTheDocument();
    expect(await screen.findByText("sem conexão")).toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole("button", { name: "Enviar" })).toBeDisabled());
  });

  test("what is missing is named by badges", async () => {
    const warnings = [{ code: "noEmbedder", message: "" }];
    chat.server.handle(
      chat.desk.handler(({ path }) =>
        path === "/api/health" ? { body: { ...status, chatModel: "modelo-exemplo", warnings } } : undefined,
      ),
    );
    await chat.open();
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
    chat.desk.add("c1", [questionMessage("u1", null, evil), hostile], { title: evil, excerpt: evil });
    await chat.open("#/chat?c=c1");
    await screen.findByRole("article", { name: "Resposta do Celeiro" });
    expect(document.querySelector("img")).toBeNull();
    expect(window).not.toHaveProperty("hacked");
  });

  test("speaks English", async () => {
    chat.desk.add("c1", [questionMessage("u1", null, "question"), answerMessage("a1", "u1")]);
    await chat.open("#/chat?c=c1", "en");
    expect(await screen.findByRole("button", { name: "Answered in 2.3 s" })).toBeInTheDocument();
    expect(screen.getByRole("textbox", { name: "Your question" })).toBeInTheDocument();
    await act(() => Promise.resolve());
  });
});
