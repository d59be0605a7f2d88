import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { renderApp } from "../../../test/app";
import { Assistant, decision, reminder } from "../../../test/personal";
import { startServer, type TestServer } from "../../../test/server";
import { readRule, writeRule } from "./repetition";

let server: TestServer;
let assistant: Assistant;

beforeEach(async () => {
  assistant = new Assistant();
  server = await startServer(assistant.handler());
});
afterEach(() => server.close());

const late = () =>
  reminder("l", "Ligar para o João", { at: "2026-05-04T09:00:00", nextAt: "2026-05-04T12:00:00Z" });
const weekly = () =>
  reminder("w", "Visitar a Boa Vista", {
    zone: "America/Cuiaba",
    nextAt: "2999-05-06T13:00:00Z",
    rrule: "FREQ=WEEKLY;BYDAY=WE,MO",
  });

test("late ones stand first and say so; repetition and another zone are said in words", async () => {
  assistant.reminders = [weekly(), late()];
  await renderApp(server, "#/assistant/reminders");
  const due = await screen.findByRole("region", { name: "Atrasados e de hoje" });
  expect(
    within(due).getByRole("button", { name: /^Atrasado.*Ligar para o João.*4 de mai\. de 2026/ }),
  ).toBeInTheDocument();
  const later = screen.getByRole("region", { name: "Depois" });
  expect(due.compareDocumentPosition(later)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  const row = within(later).getByRole("button", { name: /^Visitar/ });
  expect(row).toHaveTextContent("Toda semana: segunda-feira e quarta-feira");
  expect(row).toHaveTextContent(/10:00.*09:00 \(America\/Cuiaba\)/);
});

test("one that repeats says when it is next, not when it began", async () => {
  assistant.reminders = [
    reminder("d", "Fechar o caixa", {
      at: "2026-05-04T09:00:00",
      nextAt: "2999-05-06T12:00:00Z",
      rrule: "FREQ=DAILY",
    }),
  ];
  await renderApp(server, "#/assistant/reminders");
  const row = await screen.findByRole("button", { name: /^Fechar o caixa/ });
  expect(row).toHaveTextContent("6 de mai. de 2999, 09:00");
  expect(row).not.toHaveTextContent("2026");
});

test("one that is done leaves the list, the next has the focus, and it can be taken back", async () => {
  assistant.reminders = [late(), weekly()];
  const { user } = await renderApp(server, "#/assistant/reminders");
  await user.click(await screen.findByRole("button", { name: "Marcar como feito: Ligar para o João" }));
  expect(await screen.findByText("Lembrete feito.")).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByText("Ligar para o João")).toBeNull());
  await waitFor(() => expect(screen.getByRole("button", { name: /^Visitar/ })).toHaveFocus());
  await user.click(screen.getByRole("button", { name: "Desfazer" }));
  expect(await screen.findByText("Ligar para o João")).toBeInTheDocument();
});

test("one that another page has done is said to be done, and leaves the list", async () => {
  assistant.reminders = [late(), weekly()];
  assistant.special = ({ path }) => {
    if (!path.endsWith("/complete")) return undefined;
    assistant.reminders = [weekly()];
    return { status: 409, body: { code: "conflict", message: "Mudou", details: null } };
  };
  const { user } = await renderApp(server, "#/assistant/reminders");
  await user.click(await screen.findByRole("button", { name: "Marcar como feito: Ligar para o João" }));
  expect(await screen.findByText("Já estava feito.")).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByText("Ligar para o João")).toBeNull());
});

test("the way to the assistant counts what is due and to be reviewed", async () => {
  assistant.reminders = [late(), weekly()];
  assistant.decisions = [decision("d", "Alugar o silo", { reviewAt: "2026-05-01", state: "decided" })];
  await renderApp(server, "#/settings");
  const link = await screen.findByRole("link", { name: "Assistente, 2 esperam por você" });
  expect(link.querySelector("[data-count]")).toHaveAttribute("data-count", "2");
});

test("a new reminder is stored with its zone and the days of the week", async () => {
  const { user } = await renderApp(server, "#/assistant/reminders?reminder=new");
  await user.type(await screen.findByRole("textbox", { name: "O que fazer" }), "Cobrar a nota");
  await user.type(screen.getByLabelText(/^Quando/), "2026-06-01T08:30");
  await user.selectOptions(screen.getByRole("combobox", { name: "Repetição" }), "Toda semana");
  await user.click(screen.getByRole("checkbox", { name: "sexta-feira" }));
  await user.click(screen.getByRole("button", { name: "Salvar" }));
  await waitFor(() =>
    expect(assistant.reminders[0]).toMatchObject({
      title: "Cobrar a nota",
      at: "2026-06-01T08:30",
      zone: "America/Sao_Paulo",
      rrule: "FREQ=WEEKLY;BYDAY=FR",
    }),
  );
});

test("rules of the usual forms are read and written; others are left alone", () => {
  for (const rule of [
    "",
    "FREQ=DAILY",
    "FREQ=WEEKLY",
    "FREQ=WEEKLY;BYDAY=MO,FR",
    "FREQ=MONTHLY",
    "FREQ=YEARLY",
  ])
    expect(writeRule(readRule(rule))).toBe(rule);
  for (const rule of [
    "FREQ=MONTHLY;BYDAY=1MO",
    "FREQ=DAILY;COUNT=3",
    "FREQ=WEEKLY;INTERVAL=2",
    "toda segunda",
  ])
    expect(readRule(rule).kind).toBe("other");
});

test("of many a hundred are listed, then more, and the first that was not there has the focus", async () => {
  assistant.reminders = Array.from({ length: 150 }, (_, at) =>
    reminder(`r${at}`, `Lembrete ${String(at).padStart(3, "0")}`, { nextAt: "2999-05-06T13:00:00Z" }),
  );
  const { user } = await renderApp(server, "#/assistant/reminders");
  await user.click(await screen.findByRole("button", { name: "Mostrar mais (100 de 150)" }));
  expect(await screen.findByRole("button", { name: /^Lembrete 149/ })).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: /^Mostrar mais/ })).toBeNull();
  await waitFor(() => expect(screen.getByRole("button", { name: /^Lembrete 100/ })).toHaveFocus());
});

test("a reminder without a moment says at the field that it needs one", async () => {
  const { user } = await renderApp(server, "#/assistant/reminders?reminder=new");
  await user.type(await screen.findByRole("textbox", { name: "O que fazer" }), "Ligar{Enter}");
  const at = screen.getByLabelText(/^Quando/);
  await waitFor(() => expect(at).toHaveFocus());
  expect(at).toHaveAccessibleDescription("Precisa ser preenchido.");
  expect(assistant.reminders).toEqual([]);
});
