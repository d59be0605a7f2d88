import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import type { Data } from "../../../api/command";
import { answerMessage, questionMessage, step } from "../../../test/chat";
import {
  beginAnswer,
  box,
  delta,
  expectAccessible,
  inAnswer,
  makeDone,
  serveChat,
} from "../../../test/chatPage";

const chat = serveChat();

describe("an answer that does not come to its end", () => {
  test("counts its retries by how many there are", async () => {
    const { user } = await chat.open();
    await user.type(await box(), "pergunta{Enter}");
    const asking = await chat.turn();
    beginAnswer(asking);
    asking.stream.send(step("write", "retrying", { attempt: 4, attempts: 4 }));
    expect(await screen.findByText("tentativa 4 de 4")).toBeInTheDocument();
    asking.stream.send(makeDone());
    asking.stream.end();
  });

  test("is stopped by Escape, and what there is stays", async () => {
    const { user } = await chat.open();
    await user.type(await box(), "pergunta{Enter}");
    const asking = await chat.turn();
    beginAnswer(asking);
    asking.stream.send(delta("Metade da resp"));
    await screen.findByText("Metade da resp");
    await user.keyboard("{Escape}");
    await waitFor(() =>
      expect(chat.desk.sent("POST", `/api/turns/${String(asking.body["operationId"])}/stop`)).toHaveLength(1),
    );
    expect(await screen.findByText("Parando…")).toBeInTheDocument();
    asking.stream.send(makeDone({ state: "stopped", answer: "Metade da resp" }));
    asking.stream.end();
    expect(await screen.findByText(/^Parada por você/)).toBeInTheDocument();
    expect(await inAnswer("Metade da resp")).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByText("Parando…")).toBeNull());
  });

  test("keeps its words where the connection breaks, says so, and is asked for again", async () => {
    const { user } = await chat.open();
    await user.type(await box(), "pergunta{Enter}");
    const asking = await chat.turn();
    beginAnswer(asking);
    asking.stream.send(delta("Metade da resposta"));
    await screen.findByText("Metade da resposta");
    chat.desk.add("c1", [questionMessage("u1", null, "pergunta")]);
    asking.stream.cut();
    const alert = await screen.findByRole("alert");
    expect(alert).toHaveTextContent("A resposta foi cortada.");
    expect(alert).toHaveTextContent("broken_off");
    expect(screen.getByText("Metade da resposta")).toBeInTheDocument();
    await waitFor(() => expect(chat.desk.sent("GET", "/api/conversations/c1")).not.toHaveLength(0));
    await user.click(within(alert).getByRole("button", { name: "Tentar de novo" }));
    expect((await chat.turn(2)).body).toMatchObject({ regenerate: "u1", conversationId: "c1" });
  });

  test("says first what happened and what to do, and folds away what technicians read", async () => {
    const { user } = await chat.open();
    await user.type(await box(), "pergunta{Enter}");
    const asking = await chat.turn();
    beginAnswer(asking);
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
    chat.desk.add("c1", [questionMessage("u1", null, "pergunta"), composed]);
    await chat.open("#/chat?c=c1");
    const first = await screen.findByText(/Um administrador precisa conferir/);
    expect(first).toHaveTextContent(/^O provedor não aceita a chave\. Um administrador/);
    expect(screen.getByText("bad key").closest("details")).not.toHaveAttribute("open");
    await expectAccessible();
  });

  test("that the program never heard of is asked for under the same id", async () => {
    chat.server.handle(
      chat.desk.handler(({ path }) => (path === "/api/chat" ? { hangUp: true } : undefined)),
    );
    const { user } = await chat.open();
    await user.type(await box(), "pergunta{Enter}");
    const alert = await screen.findByRole("alert");
    const first = chat.server.received.findLast(({ path }) => path === "/api/chat");
    chat.server.handle(chat.desk.handler());
    await user.click(within(alert).getByRole("button", { name: "Tentar de novo" }));
    const { operationId } = JSON.parse(first?.body ?? "") as { operationId: string };
    expect((await chat.turn()).body).toMatchObject({ message: "pergunta", operationId });
  });

  test("a message that the program never heard of is back in the box where another one is sent", async () => {
    chat.server.handle(
      chat.desk.handler(({ path }) => (path === "/api/chat" ? { hangUp: true } : undefined)),
    );
    const { user } = await chat.open();
    await user.type(await box(), "pergunta longa{Enter}");
    await screen.findByRole("alert");
    chat.server.handle(chat.desk.handler());
    await user.type(await box(), "outra{Enter}");
    expect((await chat.turn()).body).toMatchObject({ message: "outra" });
    expect(await box()).toHaveValue("pergunta longa");
  });

  test("a message without an answer offers one", async () => {
    chat.desk.add("c1", [questionMessage("u1", null, "sem resposta")]);
    const { user } = await chat.open("#/chat?c=c1");
    await user.click(await screen.findByRole("button", { name: "Responder agora" }));
    expect((await chat.turn()).body).toMatchObject({ regenerate: "u1" });
  });
});

describe("branches", () => {
  test("an edited message begins one, and the way back is kept", async () => {
    chat.desk.add("c1", [
      questionMessage("u1", null, "primeira"),
      answerMessage("a1", "u1", { answer: "Resposta um." }),
    ]);
    const { user } = await chat.open("#/chat?c=c1");
    await user.click(await screen.findByRole("button", { name: "Editar a mensagem" }));
    await waitFor(() => expect(screen.getByRole("textbox", { name: "Editar a mensagem" })).toHaveFocus());
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.getByRole("button", { name: "Editar a mensagem" })).toHaveFocus());
    await user.keyboard("{Enter}");
    const again = screen.getByRole("textbox", { name: "Editar a mensagem" });
    await user.clear(again);
    await user.type(again, "outra{Enter}");
    await waitFor(async () => expect(await box()).toHaveFocus());
    const asking = await chat.turn();
    expect(asking.body).toMatchObject({ message: "outra", fromStart: true, conversationId: "c1" });
    beginAnswer(asking, { conversationId: "c1", userMessageId: "u2", messageId: "a2" });
    asking.stream.send(makeDone({ userMessageId: "u2", messageId: "a2", answer: "Resposta dois." }));
    asking.stream.end();
    await inAnswer("Resposta dois.");
    await waitFor(() => expect(screen.queryByText("Resposta um.")).toBeNull());
    expect(await screen.findByText("2/2")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Versão anterior" }));
    expect(await screen.findByText("Resposta um.")).toBeInTheDocument();
    await waitFor(() =>
      expect(chat.desk.sent("PUT", "/api/conversations/c1").at(-1)).toMatchObject({ activeId: "a1" }),
    );
  });

  test("a second answer stands beside the first", async () => {
    chat.desk.add("c1", [questionMessage("u1", null, "primeira"), answerMessage("a1", "u1")]);
    const { user } = await chat.open("#/chat?c=c1");
    await user.click(await screen.findByRole("button", { name: "Responder de novo" }));
    const asking = await chat.turn();
    expect(asking.body).toMatchObject({ regenerate: "u1" });
    expect(screen.getAllByText("primeira")).toHaveLength(1);
    beginAnswer(asking, { conversationId: "c1", userMessageId: "u1", messageId: "a2" });
    asking.stream.send(makeDone({ messageId: "a2", answer: "Outra resposta." }));
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
    chat.desk.add("c1", [questionMessage("u1", null, "pergunta"), answerMessage("a1", "u1", cautious)]);
    const { user } = await chat.open("#/chat?c=c1");
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
    expect(chat.desk.sent("POST", "/api/rag/search")).toHaveLength(0);
  });

  test("a sentence that no source carries is marked, and named below", async () => {
    chat.desk.add("c1", [questionMessage("u1", null, "pergunta"), answerMessage("a1", "u1", cautious)]);
    await chat.open("#/chat?c=c1");
    const note = await screen.findByRole("complementary", { name: "Confira antes de informar ao cliente" });
    expect(note).toHaveTextContent("Dose que a fonte não traz: 2 litros");
    expect(document.querySelector("mark[title]")).toHaveTextContent("A dose é de 2 litros.");
    await expectAccessible();
  });

  test("its trace shows the exact text that the model was given", async () => {
    chat.desk.add("c1", [questionMessage("u1", null, "pergunta"), answerMessage("a1", "u1")]);
    const { user } = await chat.open("#/chat?c=c1");
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

  test("its searches and rounds are run again from its trace, and what differs is told", async () => {
    const call = { iteration: 1, before: "ok", now: "ok", records: [] };
    const replay: Data<"replayTrace"> = {
      id: "t1",
      same: false,
      searches: [{ tool: "searchCatalog", query: "óleo", same: true, before: [], now: [], differences: [] }],
      calls: [
        { ...call, tool: "catalog_search", arguments: {}, now: null, verdict: "amongSearches" },
        {
          ...call,
          tool: "get_item",
          arguments: { item: "A-1" },
          verdict: "different",
          records: ["[1] <b>Ureia</b>"],
        },
        { ...call, tool: "set_price", arguments: { item: "A-1" }, now: null, verdict: "notRun" },
      ],
    };
    let asked = 0;
    const answer = ({ path }: { path: string }) => {
      if (!path.includes("/replay")) return undefined;
      asked++;
      return { body: replay };
    };
    chat.server.handle(chat.desk.handler(answer));
    chat.desk.add("c1", [questionMessage("u1", null, "pergunta"), answerMessage("a1", "u1")]);
    const { user } = await chat.open("#/chat?c=c1");
    await user.click(await screen.findByRole("button", { name: "Como esta resposta foi feita" }));
    const trace = await screen.findByRole("dialog", { name: "Como esta resposta foi feita" });
    const run = await within(trace).findByRole("button", { name: "Repetir com os dados de hoje" });
    expect(asked).toBe(0);
    await user.click(run);
    expect(await within(trace).findByText("Diferente do que foi:")).toBeInTheDocument();
    expect(run).toHaveFocus();
    expect(within(trace).getByText("diferente")).toBeInTheDocument();
    expect(within(trace).getByText("[1] <b>Ureia</b>")).toBeInTheDocument();
    expect(within(trace).getByText("não se repete")).toBeInTheDocument();
    expect(within(trace).queryByText("entre as buscas")).not.toBeInTheDocument();
    await expectAccessible();
    await user.click(run);
    await waitFor(() => expect(asked).toBe(2));
  });

  test("without a model says so once, in its own words", async () => {
    const composed = answerMessage("a1", "u1", {
      state: "composed",
      model: null,
      answer: "Encontrei: Produto 1 [1]\n\n_Resposta montada a partir da busca, sem modelo de linguagem._",
    });
    chat.desk.add("c1", [questionMessage("u1", null, "pergunta"), composed]);
    await chat.open("#/chat?c=c1");
    const answer = await screen.findByRole("article", { name: "Resposta do Celeiro" });
    expect(await within(answer).findByText(/sem modelo de linguagem/)).toBeInTheDocument();
    expect(within(answer).getAllByText(/sem (um )?modelo/i)).toHaveLength(1);
    // The state of the whole desk stands above the thread.
    expect(await screen.findByText("sem modelo")).toBeInTheDocument();
  });
});
