/** What is being typed as a correction while a check is under way. */
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { healthy } from "../../../../test/app";
import {
  answerImport,
  brokenCell,
  checkFile,
  importResult,
  importState,
  serveImports,
} from "../../../../test/import";

const imports = serveImports();

/** Rows 3 and 4 are wrong until they are corrected; checks after the first wait until they are let go. */
function serveTwoErrors(): () => void {
  let go = () => {};
  const after = new Promise<void>((resolve) => (go = resolve));
  let checks = 0;
  imports.server.handle(
    healthy((request) => {
      if (request.path !== "/api/imports/preview") return answerImport(request);
      checks += 1;
      const { fixes } = JSON.parse(request.body) as { fixes: { row: number }[] };
      const errors = [3, 4]
        .filter((row) => !fixes.some((fix) => fix.row === row))
        .map((row) => ({ ...brokenCell, row }));
      const found = importResult(fixes, true);
      const report = { ...found.report, errors, errorCount: errors.length };
      const state = importState(true, { ...found, report });
      const id = `00000000-0000-4000-8000-00000000001${String(checks)}`;
      return { body: { ...state, id }, ...(checks > 1 && { after }) };
    }),
  );
  return go;
}
const cell = (row: number) =>
  screen.findByLabelText<HTMLInputElement>(`Valor certo para a linha ${String(row)}, coluna Vlr`);
const checkAgain = () => screen.getAllByRole("button", { name: "Conferir de novo" })[0]!;

test("what is typed while a check comes back stays typed, with the focus and the caret", async () => {
  const go = serveTwoErrors();
  const user = await imports.openPreview();
  await user.clear(await cell(3));
  await user.type(await cell(3), "2,75");
  await user.click(checkAgain());
  await waitFor(() => expect(imports.sent("/api/imports/preview")).toHaveLength(2));
  await user.clear(await cell(4));
  await user.type(await cell(4), "2800");
  (await cell(4)).setSelectionRange(1, 1);
  go();
  await screen.findByText("1 célula corrigida");
  expect(await cell(4)).toHaveValue("2800");
  expect(await cell(4)).toHaveFocus();
  expect((await cell(4)).selectionStart).toBe(1);
});

test("where the cell is shown elsewhere by then, typing goes on there", async () => {
  const go = serveTwoErrors();
  const user = await imports.openPreview();
  await user.clear(await cell(3));
  await user.type(await cell(3), "2,75");
  await user.click(checkAgain());
  await waitFor(() => expect(imports.sent("/api/imports/preview")).toHaveLength(2));
  await user.type(await cell(3), "9");
  (await cell(3)).setSelectionRange(2, 2);
  go();
  const accepted = await screen.findByLabelText<HTMLInputElement>(
    "Valor corrigido para a linha 3, coluna Vlr",
  );
  expect(accepted).toHaveValue("2,759");
  await waitFor(() => expect(accepted).toHaveFocus());
  expect(accepted.selectionStart).toBe(2);
});

test("a result whose rows are checked anew leaves the field in which one types", async () => {
  const go = serveTwoErrors();
  const user = await imports.openPreview();
  await user.click(screen.getByRole("button", { name: "Importar 1 registro" }));
  await screen.findByRole("heading", { name: "Importação concluída" });
  await user.type(await cell(3), "1");
  await user.click(checkAgain());
  await waitFor(() => expect(imports.sent("/api/imports/preview")).toHaveLength(2));
  await user.type(await cell(3), "2");
  go();
  await screen.findByRole("heading", { name: "O que vai acontecer" });
  const accepted = await screen.findByLabelText("Valor corrigido para a linha 3, coluna Vlr");
  expect(accepted).toHaveValue("caro12");
  await waitFor(() => expect(accepted).toHaveFocus());
});

test("checking anew is offered as soon as another value is typed, and no longer where it is the same again", async () => {
  serveTwoErrors();
  const user = await imports.openPreview();
  expect(checkAgain()).toBeDisabled();
  await user.type(await cell(3), "1");
  expect(checkAgain()).toBeEnabled();
  await user.keyboard("{Backspace}");
  expect(checkAgain()).toBeDisabled();
  await user.keyboard("2");
  await user.click(checkAgain());
  await waitFor(() =>
    expect(imports.sent("/api/imports/preview").at(-1)).toMatchObject({ fixes: [{ value: "caro2" }] }),
  );
});

/** Drops another file on the page, beside all of it that takes files. */
function dropFile() {
  const files = [new File(["Cod;Mercadoria;Vlr\nQ-9;Foice;1,50\n"], "outra.csv")];
  fireEvent.drop(screen.getByRole("main"), { dataTransfer: { files, types: ["Files"] } });
}

test("a file dropped at a later step is taken as another one is, after a question", async () => {
  const user = await imports.openColumns();
  await checkFile(user);
  await user.type(await cell(3), "1");
  dropFile();
  await user.click(await screen.findByRole("button", { name: "Não descartar" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(await cell(3)).toHaveValue("caro1");
  dropFile();
  await user.click(await screen.findByRole("button", { name: "Descartar" }));
  expect(await screen.findByText("outra.csv")).toBeInTheDocument();
  await screen.findByRole("heading", { name: "O que é cada coluna?" });
});

test("a file dropped while something is under way is refused in words", async () => {
  const go = serveTwoErrors();
  const user = await imports.openPreview();
  await user.type(await cell(3), "1");
  await user.click(checkAgain());
  await waitFor(() => expect(imports.sent("/api/imports/preview")).toHaveLength(2));
  dropFile();
  expect(await screen.findByText(/“outra.csv” não foi aceito/)).toBeInTheDocument();
  go();
  await screen.findByText("1 célula corrigida");
});
