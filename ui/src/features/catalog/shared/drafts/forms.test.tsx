/** What the forms of questions and of synonyms leave unsaved. */
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Faq } from "../../../../api/types";
import { healthy, renderApp } from "../../../../test/app";
import { asksBeforeClosing } from "../../../../test/leaving";
import { startServer, type TestServer } from "../../../../test/server";

const faq: Faq = {
  id: "a",
  externalId: null,
  question: "Qual o prazo?",
  answer: "Até 30 dias.",
  tags: [],
  status: "ativo",
  approvedAt: null,
  approval: "none",
  createdAt: "2026-01-01T00:00:00Z",
  updatedAt: "2026-01-01T00:00:00Z",
  version: 1,
};
const group = { id: 7, kind: "culture", name: "soja", terms: ["soja", "sojal"], version: 1 };

let server: TestServer;
let isDeleted: boolean;
beforeEach(async () => {
  isDeleted = false;
  server = await startServer(
    healthy(({ method, path }) => {
      if (path.startsWith("/api/synonyms") && method === "GET") return { body: [group] };
      if (!path.startsWith("/api/faqs")) return undefined;
      if (path === "/api/faqs/grid")
        return { body: { rows: isDeleted ? [] : [{ faq, deleted: false }], total: isDeleted ? 0 : 1 } };
      if (method !== "GET") isDeleted = method === "DELETE";
      return { body: faq };
    }),
  );
});
afterEach(() => server.close());

const answer = () => screen.findByRole("textbox", { name: /Resposta/ });
const undo = async (user: Awaited<ReturnType<typeof renderApp>>["user"], said: string) => {
  const toast = (await screen.findByText(said)).closest("[role=status]") as HTMLElement;
  await user.click(within(toast).getByRole("button", { name: "Desfazer" }));
};

test("a question asks before the tab is closed, and is counted and named out of sight", async () => {
  const { user } = await renderApp(server, "#/catalog/faqs?faq=a");
  await user.type(await answer(), " Com nota.");
  await waitFor(() => expect(asksBeforeClosing()).toBe(true));
  await user.click(screen.getByRole("link", { name: "Sinônimos" }));
  expect(await screen.findByRole("link", { name: "Catálogo, 1 formulário não salvo" })).toBeInTheDocument();
  expect(asksBeforeClosing()).toBe(true);
  await user.click(screen.getByRole("button", { name: "Voltar a Qual o prazo?" }));
  expect(await answer()).toHaveValue("Até 30 dias. Com nota.");
  await waitFor(() => expect(screen.getByRole("link", { name: "Catálogo" })).toBeInTheDocument());
});

test("a question that was discarded comes back", async () => {
  const { user } = await renderApp(server, "#/catalog/faqs?faq=a");
  await user.type(await answer(), " Com nota.");
  await user.click(screen.getByRole("button", { name: "Descartar" }));
  expect(await answer()).toHaveValue("Até 30 dias.");
  expect(asksBeforeClosing()).toBe(false);
  await undo(user, "Alterações não salvas descartadas.");
  expect(await answer()).toHaveValue("Até 30 dias. Com nota.");
});

test("a question that is deleted and brought back has its unsaved text again", async () => {
  const { user } = await renderApp(server, "#/catalog/faqs?faq=a");
  await user.type(await answer(), " Com nota.");
  await user.click(screen.getByRole("button", { name: "Excluir" }));
  await undo(user, "Pergunta excluída");
  await waitFor(() => expect(isDeleted).toBe(false));
  await user.click(await screen.findByRole("button", { name: "Voltar a Qual o prazo?" }));
  expect(await answer()).toHaveValue("Até 30 dias. Com nota.");
});

test("a group of synonyms asks before the tab is closed, and is counted out of sight", async () => {
  const { user } = await renderApp(server, "#/catalog/synonyms?group=7");
  await user.type(await screen.findByLabelText("Sinônimos", { selector: "input" }), "soja-grão{Enter}");
  await waitFor(() => expect(asksBeforeClosing()).toBe(true));
  await user.click(screen.getByRole("link", { name: "Perguntas e respostas" }));
  await user.click(await screen.findByRole("button", { name: "Voltar a soja" }));
  expect(await screen.findByText("soja-grão")).toBeInTheDocument();
});
