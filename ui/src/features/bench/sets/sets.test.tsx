import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderApp } from "../../../test/app";
import { catchSavedFiles } from "../../../test/page/saved";
import { holdAnswers } from "../../../test/server";
import { expectAccessible, query, set, serveSets } from "../../../test/bench/sets";

const sets = serveSets();

test("the list leads to a set with its figures, and a query is protected by its button", async () => {
  sets.answer();
  const { user } = await renderApp(sets.server, "#/bench/sets");
  await user.click(await screen.findByRole("link", { name: "Balcão" }));
  const row = await screen.findByRole("row", { name: /consulta q1.*0,750/ });
  expect(row).toHaveTextContent("1 / 2");
  const tested = screen.getByRole("row", { name: /consulta q2/ });
  expect(tested).toHaveTextContent("passa");
  expect(within(tested).getByText("deve aparecer: X-a")).toBeInTheDocument();
  expect(within(tested).getByText("não deve aparecer: X-b")).toBeInTheDocument();
  expect(within(tested).getByRole("link", { name: "Ver a resposta de que veio" })).toHaveAttribute(
    "href",
    "#/bench/inspect?trace=m1",
  );
  await expectAccessible();
  await user.click(within(row).getByRole("button", { name: "Proteger “consulta q1”" }));
  await waitFor(() => expect(sets.sent("PUT", "/set-queries/q1")).toMatchObject([{ protected: true }]));
});

test("what protects a query is named, and two figures of judgments say what they count", async () => {
  const list = [
    query("q1", { class: "praga" }),
    query("q2", { class: "praga", protected: true }),
    query("q3", { class: "preço", protected: true }),
    query("q4", { class: "preço", relevantRecords: 3, judgedRecords: 7 }),
  ];
  sets.answer(({ path }) =>
    path.split("?")[0] === "/api/sets/s1" ? { body: { ...set(), list } } : undefined,
  );
  await renderApp(sets.server, "#/bench/sets/s1");
  const protectionIn = async (name: RegExp) =>
    within(await screen.findByRole("row", { name }))
      .getAllByRole("cell")[1]
      ?.textContent.trim();
  expect(await protectionIn(/consulta q1/)).toBe("pela classe");
  expect(await protectionIn(/consulta q2/)).toBe("esta consulta e pela classe");
  expect(await protectionIn(/consulta q3/)).toBe("esta consulta");
  expect(await protectionIn(/consulta q4/)).toBe("");
  expect(screen.getByRole("columnheader", { name: "Relevantes / julgados" })).toBeInTheDocument();
  const legend = /^Relevantes \/ julgados: dos registros julgados, quantos alguém achou relevantes$/;
  expect(screen.getAllByTitle(legend).map(({ textContent }) => textContent)).toContain(
    "Relevantes / julgados3 / 7",
  );
});

test("a query is added by Enter, and the field is free for the next", async () => {
  sets.answer(({ method, path }) =>
    method === "POST" && path === "/api/sets/s1/queries" ? { body: query("q3") } : undefined,
  );
  const { user } = await renderApp(sets.server, "#/bench/sets/s1");
  const field = await screen.findByRole("textbox", { name: "Nova consulta" });
  await user.type(field, "adubo para milho{Enter}");
  await waitFor(() =>
    expect(sets.sent("POST", "/s1/queries")).toMatchObject([{ query: "adubo para milho", class: null }]),
  );
  await waitFor(() => expect(field).toHaveValue(""));
});

test("what is typed while a query is being added stays in the field", async () => {
  const adding = holdAnswers();
  sets.answer(({ method, path }) =>
    method === "POST" && path === "/api/sets/s1/queries"
      ? { body: query("q3"), after: adding.until }
      : undefined,
  );
  const { user } = await renderApp(sets.server, "#/bench/sets/s1");
  const field = await screen.findByRole("textbox", { name: "Nova consulta" });
  await user.type(field, "adubo para milho{Enter}");
  await waitFor(() => expect(sets.sent("POST", "/s1/queries")).toHaveLength(1));
  await user.clear(field);
  await user.type(field, "adubo para soja");
  const countRequests = () =>
    sets.server.received.filter(({ path }) => path.startsWith("/api/sets/s1")).length;
  const before = countRequests();
  adding.release();
  await waitFor(() => expect(countRequests()).toBeGreaterThan(before));
  // Once all is fetched again the button is free.
  await waitFor(() => expect(screen.getByRole("button", { name: "Adicionar" })).toBeEnabled());
  expect(field).toHaveValue("adubo para soja");
});

test("a query is edited where it stands, and what is refused is said at its field", async () => {
  const fields = [{ field: "class", code: "too_long", value: "121", allowed: "0..120" }];
  const refusal = { status: 422, body: { code: "invalid_fields", message: "não", details: { fields } } };
  let refuse = true;
  sets.answer(({ method }) => (method === "PUT" && refuse ? refusal : undefined));
  const { user } = await renderApp(sets.server, "#/bench/sets/s1");
  await user.click(await screen.findByRole("button", { name: "Editar “consulta q1”" }));
  const form = screen.getByRole("form", { name: "Editar “consulta q1”" });
  const text = within(form).getByRole("textbox", { name: "Consulta" });
  await waitFor(() => expect(text).toHaveFocus());
  await user.clear(text);
  await user.keyboard("ferrugem da soja{Enter}");
  const said = await within(form).findByText(/Longo demais.*de 0 a 120/);
  expect(within(form).getByRole("combobox", { name: "Classe" })).toHaveAccessibleDescription(
    said.textContent ?? "",
  );
  await expectAccessible();
  refuse = false;
  await user.keyboard("{Enter}");
  const pencil = await screen.findByRole("button", { name: "Editar “consulta q1”" });
  await waitFor(() => expect(pencil).toHaveFocus());
  expect(sets.sent("PUT", "/set-queries/q1").at(-1)).toMatchObject({
    query: "ferrugem da soja",
    class: "praga",
  });
  await user.keyboard("{Enter}");
  await user.keyboard("nada disto{Escape}");
  expect(await screen.findByRole("row", { name: /consulta q1/ })).toBeInTheDocument();
  expect(sets.sent("PUT", "/set-queries/q1")).toHaveLength(2);
});

test("files that cannot be read say so where they were chosen", async () => {
  const message = "qrels, linha 3: a nota deve ser 0, 1 ou 2 (3)";
  sets.answer(({ path }) =>
    path === "/api/sets/import"
      ? { status: 422, body: { code: "query_set_line", message, details: null } }
      : undefined,
  );
  const { user } = await renderApp(sets.server, "#/bench/sets");
  await user.click(await screen.findByRole("button", { name: "Importar" }));
  const dialog = await screen.findByRole("dialog");
  await user.type(within(dialog).getByRole("textbox", { name: /Nome/ }), "Novo");
  const files = dialog.querySelectorAll<HTMLInputElement>("input[type=file]");
  await user.upload(files[0]!, new File(["a\tadubo\n"], "q.tsv"));
  await user.upload(files[1]!, new File(["a 0 X 3\n"], "r.tsv"));
  expect(within(dialog).getByRole("button", { name: "Importar" })).toBeDisabled();
  await user.type(within(dialog).getByRole("textbox", { name: /De quem são/ }), "Ana");
  await user.click(within(dialog).getByRole("button", { name: "Importar" }));
  expect(await within(dialog).findByText(message)).toBeInTheDocument();
  expect(sets.sent("POST", "/sets/import")).toMatchObject([
    { name: "Novo", judge: "Ana", queries: "a\tadubo\n", qrels: "a 0 X 3\n" },
  ]);
});

test("a set is made from its name alone, and opens", async () => {
  sets.answer(({ method, path }) =>
    method === "POST" && path === "/api/sets" ? { body: set() } : undefined,
  );
  const { user } = await renderApp(sets.server, "#/bench/sets");
  await user.click(await screen.findByRole("button", { name: "Novo conjunto" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Novo conjunto de consultas" }));
  expect(dialog.getByRole("button", { name: "Criar" })).toBeDisabled();
  await user.type(dialog.getByRole("textbox", { name: /Nome/ }), "Balcão{Enter}");
  expect(await screen.findByRole("heading", { name: "Balcão" })).toBeInTheDocument();
  expect(sets.sent("POST", "/sets")).toMatchObject([{ name: "Balcão", kind: "items", protected: false }]);
});

test("a set that is not made after all leaves nothing behind", async () => {
  sets.answer();
  const { user } = await renderApp(sets.server, "#/bench/sets");
  await user.click(await screen.findByRole("button", { name: "Novo conjunto" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Novo conjunto de consultas" }));
  await user.type(dialog.getByRole("textbox", { name: /Nome/ }), "Balcão");
  await user.click(dialog.getByRole("radio", { name: "FAQs" }));
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sets.sent("POST", "/sets")).toEqual([]);
});

test("a set's name and protection are edited, and a refusal keeps what was typed", async () => {
  const body = { code: "conflict", message: "Esse nome já existe", details: null };
  sets.answer(({ method }) => (method === "PUT" || method === "PATCH" ? { status: 409, body } : undefined));
  const { user } = await renderApp(sets.server, "#/bench/sets/s1");
  await user.click(await screen.findByRole("button", { name: "Mais" }));
  await user.click(await screen.findByRole("menuitem", { name: "Nome e proteção" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Nome e proteção" }));
  const name = dialog.getByRole("textbox", { name: /Nome/ });
  await user.clear(name);
  await user.type(name, "Outro{Enter}");
  expect(await dialog.findByRole("alert")).toHaveTextContent("Esse nome já existe");
  expect(name).toHaveValue("Outro");
});

test("a deleted set can be brought back", async () => {
  sets.answer(({ method, path }) =>
    method === "DELETE" || path.endsWith("/restore") ? { body: { id: "s1" } } : undefined,
  );
  const { user } = await renderApp(sets.server, "#/bench/sets/s1");
  await user.click(await screen.findByRole("button", { name: "Mais" }));
  await user.click(await screen.findByRole("menuitem", { name: "Excluir" }));
  expect(await screen.findByText("“Balcão” foi excluído.")).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Desfazer" }));
  await waitFor(() => expect(sets.sent("POST", "/sets/s1/restore")).toHaveLength(1));
});

test("why a deleted set cannot be brought back is said, though its page is gone", async () => {
  const refusal = { status: 409, body: { code: "conflict", message: "O nome já existe", details: null } };
  sets.answer(({ method, path }) => {
    if (path.endsWith("/restore")) return refusal;
    return method === "DELETE" ? { body: { id: "s1" } } : undefined;
  });
  const { user } = await renderApp(sets.server, "#/bench/sets/s1");
  await user.click(await screen.findByRole("button", { name: "Mais" }));
  await user.click(await screen.findByRole("menuitem", { name: "Excluir" }));
  await screen.findByText("“Balcão” foi excluído.");
  await waitFor(() => expect(location.hash).toBe("#/bench/sets"));
  await user.click(screen.getByRole("button", { name: "Desfazer" }));
  expect(await screen.findByText("O nome já existe")).toBeInTheDocument();
});

test("a set is handed out as two files, named after it", async () => {
  const saved = catchSavedFiles();
  const files = { queries: '{"id":"q1"}\n', qrels: "q1 0 X 2\n" };
  sets.answer(({ path }) => (path.endsWith("/export") ? { body: files } : undefined));
  const { user } = await renderApp(sets.server, "#/bench/sets/s1");
  await user.click(await screen.findByRole("button", { name: "Mais" }));
  await user.click(await screen.findByRole("menuitem", { name: "Exportar (TREC)" }));
  await waitFor(() =>
    expect(saved.map(({ name }) => name)).toEqual(["Balcão.queries.jsonl", "Balcão.qrels.tsv"]),
  );
  expect(await saved[1]?.text()).toBe("q1 0 X 2\n");
});
