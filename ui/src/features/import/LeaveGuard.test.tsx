import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { setHostKind } from "../../host/kind";
import { renderApp } from "../../test/app";
import { checkFile, sendFile, serveImports } from "../../test/import";

const imports = serveImports();

test("corrections that are not imported yet are not left behind without a word", async () => {
  const user = await imports.openColumns();
  const closing = () => {
    const event = new Event("beforeunload", { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(closing()).toBe(false);
  await checkFile(user);
  await screen.findByRole("row", { name: /caro/ });
  const cell = screen.getByLabelText("Valor certo para a linha 3, coluna Vlr");
  await user.clear(cell);
  await user.type(cell, "2,75");
  expect(closing()).toBe(true);
  // The one who stays goes on typing.
  await waitFor(() => expect(cell).toHaveFocus());
  const leave = () => user.click(screen.getByRole("link", { name: "Buscar" }));
  await leave();
  const dialog = within(await screen.findByRole("dialog", { name: "Sair da importação?" }));
  expect(dialog.getByText(/2 ajustes feitos aqui/)).toBeTruthy();
  expect(closing()).toBe(true);
  await user.click(dialog.getByRole("button", { name: "Ficar" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.getByLabelText("Valor certo para a linha 3, coluna Vlr")).toHaveProperty("value", "2,75");
  await leave();
  await user.click(await screen.findByRole("button", { name: "Sair e descartar" }));
  await screen.findByRole("search");
  expect(closing()).toBe(false);
});

async function typeFirstCorrection() {
  const user = await imports.openColumns();
  await checkFile(user);
  const cell = await screen.findByLabelText("Valor certo para a linha 3, coluna Vlr");
  await user.clear(cell);
  await user.type(cell, "2,75");
  return user;
}

test("another file is not taken over corrections without a question", async () => {
  const user = await typeFirstCorrection();
  const chooseOther = () => user.click(screen.getByRole("button", { name: "Outro arquivo" }));
  await chooseOther();
  const dialog = within(await screen.findByRole("dialog", { name: "Descartar os ajustes?" }));
  expect(dialog.getByText(/2 ajustes feitos aqui/)).toBeInTheDocument();
  await user.click(dialog.getByRole("button", { name: "Não descartar" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.getByLabelText("Valor certo para a linha 3, coluna Vlr")).toHaveProperty("value", "2,75");
  await chooseOther();
  await user.click(await screen.findByRole("button", { name: "Descartar" }));
  expect(await screen.findByLabelText("Escolher arquivo", { selector: "input" })).toBeInTheDocument();
});

test("a column that was made something else is not left behind without a word", async () => {
  const user = await imports.openColumns();
  const leave = () => user.click(screen.getByRole("link", { name: "Buscar" }));
  const [choice] = screen.getAllByRole("combobox", { name: /Mercadoria/ });
  const found = (choice as HTMLSelectElement).value;
  await user.selectOptions(choice!, "description");
  await leave();
  const dialog = within(await screen.findByRole("dialog", { name: "Sair da importação?" }));
  expect(dialog.getByText(/1 ajuste feito aqui/)).toBeInTheDocument();
  await user.click(dialog.getByRole("button", { name: "Ficar" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await user.selectOptions(screen.getAllByRole("combobox", { name: /Mercadoria/ })[0]!, found);
  await leave();
  await screen.findByRole("search");
});

test("a typed address asks also while the first correction is still being typed", async () => {
  await typeFirstCorrection();
  window.location.hash = "#/search";
  expect(await screen.findByRole("dialog", { name: "Sair da importação?" })).toBeInTheDocument();
});

test("the window asks before it closes over corrections that are not imported", async () => {
  // The guards listen from the first drawing on; files are sent as in a browser.
  setHostKind("window");
  const { user } = await renderApp(imports.server, "#/catalog/import");
  await screen.findByLabelText("Escolher arquivo", { selector: "input" });
  setHostKind("browser");
  await sendFile(user);
  const bridge = (window as unknown as { __TAURI_INTERNALS__: { invoke: () => Promise<unknown> } })
    .__TAURI_INTERNALS__;
  const invoke = vi.spyOn(bridge, "invoke").mockName("bridge");
  const holds = () =>
    (invoke.mock.calls as unknown as [string, { req: { hold: string } }][])
      .filter(([command]) => command === "hold_window")
      .map(([, { req }]) => req.hold);
  const close = () => window.dispatchEvent(new Event("celeiro:closing"));
  await checkFile(user);
  await user.type(await screen.findByLabelText("Valor certo para a linha 3, coluna Vlr"), "2,75");
  close();
  const asked = within(await screen.findByRole("dialog", { name: "Fechar a janela?" }));
  await user.click(asked.getByRole("button", { name: "Deixar aberta" }));
  await waitFor(() => expect(holds()).toEqual(["ask"]));
  close();
  await user.click(await screen.findByRole("button", { name: "Fechar e descartar" }));
  await waitFor(() => expect(holds()).toEqual(["ask", "close"]));
});
