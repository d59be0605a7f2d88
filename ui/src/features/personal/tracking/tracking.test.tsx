import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderApp } from "../../../test/app";
import { Assistant, metric } from "../../../test/personal";
import { catchSavedFiles } from "../../../test/page/saved";
import { startServer, type TestServer } from "../../../test/server";
import { layPlot } from "./plot";

let server: TestServer;
let assistant: Assistant;

beforeEach(async () => {
  assistant = new Assistant();
  server = await startServer(assistant.handler());
});
afterEach(() => {
  vi.restoreAllMocks();
  return server.close();
});

const open = (address = "#/assistant/tracking") => renderApp(server, address);
const field = (name: string) => screen.findByRole("textbox", { name });
const sentBodies = (method: string, part = "/api/assistant/metrics") =>
  server.received
    .filter((request) => request.method === method && request.path.startsWith(part))
    .map(({ body }) => JSON.parse(body) as Record<string, unknown>);
const weights = () => [
  metric("a", "weight", { value: 82.5, unit: "kg", date: "2026-05-01" }),
  metric("b", "weight", { value: 82, unit: "kg", date: "2026-05-02" }),
  metric("c", "weight", { value: 81, unit: "kg", date: "2026-05-04", notes: "Depois da feira" }),
];

test("a metric has its plot, its sentences and its entries", async () => {
  assistant.metrics = [...weights(), metric("d", "visitas")];
  assistant.sentences = ["Peso: Faltam 11 dias com registro para haver números."];
  const { user } = await open();
  await user.click(await screen.findByRole("button", { name: /^Peso/ }));
  const plot = await screen.findByRole("slider", { name: /^Peso: 3 dias/ });
  expect(plot).toHaveAccessibleName(/de 81 kg a 82,5 kg/);
  plot.focus();
  await user.keyboard("{Home}");
  expect(plot).toHaveAttribute("aria-valuetext", "1 de mai. de 2026: 82,5 kg");
  await user.keyboard("{ArrowRight}{ArrowRight}");
  expect(plot).toHaveAttribute("aria-valuetext", "4 de mai. de 2026: 81 kg");
  expect(await screen.findByText(/Faltam 11 dias/)).toBeInTheDocument();
  const entries = screen.getByRole("list", { name: "Registros" });
  expect(within(entries).getAllByRole("button")[0]).toHaveTextContent(
    "81 kg4 de mai. de 2026 · Depois da feira",
  );
});

test("values in units of other kinds have a plot of their own", async () => {
  assistant.metrics = weights();
  const daily = [{ day: "2026-05-01", value: 3 }];
  assistant.otherUnits = [{ unit: "copos", daily, summary: null }];
  const { user } = await open();
  await user.click(await screen.findByRole("button", { name: /^Peso/ }));
  expect(await screen.findByRole("slider", { name: /^Peso: 1 dia.*3 copos/ })).toBeInTheDocument();
  expect(screen.getByRole("slider", { name: /^Peso: 3 dias/ })).toHaveAccessibleName(/de 81 kg a 82,5 kg/);
});

test("no line goes over days without a value", () => {
  const { runs, points } = layPlot(weights().map(({ date, value }) => ({ day: date, value })));
  expect(runs.map((run) => run.length)).toEqual([2, 1]);
  expect(points.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))).toBe(true);
  expect(layPlot([{ day: "2026-05-01", value: 0 }]).points).toHaveLength(1);
  expect(layPlot([]).points).toEqual([]);
});

test("a value is entered as people write it, and a doubtful one is not sent", async () => {
  const { user } = await open();
  expect(await screen.findByText(/^Ainda não há registros/)).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Novo registro" }));
  await user.type(await screen.findByRole("combobox", { name: "Métrica" }), "peso");
  await user.type(await field("Valor"), "1.082");
  await user.click(screen.getByRole("button", { name: "Salvar" }));
  expect(await screen.findByText(/milhar ou decimal/)).toBeInTheDocument();
  expect(sentBodies("POST")).toEqual([]);
  await user.clear(await field("Valor"));
  await user.type(await field("Valor"), "82,5");
  await user.click(screen.getByRole("button", { name: "Salvar" }));
  expect(await screen.findByText("Registro salvo.")).toBeInTheDocument();
  expect(sentBodies("POST")).toMatchObject([{ type: "weight", value: 82.5, date: "2026-05-05", unit: null }]);
});

test("an entry is corrected, deleted and brought back", async () => {
  assistant.metrics = weights();
  const { user } = await open("#/assistant/tracking?metric=weight&entry=c");
  const value = await field("Valor");
  expect(value).toHaveValue("81");
  await user.clear(value);
  await user.type(value, "81,4{Enter}");
  await waitFor(() => expect(sentBodies("PUT")).toMatchObject([{ type: "weight", value: 81.4, version: 1 }]));
  await user.click(screen.getByRole("button", { name: "Excluir" }));
  expect(await screen.findByText("Registro excluído.")).toBeInTheDocument();
  expect(assistant.metrics).toHaveLength(2);
  await user.click(screen.getByRole("button", { name: "Desfazer" }));
  await waitFor(() => expect(assistant.metrics).toHaveLength(3));
});

test("a file is imported whole, or refused by row and column", async () => {
  assistant.metrics = weights();
  const fields = [
    { field: "rows[3].value", code: "invalid_number", value: "oitenta", allowed: "82.5 | 82,5" },
  ];
  const refusal = { code: "invalid_fields", message: "?", details: { fields } };
  let answer: { status?: number; body: unknown } = { status: 422, body: refusal };
  assistant.special = ({ path }) => (path.startsWith("/api/assistant/metrics/import") ? answer : undefined);
  const { user } = await open();
  const input = await waitFor(() => {
    const found = document.querySelector<HTMLInputElement>("main input[type=file]");
    if (!found) throw new Error("no field");
    return found;
  });
  // Windows wrote it: ç and ã are single bytes.
  const bytes = Uint8Array.from("data;tipo;valor\n01/05/2026;\u00e1gua;1", (c) => c.charCodeAt(0));
  const file = () => new File([bytes], "m.csv", { type: "text/csv" });
  await user.upload(input, file());
  expect(await screen.findByText(/Linha 3, value: «oitenta»/)).toBeInTheDocument();
  expect(sentBodies("POST")[0]?.csv).toContain(";água;");
  answer = { body: { operationId: "o", added: 1, known: 2 } };
  await user.upload(input, file());
  expect(await screen.findByText("1 registro novo. 2 já existiam.")).toBeInTheDocument();
  expect(screen.queryByText(/oitenta/)).toBeNull();
});

test("all entries are saved as a file", async () => {
  assistant.metrics = weights();
  const saved = catchSavedFiles();
  const { user } = await open();
  await user.click(await screen.findByRole("button", { name: "Exportar CSV" }));
  await waitFor(() => expect(saved).toMatchObject([{ name: "metricas.csv" }]));
  expect(await saved[0]?.text()).toContain("date,type,value");
});

test("where the program does not answer, it is said and asked again", async () => {
  let fails = true;
  assistant.metrics = weights();
  assistant.special = ({ path }) =>
    fails && path.startsWith("/api/assistant/metrics/types")
      ? { status: 503, body: { code: "database_unreachable", message: "Fora", details: null } }
      : undefined;
  const { user } = await open();
  expect(await screen.findByText("Os registros não puderam ser carregados")).toBeInTheDocument();
  fails = false;
  await user.click(screen.getByRole("button", { name: "Tentar de novo" }));
  expect(await screen.findByRole("button", { name: /^Peso/ })).toBeInTheDocument();
});

test("a reminder that came due is said once, and is done or put off from there", async () => {
  assistant.fired = [
    { id: "r1", title: "Ligar para a Ana", firedFor: "2026-05-05T12:00:00Z", late: true },
    { id: "r2", title: "Levar a nota", firedFor: "2026-05-05T12:00:00Z", late: false },
  ];
  assistant.special = ({ path }) => (path.endsWith("/snooze") ? { body: {} } : undefined);
  const { user } = await open("#/search");
  expect(await screen.findByText("Lembrete atrasado: Ligar para a Ana")).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Adiar 10 min" }));
  await waitFor(() =>
    expect(sentBodies("POST", "/api/assistant/reminders/r1")).toMatchObject([{ minutes: 10 }]),
  );
  expect(await screen.findByText("Lembrete: Levar a nota")).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Fechar" }));
  await waitFor(() => expect(screen.queryByText(/Lembrete/)).toBeNull());
});

test("of many entries a hundred are listed, then more", async () => {
  assistant.metrics = Array.from({ length: 130 }, (_, at) =>
    metric(`m${at}`, "weight", { value: 80 + at, unit: "kg", date: "2026-05-01" }),
  );
  const { user } = await open("#/assistant/tracking?metric=weight");
  const entries = await screen.findByRole("list", { name: "Registros" });
  await waitFor(() => expect(within(entries).getAllByRole("button")).toHaveLength(100));
  await user.click(screen.getByRole("button", { name: "Mostrar mais (100 de 130)" }));
  expect(within(entries).getAllByRole("button")).toHaveLength(130);
});
