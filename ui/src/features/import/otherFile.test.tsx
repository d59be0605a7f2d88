/** What was said of one file is not applied to the rows of another one. */
import { act, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test } from "vitest";
import { healthy, renderApp } from "../../test/app";
import { answerImport, checkFile, sendFile, serveImports } from "../../test/import";

const imports = serveImports();
let isTaken = true;
let goAway: () => void;

beforeEach(() => {
  isTaken = true;
  imports.server.handle(
    healthy((request) => {
      const { method, path } = request;
      if (path === "/api/uploads") isTaken = true;
      const reads = method === "POST" && /^\/api\/imports(\/columns|\/preview)?$/.test(path);
      if (reads && !isTaken)
        return { status: 404, body: { code: "transfer_gone", message: "não está mais aqui", details: null } };
      return answerImport(request);
    }),
  );
});
afterEach(() => sessionStorage.clear());

const SAME = "Cod;Mercadoria;Vlr\nQ-1;Enxada;1,50\n";
const OTHER = "Cod;Mercadoria;Vlr\nQ-0;Foice;9,90\nQ-1;Enxada;1,50\n";
const lastCheck = () => imports.sent("/api/imports/preview").at(-1) as Record<string, unknown>;
const findDropped = () => screen.findByRole("list", { name: "O que foi dito do outro arquivo" });

/** A cell is corrected; then the program begins anew, and the page is loaded anew. */
async function reloadWithoutFile() {
  const app = await renderApp(imports.server, "#/catalog/import");
  await sendFile(app.user);
  await app.user.selectOptions(screen.getByLabelText("Decimais dos preços"), "comma");
  await checkFile(app.user);
  const cell = await screen.findByLabelText("Valor certo para a linha 3, coluna Vlr");
  await app.user.clear(cell);
  await app.user.type(cell, "2,75");
  act(() => void window.dispatchEvent(new Event("pagehide")));
  const stored = { ...sessionStorage } as Record<string, string>;
  app.unmount();
  for (const [key, value] of Object.entries(stored)) sessionStorage.setItem(key, value);
  isTaken = false;
  const next = await renderApp(imports.server, "#/catalog/import");
  goAway = next.unmount;
  return next.user;
}

async function chooseAgain(user: UserEvent, content: string) {
  const field = await screen.findByLabelText("Escolher o arquivo de novo", { selector: "input" });
  await user.upload(field, new File([content], "lista.csv"));
}

test("the same file gets its corrections back without a word", async () => {
  const user = await reloadWithoutFile();
  await chooseAgain(user, SAME);
  await screen.findByRole("button", { name: "Importar 2 registros" });
  expect(lastCheck()).toMatchObject({ fixes: [{ row: 3, column: "Vlr", value: "2,75" }], decimal: "comma" });
  expect(screen.queryByRole("list", { name: "O que foi dito do outro arquivo" })).toBeNull();
});

test("another file is read anew: corrections and decimals are listed and not applied, columns stay by their names", async () => {
  const user = await reloadWithoutFile();
  await chooseAgain(user, OTHER);
  expect(await findDropped()).toHaveTextContent("Linha 3, coluna Vlr: 2,75");
  expect(await findDropped()).toHaveTextContent("Decimais dos preços: vírgula");
  expect(await screen.findByLabelText("Destino da coluna Mercadoria")).toHaveValue("name");
  expect(screen.getByLabelText("Decimais dos preços")).toHaveValue("");
  await user.click(screen.getByRole("button", { name: "Conferir" }));
  await screen.findByRole("button", { name: "Importar 1 registro" });
  expect(lastCheck()).toMatchObject({ fixes: [], decimal: null });
});

test("what was dropped outlives a reload, and is back with its file", async () => {
  await reloadWithoutFile().then((user) => chooseAgain(user, OTHER));
  await findDropped();
  const stored = { ...sessionStorage } as Record<string, string>;
  goAway();
  for (const [key, value] of Object.entries(stored)) sessionStorage.setItem(key, value);
  const { user } = await renderApp(imports.server, "#/catalog/import");
  await findDropped();
  const another = screen.queryByRole("button", { name: "Outro arquivo" });
  if (another) {
    await user.click(another);
    const dialog = screen.queryByRole("dialog");
    if (dialog) await user.click(within(dialog).getByRole("button", { name: /[Dd]escartar/ }));
  }
  const field = await screen.findByLabelText("Escolher arquivo", { selector: "input" });
  await user.upload(field, new File([SAME], "outro nome.csv"));
  await screen.findByRole("heading", { name: "O que é cada coluna?" });
  await waitFor(() => expect(screen.getByLabelText("Decimais dos preços")).toHaveValue("comma"));
  expect(screen.queryByRole("list", { name: "O que foi dito do outro arquivo" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Conferir" }));
  await screen.findByRole("button", { name: "Importar 2 registros" });
  expect(lastCheck()).toMatchObject({ fixes: [{ row: 3, column: "Vlr", value: "2,75" }] });
});

test("a correction that a check accepted stays in sight, is changed there, and taken back", async () => {
  const user = await imports.openPreview();
  const cell = await screen.findByLabelText("Valor certo para a linha 3, coluna Vlr");
  await user.clear(cell);
  await user.type(cell, "2,75{Control>}{Enter}{/Control}");
  const value = () => screen.findByLabelText("Valor corrigido para a linha 3, coluna Vlr");
  expect(await value()).toHaveValue("2,75");
  await user.type(await value(), "0{Enter}");
  await waitFor(() => expect(lastCheck()).toMatchObject({ fixes: [{ value: "2,750" }] }));
  const undo = () => screen.findByRole("button", { name: "Desfazer a correção da linha 3, coluna Vlr" });
  // Not while it is being checked.
  await waitFor(async () => expect(await undo()).toBeEnabled());
  await user.click(await undo());
  await screen.findByRole("button", { name: "Importar 1 registro" });
  expect(lastCheck()).toMatchObject({ fixes: [] });
  expect(await screen.findByLabelText("Valor certo para a linha 3, coluna Vlr")).toHaveValue("caro");
});
