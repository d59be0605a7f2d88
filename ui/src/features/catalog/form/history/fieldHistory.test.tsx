/** The history of an item in its form: of one field, and of the whole record. */
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { renderApp } from "../../../../test/app";
import { serveSheet } from "../../../../test/sheet";

const sheet = serveSheet(3);
const openItem = (id: string) => renderApp(sheet.server, `#/catalog/items?item=${id}`);
const field = (label: string) => screen.findByLabelText(label, { selector: "input, textarea" });
const name = () => field("Nome*");

describe("the history of an item", () => {
  const revision = (version: number, changes: unknown[], actor = "rosa") => ({
    ...{ version, changes, actor, source: "person", confirmedBy: null, operationId: null, operation: null },
    at: `2026-05-0${version}T12:00:00Z`,
  });
  const revisions = [
    {
      ...revision(3, [{ field: "name", from: "Nome dois", to: "Produto 001" }], "ana"),
      ...{ source: "assistant", confirmedBy: "ana" },
    },
    revision(2, [{ field: "name", from: "Nome um", to: "Nome dois" }]),
    revision(1, [{ field: "name", from: null, to: "Nome um" }]),
  ];
  const serveHistory = () =>
    sheet.server.handle(
      sheet.catalog.handler(({ path }) => (/\/history/.test(path) ? { body: revisions } : undefined)),
    );

  test("of one field gives a value back into the form, unsaved", async () => {
    serveHistory();
    const { user } = await openItem("i001");
    await name();
    await user.click(screen.getByRole("button", { name: /^Histórico de Nome/ }));
    const past = within(await screen.findByRole("dialog"));
    expect((await past.findAllByRole("listitem")).map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/assistente, confirmado por ana.*Produto 001$/),
      expect.stringMatching(/rosa.*Nome dois/),
      expect.stringMatching(/rosa.*Nome um/),
    ]);
    await user.click(past.getAllByRole("button", { name: "Usar este valor" })[1] as HTMLElement);
    expect(await name()).toHaveValue("Nome um");
    expect(await screen.findByText("Alterado: Nome")).toBeInTheDocument();
    expect(sheet.catalog.sent("PUT", "/api/catalog/items/i001")).toEqual([]);
  });

  test("of the whole record leads back to before a save", async () => {
    serveHistory();
    const { user } = await openItem("i001");
    await name();
    await user.click(screen.getByRole("button", { name: "Histórico" }));
    const [newest] = await screen.findAllByRole("button", { name: "Trazer este estado para o formulário" });
    await user.click(newest as HTMLElement);
    await waitFor(async () => expect(await name()).toHaveValue("Nome dois"));
  });
});
