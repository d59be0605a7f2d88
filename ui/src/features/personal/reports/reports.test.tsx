import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { renderApp } from "../../../test/app";
import { Assistant, person, report, TODAY } from "../../../test/personal";
import { holdAnswers, startServer, type TestServer } from "../../../test/server";

let server: TestServer;
let assistant: Assistant;

beforeEach(async () => {
  assistant = new Assistant();
  server = await startServer(assistant.handler());
});
afterEach(() => server.close());

const period = { from: TODAY, to: TODAY };

test("there is none at first; one is made, and for a gift a person is chosen", async () => {
  assistant.people = [person("p1", "Ana")];
  const { user } = await renderApp(server, "#/assistant/reports");
  expect(await screen.findByText(/^Nenhum relatório ainda/)).toBeInTheDocument();
  const made = await screen.findByRole("region", { name: "Novo relatório" });
  await user.selectOptions(within(made).getByRole("combobox", { name: "Tipo" }), "gift");
  expect(within(made).getByRole("button", { name: "Fazer agora" })).toBeDisabled();
  await within(made).findByRole("option", { name: "Ana" });
  await user.selectOptions(within(made).getByRole("combobox", { name: "Pessoa" }), "p1");
  await user.type(within(made).getByRole("textbox", { name: "Orçamento em reais" }), "150");
  await user.click(within(made).getByRole("button", { name: "Fazer agora" }));
  await waitFor(() => expect(assistant.reports[0]).toMatchObject({ kind: "gift", subjectId: "p1" }));
});

test("a report shows its text, its score with what counts, its figures with their sources", async () => {
  const figure = {
    term: "mean" as const,
    name: "weight",
    value: { kind: "amount" as const, value: 82.5, unit: "kg" },
    period,
    source: "metrics" as const,
    recordId: null,
    records: 3,
  };
  const part = {
    measure: "sleep" as const,
    name: null,
    measured: 6,
    full: 8,
    weight: 3,
    score: 75,
    period,
    days: 3,
  };
  const areas = [
    { area: "health" as const, score: 75, change: 5, parts: [part] },
    { area: "spiritual" as const, score: null, change: null, parts: [] },
  ];
  const score = { period, score: 75, change: -2, areas };
  assistant.reports = [
    report("r1", "# Bom dia\n\nPeso **82,5 kg**. <img src=x onerror=alert(1)>", {
      author: "model",
      leftOut: 2,
      figures: { period, figures: [figure], score },
    }),
  ];
  const { user } = await renderApp(server, "#/assistant/reports?item=r1");
  const shown = await screen.findByRole("article");
  expect(within(shown).getByRole("heading", { name: "Bom dia" })).toBeInTheDocument();
  expect(shown.querySelector("img")).toBeNull();
  expect(within(shown).getByRole("note")).toHaveTextContent(/^2 frases do modelo ficaram de fora/);
  expect(within(shown).getByText(/^75 de 100/)).toHaveTextContent("-2");
  expect(within(shown).getByText(/sem dados, não conta/)).toBeInTheDocument();
  expect(within(shown).getByText(/6 de 8 = 75 pontos, peso 3/)).toBeInTheDocument();
  await user.click(within(shown).getByText("1 fato, com a origem"));
  expect(within(shown).getByRole("cell", { name: "82,5 kg" })).toBeInTheDocument();
  expect(within(shown).getByRole("cell", { name: "métricas: 3 registros" })).toBeInTheDocument();
});

test("from an open report a new one is reached, on a phone too", async () => {
  assistant.reports = [report("r1", "Bom dia.")];
  const { user } = await renderApp(server, "#/assistant/reports?item=r1");
  await screen.findByText("Bom dia.");
  await user.click(screen.getByRole("button", { name: "Novo relatório" }));
  expect(await screen.findByRole("button", { name: "Fazer agora" })).toBeInTheDocument();
  expect(location.hash).toBe("#/assistant/reports?item=new");
});

test("a report is deleted and brought back", async () => {
  assistant.reports = [report("r1", "Bom dia.")];
  const { user } = await renderApp(server, "#/assistant/reports?item=r1");
  await user.click(await screen.findByRole("button", { name: "Excluir" }));
  await waitFor(() => expect(assistant.reports).toHaveLength(0));
  await user.click(await screen.findByRole("button", { name: "Desfazer" }));
  await waitFor(() => expect(assistant.reports).toHaveLength(1));
});

test("a report that is opened while another is being deleted stays open", async () => {
  assistant.reports = [report("r1", "Bom dia."), report("r2", "Boa semana.", { kind: "weekly" })];
  const deletion = holdAnswers();
  assistant.special = ({ method }) =>
    method === "DELETE" ? { body: { id: "r1" }, after: deletion.until } : undefined;
  const { user } = await renderApp(server, "#/assistant/reports?item=r1");
  await user.click(await screen.findByRole("button", { name: "Excluir" }));
  await user.click(await screen.findByRole("button", { name: /^Relatório semanal/ }));
  expect(await screen.findByText("Boa semana.")).toBeInTheDocument();
  deletion.release();
  expect(await screen.findByText("Relatório excluído.")).toBeInTheDocument();
  expect(location.hash).toBe("#/assistant/reports?item=r2");
});

test("none comes by itself unless it is switched on, at its hour", async () => {
  const { user } = await renderApp(server, "#/assistant/reports");
  const plan = await screen.findByRole("region", { name: "Sozinhos, na hora" });
  const weekly = await within(plan).findByRole("switch", { name: "Relatório semanal" });
  expect(weekly).not.toBeChecked();
  await user.click(weekly);
  await waitFor(() => expect(assistant.plan.weeklyHour).toBe(18));
  await user.selectOptions(
    await within(plan).findByRole("combobox", { name: "Dia do relatório semanal" }),
    "friday",
  );
  await waitFor(() => expect(assistant.plan.weeklyDay).toBe("friday"));
  await user.click(within(plan).getByRole("switch", { name: "Relatório semanal" }));
  await waitFor(() => expect(assistant.plan.weeklyHour).toBeNull());
});

test("a report that came by itself is told once, and opens", async () => {
  assistant.reports = [report("fresh-1", "Bom dia.")];
  assistant.fresh = [{ id: "fresh-1", kind: "morning", day: TODAY }];
  const { user } = await renderApp(server, "#/search");
  expect(await screen.findByText("O resumo da manhã está pronto.")).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Abrir" }));
  expect(await screen.findByRole("article")).toHaveTextContent("Bom dia.");
});
