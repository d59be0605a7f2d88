import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Faq } from "../../../api/types";
import { healthy, renderApp } from "../../../test/app";
import { startServer, type Answer, type TestServer } from "../../../test/server";

const faq = (id: string, question: string, change: Partial<Faq> = {}): Faq => ({
  id,
  externalId: null,
  question,
  answer: "Até 30 dias.",
  tags: [],
  status: "ativo",
  createdAt: "2026-01-01T00:00:00Z",
  updatedAt: "2026-01-01T00:00:00Z",
  version: 1,
  ...change,
});

let server: TestServer;
beforeEach(async () => {
  server = await startServer(healthy());
});
afterEach(async () => {
  cleanup();
  await server.close();
});

/** A server with these FAQs; `write` answers what is saved. */
function having(faqs: Faq[], write: (body: Partial<Faq>) => Answer) {
  server.handle(
    healthy(({ method, path, body }) => {
      if (!path.startsWith("/api/faqs")) return undefined;
      const id = path.split("?")[0]?.split("/")[3];
      if (method === "GET" && id === undefined) return { body: { rows: faqs, total: faqs.length } };
      if (method === "GET") return { body: faqs.find((one) => one.id === id) };
      return write(JSON.parse(body || "{}") as Partial<Faq>);
    }),
  );
}

const open = () => renderApp(server, "#/catalog/faqs");

describe("the FAQ desk", () => {
  test("a new question starts as a draft and is there afterwards", async () => {
    const faqs: Faq[] = [];
    having(faqs, (body) => {
      faqs.push(faq("n", body.question ?? "", body));
      return { body: faqs[0] };
    });
    const { user } = await open();
    expect(await screen.findByText("Ainda não há perguntas. Crie a primeira.")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Nova pergunta" }));
    await user.type(screen.getByRole("textbox", { name: "Pergunta" }), "Qual o prazo de troca?");
    await user.type(screen.getByRole("textbox", { name: /Resposta/ }), "30 dias.");
    await user.keyboard("{Control>}s{/Control}");
    await waitFor(() =>
      expect(faqs[0]).toMatchObject({ question: "Qual o prazo de troca?", status: "rascunho" }),
    );
    expect(await screen.findByRole("heading", { name: "Pergunta e resposta" })).toBeInTheDocument();
  });

  test("of two who save, the second sees the other's text and loses neither", async () => {
    const theirs = faq("a", "Qual o prazo?", { answer: "Sete dias, com nota.", version: 2 });
    const sent: Partial<Faq>[] = [];
    having([faq("a", "Qual o prazo?")], (body) => {
      sent.push(body);
      if (body.version === 2) return { body: { ...theirs, ...body, version: 3 } };
      return { status: 409, body: { code: "conflict", message: "conflito", details: { current: theirs } } };
    });
    const { user } = await open();
    await user.click(await screen.findByRole("button", { name: /Qual o prazo/ }));
    const answer = await screen.findByRole("textbox", { name: /Resposta/ });
    await user.type(answer, " Sem taxa.");
    await user.click(screen.getByRole("button", { name: "Salvar" }));
    const conflict = await screen.findByRole("region", { name: /Outra pessoa salvou antes/ });
    expect(within(conflict).getByText("Sete dias, com nota.")).toBeInTheDocument();
    expect(answer).toHaveValue("Até 30 dias. Sem taxa.");
    await user.click(within(conflict).getByRole("button", { name: /Continuar com a minha/ }));
    await user.click(screen.getByRole("button", { name: "Salvar" }));
    await waitFor(() => expect(sent.at(-1)).toMatchObject({ version: 2, answer: "Até 30 dias. Sem taxa." }));
  });

  test("a field that cannot be stored says so where it is", async () => {
    const fields = [{ field: "answer", code: "required", value: "", allowed: "1..100000" }];
    const body = { code: "invalid_fields", message: "não", details: { fields } };
    having([], () => ({ status: 422, body }));
    const { user } = await open();
    await user.click(await screen.findByRole("button", { name: "Nova pergunta" }));
    await user.type(screen.getByRole("textbox", { name: "Pergunta" }), "Sem?");
    await user.click(screen.getByRole("button", { name: "Salvar" }));
    await waitFor(() =>
      expect(screen.getByRole("textbox", { name: /Resposta/ })).toHaveAccessibleDescription(
        /Precisa ser preenchido/,
      ),
    );
  });
});
