import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { healthy } from "../../../../test/app";
import { answerImport, importResult, importState, RUN, serveImports } from "../../../../test/import";

const imports = serveImports();

test("rows of tables that are read as one are called as they are in the file, by their tables", async () => {
  const row = 20_000_007;
  const named = "7 (Inseticidas)";
  const doubt = { row, name: "Enxada", price: null, usual: null, leftOut: false };
  const id = "00000000-0000-4000-8000-00000000000a";
  imports.server.handle(
    healthy((request) => {
      if (request.path.startsWith(`/api/imports/${RUN}/rows?`))
        return { body: { rows: [{ row, id, name: "Foice", changes: [] }], listed: 1, total: 1 } };
      if (request.path !== "/api/imports/preview") return answerImport(request);
      const { fixes } = JSON.parse(request.body) as { fixes: unknown[] };
      const { report } = importResult(fixes, true);
      const errors = report.errors.map((error) => ({ ...error, row, line: null }));
      const tables = [
        { name: "Herbicidas", rowsBefore: 0 },
        { name: "Inseticidas", rowsBefore: 20_000_000 },
      ];
      const doubts = [{ doubt: "total", count: 1, leftOut: 0, isLeftOut: false, rows: [doubt] }];
      const file = { ...report.file, tables };
      const lookalikes = [{ row, name: "Pá", id, externalId: "P-1" }];
      const found = {
        report: { ...report, errors, doubts, file, updated: 1 },
        lookalikes,
        lookalikeCount: 1,
      };
      return { body: importState(true, found) };
    }),
  );
  const user = await imports.openPreview();
  const cell = screen.getByLabelText(`Valor certo para a linha ${named}, coluna Vlr`);
  expect(within(cell.closest("tr")!).getByText(named)).toBeVisible();
  const left = screen.getByLabelText(`Deixar de fora a linha ${named}`);
  expect(within(left.closest("tr")!).getByText(named)).toBeVisible();
  expect(screen.getByText(`linha ${named}: Pá (já existe com o código P-1)`)).toBeVisible();
  expect(await screen.findByText(`linha ${named}`)).toBeVisible();
  await user.clear(cell);
  await user.type(cell, "2,75{Control>}{Enter}{/Control}");
  const mended = await screen.findByLabelText(`Valor corrigido para a linha ${named}, coluna Vlr`);
  expect(within(mended.closest("tr")!).getByText(named)).toBeVisible();
  expect(imports.sent("/api/imports/preview").at(-1)).toMatchObject({ fixes: [{ row }] });
});
