import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { answerMessage, questionMessage } from "../../../../test/chat";
import { expectAccessible, serveChat } from "../../../../test/chatPage";
import { hit, item, response } from "../../../../test/records";

const chat = serveChat();

describe("feedback", () => {
  test("a thumb down asks why, and a second press takes it back", async () => {
    chat.desk.add("c1", [questionMessage("u1", null, "pergunta"), answerMessage("a1", "u1")]);
    const { user } = await chat.open("#/chat?c=c1");
    await user.click(await screen.findByRole("button", { name: "Resposta ruim" }));
    expect(screen.getByRole("button", { name: "Enviar avaliação" })).toBeDisabled();
    await user.click(screen.getByRole("radio", { name: "Faltou um produto" }));
    await user.type(screen.getByRole("textbox", { name: "Conte mais, se quiser" }), "o Orkestra");
    await user.click(screen.getByRole("button", { name: "Enviar avaliação" }));
    const given = { rating: "down", reason: "missing-item", note: "o Orkestra" };
    const path = "/api/messages/a1/feedback";
    await waitFor(() => expect(chat.desk.sent("PUT", path)).toEqual([{ feedback: given }]));
    const thumb = screen.getByRole("button", { name: "Resposta ruim" });
    await waitFor(() => expect(thumb).toHaveAttribute("aria-pressed", "true"));
    const remark = screen.getByText(/O que está errado: Faltou um produto/);
    expect(remark).toHaveTextContent("O que está errado: Faltou um produto · o Orkestra");
    await user.click(thumb);
    await waitFor(() => expect(chat.desk.sent("PUT", path).at(-1)).toEqual({ feedback: null }));
  });

  /** A desk with an answer, whose catalog holds one product for every word looked for. */
  function serveReports() {
    chat.desk.add("c1", [questionMessage("u1", null, "pergunta"), answerMessage("a1", "u1")]);
    const cases = [{ setId: "s1", setName: "Respostas ruins", queryId: "q", query: "x" }];
    chat.server.handle(
      chat.desk.handler(({ path, body }) => {
        if (path === "/api/messages/a1/report") return { body: { message: null, cases } };
        if (path !== "/api/rag/search") return undefined;
        const { kind, query } = JSON.parse(body) as { kind: string; query: string };
        return { body: response(kind === "items" ? [hit(item(query))] : []) };
      }),
    );
  }
  const sentTo = (path: string) =>
    chat.server.received.filter((one) => one.path === path).map(({ body }) => JSON.parse(body) as unknown);

  test("with ticks and an expected record becomes a test in one press", async () => {
    serveReports();
    const { user } = await chat.open("#/chat?c=c1");
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
    serveReports();
    const { user } = await chat.open("#/chat?c=c1");
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
    serveReports();
    const { user } = await chat.open("#/chat?c=c1");
    await user.click(await screen.findByRole("button", { name: "Resposta ruim" }));
    const field = screen.getByRole("textbox", { name: "O que deveria estar aqui?" });
    await user.type(field, "certo{Escape}");
    expect(field).toHaveValue("");
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("form", { name: "O que há de errado na resposta" })).toBeNull();
    await waitFor(() => expect(screen.getByRole("button", { name: "Resposta ruim" })).toHaveFocus());
  });

  test("that is refused is taken back on screen, and said", async () => {
    chat.desk.add("c1", [questionMessage("u1", null, "pergunta"), answerMessage("a1", "u1")]);
    const refusal = { status: 409, body: { code: "conflict", message: "Já avaliada.", details: null } };
    chat.server.handle(
      chat.desk.handler(({ path }) => (path.startsWith("/api/messages/") ? refusal : undefined)),
    );
    const { user } = await chat.open("#/chat?c=c1");
    await user.click(await screen.findByRole("button", { name: "Boa resposta" }));
    expect(await screen.findByText("Já avaliada.")).toBeInTheDocument();
    const thumb = screen.getByRole("button", { name: "Boa resposta" });
    await waitFor(() => expect(thumb).toHaveAttribute("aria-pressed", "false"));
  });
});
