import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Faq } from "../../../api/types";
import { healthy, renderApp } from "../../../test/app";
import { status } from "../../../test/records";
import { holdAnswers, startServer, type Answer, type TestServer } from "../../../test/server";

const faq = (id: string, question: string, change: Partial<Faq> = {}): Faq => ({
  id,
  externalId: null,
  question,
  answer: "Até 30 dias.",
  tags: [],
  status: "ativo",
  approvedAt: null,
  approval: "none",
  createdAt: "2026-01-01T00:00:00Z",
  updatedAt: "2026-01-01T00:00:00Z",
  version: 1,
  ...change,
});

let server: TestServer;
beforeEach(async () => {
  sessionStorage.clear();
  server = await startServer(healthy());
});
afterEach(async () => {
  vi.restoreAllMocks();
  cleanup();
  await server.close();
});

/** A server with these FAQs; `write` answers what is saved. */
function having(faqs: Faq[], write: (body: Partial<Faq>) => Answer) {
  server.handle(
    healthy(({ method, path, body }) => {
      if (path === "/api/catalog/cells") return { body: approveFaqs(faqs, body) };
      if (!path.startsWith("/api/faqs")) return undefined;
      const id = path.split("?")[0]?.split("/")[3];
      if (id === "grid")
        return { body: { rows: faqs.map((one) => ({ faq: one, deleted: false })), total: faqs.length } };
      if (method === "GET") return { body: faqs.find((one) => one.id === id) };
      return write(JSON.parse(body || "{}") as Partial<Faq>);
    }),
  );
}

/** What the program does with a cell of an approval. */
function approveFaqs(faqs: Faq[], body: string) {
  const { cells } = JSON.parse(body) as { cells: { id: string; version: number; value: string | null }[] };
  const rows = cells.map(({ id, version, value }) => {
    const at = faqs.findIndex((one) => one.id === id);
    const now = faqs[at];
    if (!now || now.version !== version)
      return { id, version: null, error: { code: "conflict", field: null, message: "Mudou", current: now } };
    const approvedAt = value === "now" ? "2026-05-03T14:00:00Z" : value;
    const approval = approvedAt === null ? ("none" as const) : ("approved" as const);
    faqs[at] = { ...now, approvedAt, approval, version: version + 1 };
    return { id, version: version + 1, error: null };
  });
  return { operationId: "op", rows };
}

/** What the list was asked last. */
const askedBodies = () => {
  const last = server.received.filter(({ path }) => path === "/api/faqs/grid").at(-1);
  return JSON.parse(last?.body ?? "{}") as unknown;
};

const open = () => renderApp(server, "#/catalog/faqs");

describe("the FAQ desk without questions", () => {
  const way = (role: "link" | "button", name: string) => screen.queryByRole(role, { name });

  test("leads to a file of questions and to a first one; the demo goes into an empty catalog alone", async () => {
    having([], () => ({ status: 500 }));
    const { user } = await open();
    await screen.findByText(/^Ainda não há perguntas\./);
    expect(way("link", "Escrever a primeira pergunta")).toHaveAttribute("href", "#/catalog/faqs?faq=new");
    expect(way("button", "Carregar a demonstração")).toBeNull();
    await user.click(way("link", "Importar um arquivo") as HTMLElement);
    expect(await screen.findByRole("radio", { name: "Perguntas e respostas" })).toBeChecked();
    const heading = screen.getByRole("heading", { level: 2 });
    await waitFor(() => expect(heading).toHaveFocus());
  });

  test("loads the demo where there are no items either, and the page keeps the focus", async () => {
    const faqs: Faq[] = [];
    const empty = { ...status, items: 0, activeItems: 0, faqs: 0 };
    const answer = healthy(({ path }) => {
      if (path === "/api/health") return { body: empty };
      if (path.startsWith("/api/faqs/grid"))
        return { body: { rows: faqs.map((one) => ({ faq: one, deleted: false })), total: faqs.length } };
      if (path !== "/api/catalog/demo") return undefined;
      faqs.push(faq("d", "Quanto tempo esperar?"));
      return { body: { items: 250, faqs: 1 } };
    });
    server.handle(answer);
    const { user } = await open();
    await user.click(await screen.findByRole("button", { name: "Carregar a demonstração" }));
    expect(await screen.findByText("Quanto tempo esperar?")).toBeInTheDocument();
    await waitFor(() =>
      expect(document.querySelector("main")).toContainElement(document.activeElement as HTMLElement),
    );
    expect(document.body).not.toHaveFocus();
  });

  test("offers none of it where words or filters hide them", async () => {
    having([], () => ({ status: 500 }));
    const { user } = await open();
    await screen.findByText(/^Ainda não há perguntas\./);
    await user.type(screen.getByRole("searchbox", { name: "Procurar nas perguntas" }), "troca");
    expect(await screen.findByText("Nenhuma pergunta assim.")).toBeInTheDocument();
    expect(way("link", "Importar um arquivo")).toBeNull();
  });
});

describe("the FAQ desk", () => {
  test("a new question starts as a draft and is there afterwards", async () => {
    const faqs: Faq[] = [];
    having(faqs, (body) => {
      faqs.push(faq("n", body.question ?? "", body));
      return { body: faqs[0] };
    });
    const { user } = await open();
    expect(await screen.findByText(/^Ainda não há perguntas\./)).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Nova pergunta" }));
    await user.type(screen.getByRole("textbox", { name: "Pergunta" }), "Qual o prazo de troca?");
    await user.type(screen.getByRole("textbox", { name: /Resposta/ }), "30 dias.");
    await user.keyboard("{Control>}s{/Control}");
    await waitFor(() =>
      expect(faqs[0]).toMatchObject({ question: "Qual o prazo de troca?", status: "rascunho" }),
    );
    expect(await screen.findByRole("heading", { name: "Pergunta e resposta" })).toBeInTheDocument();
  });

  /** Another person saves `part` of the question while the form is open; what is typed over it is sent. */
  async function saveAfter(part: Partial<Faq>) {
    const mine = faq("a", "Qual o prazo?");
    const theirs = { ...mine, ...part, version: 2, updatedAt: "2026-05-03T14:00:00Z" };
    const sent: Partial<Faq>[] = [];
    having([mine], (body) => {
      sent.push(body);
      if (body.version === 2) return { body: { ...theirs, ...body, version: 3 } };
      return { status: 409, body: { code: "conflict", message: "conflito", details: { current: theirs } } };
    });
    const { user } = await open();
    await user.click(await screen.findByRole("button", { name: /^Qual o prazo/ }));
    return { user, sent, answer: await screen.findByRole("textbox", { name: /Resposta/ }) };
  }
  const conflict = async () =>
    within(await screen.findByRole("region", { name: /Outra pessoa salvou antes/ }));

  test("of two who save other fields of a question, neither loses any", async () => {
    const { user, sent, answer } = await saveAfter({ answer: "Sete dias, com nota.", status: "inativo" });
    await user.type(screen.getByLabelText("Etiquetas", { selector: "input" }), "troca{Enter}");
    await user.click(screen.getByRole("button", { name: "Salvar" }));
    const box = await conflict();
    await waitFor(() => expect(box.getByRole("heading")).toHaveFocus());
    expect(box.getByRole("alert")).toHaveTextContent(/Vocês mudaram campos diferentes/);
    expect(box.getByText(/só na versão gravada.*: Resposta e Situação\./)).toBeInTheDocument();
    expect(box.getByText(/só por você.*: Etiquetas\./)).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Salvar" })).toBeDisabled();
    await user.click(box.getByRole("button", { name: "Juntar e salvar" }));
    expect(answer).toHaveValue("Sete dias, com nota.");
    await waitFor(() => expect(screen.getByRole("textbox", { name: "Pergunta" })).toHaveFocus());
    await waitFor(() =>
      expect(sent.at(-1)).toMatchObject({
        version: 2,
        answer: "Sete dias, com nota.",
        status: "inativo",
        tags: ["troca"],
      }),
    );
  });

  test("a field that both changed is chosen by itself, before anything is saved", async () => {
    const { user, sent, answer } = await saveAfter({ answer: "Sete dias, com nota.", tags: ["nota"] });
    await user.type(answer, " Sem taxa.");
    await user.type(screen.getByRole("textbox", { name: "Pergunta" }), " Hoje?");
    await user.keyboard("{Control>}{Enter}{/Control}");
    const box = await conflict();
    const choice = within(box.getByRole("group", { name: "Resposta" }));
    expect(choice.getByText("Sete dias, com nota.")).toBeInTheDocument();
    expect(choice.getByText("Até 30 dias. Sem taxa.")).toBeInTheDocument();
    expect(box.getByText("falta escolher 1 campo")).toBeInTheDocument();
    const merge = box.getByRole("button", { name: "Juntar e salvar" });
    expect(merge).toBeDisabled();
    // No key sends it past the choice.
    await user.keyboard("{Control>}s{/Control}");
    await user.click(choice.getByRole("radio", { name: "Seu" }));
    await user.click(merge);
    await waitFor(() => expect(sent).toHaveLength(2));
    const merged = { question: "Qual o prazo? Hoje?", answer: "Até 30 dias. Sem taxa.", tags: ["nota"] };
    expect(sent[1]).toMatchObject({ version: 2, ...merged });
    // The text that was refused is approved by no key either.
    expect(server.received.some(({ path }) => path === "/api/catalog/cells")).toBe(false);
  });

  test("of two who save, the second may take the other's text", async () => {
    const { user, answer } = await saveAfter({ answer: "Sete dias, com nota." });
    await user.type(answer, " Sem taxa.");
    await user.click(screen.getByRole("button", { name: "Salvar" }));
    await user.click((await conflict()).getByRole("radio", { name: "Gravado" }));
    await user.click(screen.getByRole("button", { name: "Juntar e salvar" }));
    expect(answer).toHaveValue("Sete dias, com nota.");
    expect(screen.getByRole("button", { name: "Salvar" })).toBeDisabled();
    await waitFor(() => expect(screen.getByRole("textbox", { name: "Pergunta" })).toHaveFocus());
  });

  test("discarding shows what another person stored, which the refused save has met", async () => {
    const { user, answer } = await saveAfter({ answer: "Sete dias, com nota." });
    await user.type(answer, " Sem taxa.");
    await user.click(screen.getByRole("button", { name: "Salvar" }));
    await conflict();
    await user.click(screen.getByRole("button", { name: "Descartar" }));
    expect(answer).toHaveValue("Sete dias, com nota.");
    expect(screen.queryByRole("region", { name: /Outra pessoa salvou antes/ })).toBeNull();
  });

  test("both versions are there again at once where a conflict was left and come back to", async () => {
    const { user, answer } = await saveAfter({ answer: "Sete dias, com nota." });
    await user.type(answer, " Sem taxa.");
    await user.click(screen.getByRole("button", { name: "Salvar" }));
    await conflict();
    await user.click(screen.getByRole("link", { name: "Sinônimos" }));
    await user.click(await screen.findByRole("button", { name: "Voltar a Qual o prazo?" }));
    await conflict();
    expect(screen.getByRole("textbox", { name: /Resposta/ })).toHaveValue("Até 30 dias. Sem taxa.");
  });

  test("a deleted question can be brought back", async () => {
    having([faq("a", "Qual o prazo?")], () => ({ body: { id: "a" } }));
    const { user } = await open();
    await user.click(await screen.findByRole("button", { name: /^Qual o prazo/ }));
    await user.click(await screen.findByRole("button", { name: "Excluir" }));
    await user.click(await screen.findByRole("button", { name: "Desfazer" }));
    await waitFor(() =>
      expect(server.received.some(({ path }) => path === "/api/faqs/a/restore")).toBe(true),
    );
    expect(screen.queryByRole("textbox", { name: "Pergunta" })).toBeNull();
  });

  test("a question that cannot be deleted says why, and its form stays", async () => {
    const body = { code: "database_stuck", message: "O banco não responde", details: null };
    having([faq("a", "Qual o prazo?")], () => ({ status: 503, body }));
    const { user } = await open();
    await user.click(await screen.findByRole("button", { name: /^Qual o prazo/ }));
    await user.click(await screen.findByRole("button", { name: "Excluir" }));
    expect(await screen.findByText("O banco não responde")).toBeInTheDocument();
    expect(screen.getByRole("textbox", { name: "Pergunta" })).toHaveValue("Qual o prazo?");
  });

  test("an answer is approved in the list by a key, and that is withdrawn by its button", async () => {
    const faqs = [faq("a", "Qual o prazo?")];
    having(faqs, () => ({ status: 500 }));
    const { user } = await open();
    (await screen.findByRole("button", { name: /^Qual o prazo/ })).focus();
    await user.keyboard("a");
    expect(await screen.findByText(/Aprovada em 3 de mai/)).toBeInTheDocument();
    expect(faqs[0]?.approval).toBe("approved");
    await user.click(screen.getByRole("button", { name: "Retirar aprovação: Qual o prazo?" }));
    await waitFor(() => expect(screen.queryByText(/Aprovada em 3 de mai/)).toBeNull());
    expect(faqs[0]?.approvedAt).toBeNull();
  });

  test("a text that was changed is saved before it is approved, and an approval of another text shows", async () => {
    const before = { approvedAt: "2026-01-02T12:00:00Z", approval: "changed" as const };
    const faqs = [faq("a", "Qual o prazo?", before)];
    const sent: Partial<Faq>[] = [];
    having(faqs, (body) => {
      sent.push(body);
      faqs[0] = { ...faq("a", "Qual o prazo?", before), ...body, version: 2 };
      return { body: faqs[0] };
    });
    const { user } = await open();
    await user.click(await screen.findByRole("button", { name: /^Qual o prazo/ }));
    const line = within(await screen.findByRole("region", { name: "Aprovação" }));
    expect(line.getByText(/Aprovada em 2 de jan.*, mudou depois/)).toBeInTheDocument();
    await user.type(screen.getByRole("textbox", { name: /Resposta/ }), " Com nota.");
    expect(line.getByRole("button", { name: "Salvar e aprovar" })).toBeInTheDocument();
    await user.keyboard("{Control>}{Enter}{/Control}");
    expect(await line.findByText(/Aprovada em 3 de mai/)).toBeInTheDocument();
    expect(sent).toMatchObject([{ answer: "Até 30 dias. Com nota.", approvedAt: before.approvedAt }]);
    expect(faqs[0]).toMatchObject({ approval: "approved", version: 3 });
    expect(screen.getByRole("button", { name: "Salvar" })).toBeDisabled();
  });

  test("an approval in the list is no conflict for the form that is open beside it", async () => {
    const faqs = [faq("a", "Qual o prazo?")];
    const sent: Partial<Faq>[] = [];
    having(faqs, (body) => {
      sent.push(body);
      return { body: { ...faqs[0], ...body } };
    });
    const { user } = await open();
    await user.click(await screen.findByRole("button", { name: /^Qual o prazo/ }));
    await user.type(await screen.findByRole("textbox", { name: /Resposta/ }), " Sem taxa.");
    await user.click(screen.getByRole("button", { name: "Aprovar: Qual o prazo?" }));
    await waitFor(() => expect(screen.getAllByText(/Aprovada em 3 de mai/)).toHaveLength(2));
    await user.click(screen.getByRole("button", { name: "Salvar" }));
    await waitFor(() =>
      expect(sent).toMatchObject([
        { version: 2, answer: "Até 30 dias. Sem taxa.", approvedAt: "2026-05-03T14:00:00Z" },
      ]),
    );
  });

  test("of those to approve, the next one has the focus where one was approved out of the list", async () => {
    const faqs = ["a", "b", "c"].map((id) => faq(id, `Pergunta ${id}`));
    const toApprove = () => faqs.filter(({ approval }) => approval !== "approved");
    having(faqs, () => ({ status: 500 }));
    const { user } = await open();
    server.handle(
      healthy(({ path, body }) => {
        if (path === "/api/catalog/cells") return { body: approveFaqs(faqs, body) };
        if (path !== "/api/faqs/grid") return undefined;
        const rows = toApprove().map((one) => ({ faq: one, deleted: false }));
        return { body: { rows, total: rows.length } };
      }),
    );
    await user.selectOptions(await screen.findByRole("combobox", { name: "Aprovação" }), "A aprovar");
    (await screen.findByRole("button", { name: /^Pergunta a/ })).focus();
    await user.keyboard("{ArrowDown}");
    await waitFor(() => expect(screen.getByRole("button", { name: /^Pergunta b/ })).toHaveFocus());
    await user.keyboard("a");
    await waitFor(() => expect(screen.getByRole("button", { name: /^Pergunta c/ })).toHaveFocus());
    expect(toApprove().map(({ id }) => id)).toEqual(["a", "c"]);
  });

  test("an approval that takes the answer out of the list is said, and can be taken back", async () => {
    const faqs = ["a", "b"].map((id) => faq(id, `Pergunta ${id}`));
    const counts = holdAnswers();
    const toApprove = () => faqs.filter(({ approval }) => approval !== "approved");
    server.handle(
      healthy(({ path, body }) => {
        if (path === "/api/catalog/cells") return { body: approveFaqs(faqs, body) };
        if (path === "/api/operations/op/undo")
          return {
            status: 409,
            body: { code: "busy", message: "Uma importação está em curso", details: null },
          };
        if (path === "/api/health" && toApprove().length < 2) return { body: status, after: counts.until };
        if (path !== "/api/faqs/grid") return undefined;
        const rows = toApprove().map((one) => ({ faq: one, deleted: false }));
        return { body: { rows, total: rows.length } };
      }),
    );
    const { user } = await open();
    await user.click(await screen.findByRole("button", { name: "Aprovar: Pergunta a" }));
    expect(await screen.findByText("Resposta aprovada.")).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole("button", { name: /^Pergunta a/ })).toBeNull());
    counts.release();
    await user.click(screen.getByRole("button", { name: "Desfazer" }));
    expect(await screen.findByText("Uma importação está em curso")).toBeInTheDocument();
  });

  test("a deletion is said, and can be taken back, where another question was opened meanwhile", async () => {
    const faqs = [faq("a", "Qual o prazo?"), faq("b", "Há entrega?")];
    const deletion = holdAnswers();
    having(faqs, () => ({ body: { id: "a" }, after: deletion.until }));
    const { user } = await open();
    await user.click(await screen.findByRole("button", { name: /^Qual o prazo/ }));
    await user.click(await screen.findByRole("button", { name: "Excluir" }));
    await user.click(screen.getByRole("button", { name: /^Há entrega/ }));
    await waitFor(() => expect(screen.getByRole("textbox", { name: "Pergunta" })).toHaveValue("Há entrega?"));
    deletion.release();
    expect(await screen.findByText("Pergunta excluída")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Desfazer" })).toBeInTheDocument();
    expect(screen.getByRole("textbox", { name: "Pergunta" })).toHaveValue("Há entrega?");
  });

  test("what was typed is there again after another question was looked at, and gone once it is saved", async () => {
    const faqs = [faq("a", "Qual o prazo?"), faq("b", "Há entrega?")];
    having(faqs, (body) => {
      faqs[0] = { ...faq("a", "Qual o prazo?"), ...body, version: 2 };
      return { body: faqs[0] };
    });
    const { user } = await open();
    await user.click(await screen.findByRole("button", { name: /^Qual o prazo/ }));
    await user.type(await screen.findByRole("textbox", { name: /Resposta/ }), " Sem taxa.");
    await user.click(screen.getByRole("button", { name: /^Há entrega/ }));
    await waitFor(() => expect(screen.getByRole("textbox", { name: "Pergunta" })).toHaveValue("Há entrega?"));
    await user.click(screen.getByRole("button", { name: /^Qual o prazo/ }));
    expect(await screen.findByText(/foram recuperadas/)).toBeInTheDocument();
    expect(screen.getByRole("textbox", { name: /Resposta/ })).toHaveValue("Até 30 dias. Sem taxa.");
    await user.click(screen.getByRole("button", { name: "Salvar" }));
    await waitFor(() => expect(screen.queryByText(/foram recuperadas/)).toBeNull());
    expect(sessionStorage).toHaveLength(0);
  });

  test("a server that has gone takes neither the form nor what was typed", async () => {
    having([faq("a", "Qual o prazo?")], () => ({ status: 500 }));
    const { user } = await open();
    await user.click(await screen.findByRole("button", { name: /^Qual o prazo/ }));
    await user.type(await screen.findByRole("textbox", { name: /Resposta/ }), " Sem taxa.");
    server.handle(
      healthy(({ path }) =>
        path.startsWith("/api/faqs")
          ? { status: 503, body: { code: "unavailable", message: "fora" } }
          : undefined,
      ),
    );
    await user.click(screen.getByRole("link", { name: "Sinônimos" }));
    await waitFor(() => expect(screen.queryByRole("textbox", { name: /Resposta/ })).toBeNull());
    vi.spyOn(Date, "now").mockReturnValue(Date.now() + 60_000);
    history.back();
    await waitFor(() =>
      expect(screen.getByRole("textbox", { name: /Resposta/ })).toHaveValue("Até 30 dias. Sem taxa."),
    );
    await waitFor(() => expect(askedBodies()).toBeTruthy());
    expect(await screen.findByText("Não foi possível ler as perguntas")).toBeInTheDocument();
    expect(screen.getByRole("textbox", { name: /Resposta/ })).toHaveValue("Até 30 dias. Sem taxa.");
  });

  test("the list is asked by approval and in its order", async () => {
    having([], () => ({ status: 500 }));
    const { user } = await open();
    await user.selectOptions(await screen.findByRole("combobox", { name: "Aprovação" }), "A aprovar");
    await user.selectOptions(screen.getByRole("combobox", { name: "Ordem" }), "Aprovadas há mais tempo");
    await waitFor(() =>
      expect(askedBodies()).toMatchObject({
        filters: [{ column: "approval", test: "is", values: ["none", "changed"] }],
        sort: [{ column: "approvedAt", descending: false }],
      }),
    );
    expect(await screen.findByText("Nenhuma pergunta assim.")).toBeInTheDocument();
  });

  test("an approval of a day to come says so where approvals stand, and until when they may be", async () => {
    const fields = [
      { field: "approvedAt", code: "date_in_future", value: "2099-01-01", allowed: "≤ 2026-05-31" },
    ];
    having([faq("a", "Qual o prazo?", { approvedAt: "2099-01-01T12:00:00Z", approval: "approved" })], () => ({
      status: 422,
      body: { code: "invalid_fields", message: "recusado", details: { fields } },
    }));
    const { user } = await open();
    await user.click(await screen.findByRole("button", { name: /^Qual o prazo/ }));
    await user.type(await screen.findByRole("textbox", { name: /Resposta/ }), " Sempre.");
    await user.click(screen.getByRole("button", { name: "Salvar" }));
    const alert = await within(await screen.findByRole("region", { name: "Aprovação" })).findByRole("alert");
    expect(alert).toHaveTextContent(/não pode estar no futuro\. Permitido: até 31 de mai/);
  });

  test("lines that are pasted among the tags are a tag each", async () => {
    const faqs = [faq("a", "Qual a validade?")];
    having(faqs, (body) => ({ body: (faqs[0] = faq("a", "Qual a validade?", { ...body, version: 2 })) }));
    const { user } = await open();
    await user.click(await screen.findByRole("button", { name: /^Qual a validade/ }));
    await user.click(await screen.findByLabelText("Etiquetas", { selector: "input" }));
    await user.paste("soja\nmilho");
    await user.click(screen.getByRole("button", { name: "Salvar" }));
    await waitFor(() => expect(faqs[0]?.tags).toEqual(["soja", "milho"]));
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
