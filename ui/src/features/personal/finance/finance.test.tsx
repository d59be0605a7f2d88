import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { renderApp } from "../../../test/app";
import { bill, Money } from "../../../test/finance";
import { asksBeforeClosing } from "../../../test/page/leaving";
import { Assistant } from "../../../test/personal";
import { holdAnswers, startServer, type TestServer } from "../../../test/server";

let server: TestServer;
let assistant: Assistant;
let money: Money;

beforeEach(async () => {
  assistant = new Assistant();
  money = new Money();
  assistant.special = (request) => money.answer(request);
  server = await startServer(assistant.handler());
});
afterEach(() => server.close());

const open = (address = "#/assistant/finance") => renderApp(server, address);
const field = (name: string) => screen.findByRole("textbox", { name });
const sentBodies = (method: string) =>
  server.received
    .filter((request) => request.method === method && request.path.startsWith("/api/assistant/finance"))
    .map(({ body }) => JSON.parse(body) as Record<string, unknown>);

test("a month is shown in figures, with what to look at, and another one is asked for", async () => {
  money.alerts = ["Luz <b>hoje</b> (R$ 120,50) vence hoje"];
  const { user } = await open();
  const summary = await screen.findByRole("region", { name: "Resumo do mês" });
  expect(summary).toHaveTextContent("Saldo-R$ 200,50");
  expect(summary).toHaveTextContent("Luz <b>hoje</b>");
  await user.click(screen.getByRole("button", { name: "Mês anterior" }));
  await waitFor(() =>
    expect(server.received.some(({ path }) => path.includes("summary?month=4&year=2026"))).toBe(true),
  );
  expect(server.received.some(({ path }) => path.includes("bills?month=4&year=2026"))).toBe(true);
});

test("a bill is paid with one click, and that is undone", async () => {
  money.bills = [bill("l", "Luz")];
  const { user } = await open();
  await user.click(await screen.findByRole("button", { name: "Marcar como paga: Luz" }));
  expect(await screen.findByText("Conta paga.")).toBeInTheDocument();
  expect(await screen.findByRole("button", { name: "Desmarcar o pagamento: Luz" })).toBeInTheDocument();
  expect(sentBodies("POST")).toMatchObject([{ month: 5, year: 2026 }]);
  await user.click(screen.getByRole("button", { name: "Desfazer" }));
  expect(await screen.findByRole("button", { name: "Marcar como paga: Luz" })).toBeInTheDocument();
});

test("a paid bill shows what was paid, its form what is due from now on", async () => {
  money.bills = [bill("l", "Luz", { status: "paid", amount: 150, amountPaid: 120.5 })];
  await open("#/assistant/finance?kind=bills&month=2026-05&record=l");
  expect(await screen.findByRole("button", { name: /Luz.*120,50/ })).toBeInTheDocument();
  expect(await field("Valor (R$)")).toHaveValue("150,00");
});

test("what was not paid in an earlier month stands above, and is paid or dismissed there", async () => {
  money.bills = [bill("l", "Luz")];
  const late = { status: "overdue", daysUntilDue: -20 } as const;
  money.earlier = [
    bill("a", "Água", { ...late, monthYear: "2026-03" }),
    bill("i", "IPVA", { ...late, monthYear: "2026-04" }),
  ];
  const { user } = await open();
  const above = await screen.findByRole("region", { name: "Vencidas de meses anteriores" });
  expect(above).toHaveTextContent(/março/);
  await user.click(screen.getByRole("button", { name: "Marcar como paga: Água" }));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Marcar como paga: Água" })).toBeNull());
  await user.click(screen.getByRole("button", { name: "Dispensar do seu mês: IPVA" }));
  expect(await screen.findByText("Conta dispensada do seu mês.")).toBeInTheDocument();
  expect(sentBodies("POST")).toMatchObject([
    { month: 3, year: 2026 },
    { month: 4, year: 2026, dismiss: true },
  ]);
});

test("a dismissed bill stands in its month, where the dismissal can be taken back", async () => {
  money.bills = [bill("l", "Luz"), bill("i", "IPVA", { status: "dismissed" })];
  const { user } = await open();
  expect(await screen.findByRole("button", { name: /^dispensada.*IPVA/i })).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Marcar como paga: IPVA" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Desfazer a dispensa: IPVA" }));
  expect(await screen.findByText("Conta a pagar de novo.")).toBeInTheDocument();
  expect(await screen.findByRole("button", { name: "Marcar como paga: IPVA" })).toBeInTheDocument();
  expect(server.received.some(({ path }) => path.endsWith("/unpay"))).toBe(true);
});

test("of what was never paid the newest months stand above, the others are one click away", async () => {
  money.bills = [bill("l", "Luz")];
  money.earlier = Array.from({ length: 24 }, (_, at) =>
    bill("v", "Velha", {
      status: "overdue",
      daysUntilDue: at * 30 - 730,
      monthYear: `${2024 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, "0")}`,
    }),
  );
  const { user } = await open();
  const above = await screen.findByRole("region", { name: "Vencidas de meses anteriores" });
  expect(within(above).getAllByRole("listitem")).toHaveLength(10);
  expect(above).toHaveTextContent(/dezembro/);
  await user.click(within(above).getByRole("button", { name: "E mais 14 de meses anteriores" }));
  expect(within(above).getAllByRole("listitem")).toHaveLength(24);
  expect(within(above).queryByRole("button", { name: /^E mais/ })).toBeNull();
});

test("of a bill that another page paid meanwhile it is said so", async () => {
  money.bills = [bill("l", "Luz")];
  const { user } = await open();
  const pay = await screen.findByRole("button", { name: "Marcar como paga: Luz" });
  money.bills = [bill("l", "Luz", { status: "paid", version: 2 })];
  await user.click(pay);
  expect(await screen.findByText("Já estava assim.")).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Desfazer" })).toBeNull();
});

test("a new bill is stored with what is filled in", async () => {
  const { user } = await open();
  expect(await screen.findByText("Nenhuma conta neste mês.")).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Nova conta" }));
  const name = await field("Nome");
  await waitFor(() => expect(name).toHaveFocus());
  await user.type(name, "Água");
  await user.type(await field("Valor (R$)"), "99,90");
  await user.type(await field("Dia do vencimento"), "31");
  await user.click(screen.getByRole("checkbox", { name: "Todo mês a partir deste" }));
  await user.click(screen.getByRole("button", { name: "Salvar" }));
  expect(await screen.findByText("Registro salvo.")).toBeInTheDocument();
  expect(sentBodies("POST")).toMatchObject([
    {
      name: "Água",
      category: "moradia",
      amount: "99,90",
      dueDay: 31,
      isRecurring: true,
      monthYear: "2026-05",
    },
  ]);
  expect(await screen.findByRole("button", { name: /^Água/ })).toBeInTheDocument();
  expect(asksBeforeClosing()).toBe(false);
});

test("what is wrong stands at its field, which has the focus", async () => {
  money.bills = [bill("l", "Luz")];
  const fields = [{ field: "dueDay", code: "invalid_value", value: "32", allowed: "1..31" }];
  assistant.special = (request) =>
    request.method === "PUT"
      ? { status: 422, body: { code: "invalid_fields", message: "?", details: { fields } } }
      : money.answer(request);
  const { user } = await open("#/assistant/finance?kind=bills&month=2026-05&record=l");
  expect(await field("Valor (R$)")).toHaveValue("120,50");
  await user.clear(await field("Dia do vencimento"));
  await user.type(await field("Dia do vencimento"), "32{Enter}");
  const due = await field("Dia do vencimento");
  await waitFor(() => expect(due).toHaveFocus());
  expect(due).toHaveAccessibleDescription(/1.*31/);
  const sent = sentBodies("PUT").length;
  await user.clear(due);
  await user.type(due, "dez{Enter}");
  expect(await screen.findByText("Não é um número inteiro.")).toBeInTheDocument();
  expect(due).toHaveValue("dez");
  expect(sentBodies("PUT")).toHaveLength(sent);
});

test("saves of different fields come together; of the same field both values are said", async () => {
  money.bills = [bill("l", "Luz")];
  const { user } = await open("#/assistant/finance?kind=bills&month=2026-05&record=l");
  await user.type(await field("Nome"), " da casa");
  money.bills = [bill("l", "Luz", { name: "Luz do sítio", dueDay: 25, version: 2 })];
  await user.click(screen.getByRole("button", { name: "Salvar" }));
  const box = await screen.findByRole("region", { name: "Isto mudou enquanto você escrevia" });
  expect(box).toHaveTextContent("Salvo agora: Luz do sítio");
  expect(box).toHaveTextContent("Você escreveu: Luz da casa");
  await user.click(within(box).getByRole("button", { name: "Salvar o que eu escrevi" }));
  await waitFor(() => expect(money.bills[0]).toMatchObject({ name: "Luz da casa", dueDay: 25 }));
});

test("a deleted bill can be brought back", async () => {
  money.bills = [bill("l", "Luz")];
  const { user } = await open("#/assistant/finance?kind=bills&month=2026-05&record=l");
  await user.click(await screen.findByRole("button", { name: "Excluir" }));
  expect(await screen.findByText("Registro excluído.")).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole("button", { name: /^Luz/ })).toBeNull());
  await user.click(screen.getByRole("button", { name: "Desfazer" }));
  expect(await screen.findByRole("button", { name: /^Luz/ })).toBeInTheDocument();
});

test("a deleted bill is left and can be brought back though its list comes first of all that is fetched again", async () => {
  money.bills = [bill("l", "Luz")];
  const figures = holdAnswers();
  assistant.special = (request) => {
    if (request.path.endsWith("/restore"))
      return { status: 409, body: { code: "conflict", message: "Já existe outra", details: null } };
    const answer = money.answer(request);
    const isLate = request.path.includes("/summary") && money.bills.length === 0;
    return answer && isLate ? { ...answer, after: figures.until } : answer;
  };
  const { user } = await open("#/assistant/finance?kind=bills&month=2026-05&record=l");
  await user.click(await screen.findByRole("button", { name: "Excluir" }));
  expect(await screen.findByText("Registro excluído.")).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole("button", { name: /^Luz/ })).toBeNull());
  expect(await screen.findByText(/^Escolha um registro da lista/)).toBeInTheDocument();
  expect(location.hash).toBe("#/assistant/finance?kind=bills&month=2026-05");
  figures.release();
  await user.click(screen.getByRole("button", { name: "Desfazer" }));
  expect(await screen.findByText("Já existe outra")).toBeInTheDocument();
});

test("a table that is read while another month is opened can be taken back", async () => {
  const reading = holdAnswers();
  assistant.special = (request) => {
    const answer = money.answer(request);
    return answer && request.path.endsWith("/import") ? { ...answer, after: reading.until } : answer;
  };
  const { user } = await open();
  await screen.findByText("Nenhuma conta neste mês.");
  const field = document.querySelector<HTMLInputElement>("input[type=file]");
  await user.upload(field as HTMLInputElement, new File(["nome;valor\nLuz;10\n"], "contas.csv"));
  await waitFor(() => expect(server.received.some(({ path }) => path.endsWith("/import"))).toBe(true));
  await user.click(screen.getByRole("button", { name: "Mês anterior" }));
  await waitFor(() => expect(location.hash).toContain("month=2026-04"));
  reading.release();
  expect(await screen.findByText(/^Novos: 1/)).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Desfazer" })).toBeInTheDocument();
});

test("where nothing is answered the page says so and asks again", async () => {
  assistant.special = ({ path }) =>
    path.includes("finance")
      ? { status: 500, body: { code: "internal", message: "?", details: null } }
      : undefined;
  await open();
  const failed = await screen.findAllByText("As finanças não puderam ser carregadas");
  expect(failed.length).toBeGreaterThan(0);
});

test("a year is typed digit by digit, and the month that is shown waits for it", async () => {
  await open();
  const month = await screen.findByLabelText("Mês", { selector: "input" });
  fireEvent.change(month, { target: { value: "0002-07" } });
  expect(month).toHaveValue("0002-07");
  expect(server.received.some(({ path }) => path.includes("year=2&"))).toBe(false);
  fireEvent.change(month, { target: { value: "2027-07" } });
  await waitFor(() =>
    expect(server.received.some(({ path }) => path.includes("summary?month=7&year=2027"))).toBe(true),
  );
});

test("records are found by name, and one that is not of the month says so", async () => {
  money.bills = [bill("l", "Luz"), bill("a", "Água")];
  const { user } = await open("#/assistant/finance?kind=bills&month=2026-05&record=x");
  expect(await screen.findByText(/^Este registro não está neste mês/)).toBeInTheDocument();
  await user.type(screen.getByRole("searchbox", { name: "Procurar na lista" }), "agua");
  await waitFor(() => expect(screen.queryByRole("button", { name: /^Luz/ })).toBeNull());
  expect(screen.getByRole("button", { name: /^Água/ })).toBeInTheDocument();
  await user.type(screen.getByRole("searchbox", { name: "Procurar na lista" }), "x");
  expect(await screen.findByText("Nada com esse nome.")).toBeInTheDocument();
});

test("what is typed stays in sight where its record leaves the list, and can be stored as a new one", async () => {
  money.bills = [bill("l", "Luz"), bill("a", "Água")];
  const { user } = await open("#/assistant/finance?kind=bills&month=2026-05&record=l");
  await user.type(await field("Nome"), " da casa");
  money.bills = [bill("a", "Água")];
  await user.click(await screen.findByRole("button", { name: "Marcar como paga: Água" }));
  await waitFor(() => expect(screen.queryByRole("button", { name: /^Luz/ })).toBeNull());
  expect(await field("Nome")).toHaveValue("Luz da casa");
  await user.click(screen.getByRole("button", { name: "Salvar" }));
  await user.click(await screen.findByRole("button", { name: "Salvar como novo" }));
  await waitFor(() => expect(money.bills.map(({ name }) => name)).toContain("Luz da casa"));
});

test("a table is refused cell by cell, and the same file is read again once it is corrected", async () => {
  const fields = [
    { field: "3 · valor (amount)", code: "invalid_price", value: "dez", allowed: "0.01..99999999.99" },
  ];
  const refusal = { code: "invalid_fields", message: "?", details: { fields } };
  let isRefused = true;
  assistant.special = (request) =>
    isRefused && request.path.endsWith("/import") ? { status: 422, body: refusal } : money.answer(request);
  const { user } = await open();
  await screen.findByRole("button", { name: "Importar CSV…" });
  const input = document.querySelector<HTMLInputElement>("main input[type=file]");
  if (!input) throw new Error("no field");
  // Windows wrote it: the á is a single byte.
  const bytes = Uint8Array.from("nome;valor\n\u00e1gua;dez", (c) => c.charCodeAt(0));
  await user.upload(input, new File([bytes], "contas.csv", { type: "text/csv" }));
  expect(await screen.findByText(/^Linha 3, valor \(amount\): «dez»/)).toBeInTheDocument();
  expect(sentBodies("POST")[0]?.["content"]).toContain("água");
  expect(input).toHaveProperty("value", "");
  isRefused = false;
  await user.upload(input, new File([bytes], "contas.csv", { type: "text/csv" }));
  expect(await screen.findByText("Novos: 1 · alterados: 0 · já estavam aqui: 2")).toBeInTheDocument();
  expect(screen.queryByText(/«dez»/)).toBeNull();
});
