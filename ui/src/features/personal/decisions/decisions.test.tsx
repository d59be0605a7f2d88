import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { renderApp } from "../../../test/app";
import { Assistant, decision } from "../../../test/personal";
import { startServer, type TestServer } from "../../../test/server";

let server: TestServer;
let assistant: Assistant;

beforeEach(async () => {
  assistant = new Assistant();
  server = await startServer(assistant.handler());
});
afterEach(() => server.close());

test("while it is off there is no way to it, and its address says how to switch it on", async () => {
  assistant.on = false;
  await renderApp(server, "#/assistant/decisions");
  expect(
    await screen.findByRole("heading", { name: "O assistente pessoal está desligado" }),
  ).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Abrir os ajustes" })).toHaveAttribute("href", "#/settings");
  expect(screen.queryByRole("link", { name: /^Assistente/ })).toBeNull();
  expect(server.received.some(({ path }) => /decisions|reminders|people/.test(path))).toBe(false);
});

test("those to be reviewed stand first; with how it turned out they are reviewed", async () => {
  assistant.decisions = [
    decision("b", "Comprar o trator"),
    decision("a", "Alugar o silo", { reviewAt: "2026-05-01", state: "decided", choice: "Alugar" }),
  ];
  const { user } = await renderApp(server, "#/assistant/decisions");
  const first = await screen.findByRole("region", { name: "Para avaliar" });
  await user.click(within(first).getByRole("button", { name: /^Avaliar.*Alugar o silo/ }));
  await user.type(await screen.findByRole("textbox", { name: "Como foi" }), "Valeu a pena");
  await user.click(screen.getByRole("button", { name: "Salvar" }));
  await waitFor(() => expect(assistant.decisions[1]).toMatchObject({ outcome: "Valeu a pena", version: 2 }));
});

test("options are stored line by line, and one of them is chosen", async () => {
  const { user } = await renderApp(server, "#/assistant/decisions?decision=new");
  await user.type(await screen.findByRole("textbox", { name: "O que se decide" }), "Silo");
  await user.click(screen.getByRole("button", { name: "Mais uma opção" }));
  await user.type(screen.getByRole("textbox", { name: "Opção 1" }), "Alugar");
  await user.type(screen.getByRole("textbox", { name: "A favor" }), "barato{Enter}perto");
  await user.selectOptions(screen.getByRole("combobox", { name: "Escolha" }), "Alugar");
  await user.click(screen.getByRole("button", { name: "Salvar" }));
  await waitFor(() =>
    expect(assistant.decisions[0]).toMatchObject({
      options: [{ title: "Alugar", pros: ["barato", "perto"], cons: [] }],
      choice: "Alugar",
    }),
  );
});

test("a list that does not come says so and is asked for again", async () => {
  assistant.special = ({ path }) =>
    path.startsWith("/api/assistant/decisions?")
      ? { status: 500, body: { code: "internal", message: "Falhou", details: null } }
      : undefined;
  const { user } = await renderApp(server, "#/assistant/decisions");
  expect(await screen.findByText("As decisões não puderam ser carregadas")).toBeInTheDocument();
  assistant.special = () => undefined;
  await user.click(screen.getByRole("button", { name: "Tentar de novo" }));
  expect(await screen.findByText("Nenhuma decisão guardada ainda.")).toBeInTheDocument();
});
