import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test } from "vitest";
import { renderApp } from "../../../test/app";
import { bill, Money } from "../../../test/finance";
import { Assistant, metric, reminder } from "../../../test/personal";
import { holdAnswers, startServer, type Answer, type TestServer } from "../../../test/server";

let server: TestServer;
let assistant: Assistant;
let money: Money;

beforeEach(async () => {
  assistant = new Assistant();
  money = new Money();
  server = await startServer(assistant.handler());
});
afterEach(() => server.close());

const field = (name: string | RegExp) => screen.findByRole("textbox", { name });

const KINDS = [
  {
    address: "#/assistant/finance",
    path: "/api/assistant/finance/bills",
    button: "Nova conta",
    fill: async (user: UserEvent) => {
      await user.type(await field("Nome"), "Água");
      await user.type(await field("Valor (R$)"), "99,90");
      await user.type(await field("Dia do vencimento"), "31");
    },
    rows: () => money.bills,
    store: (id: string) => money.bills[money.bills.push(bill(id, "Água", { amount: 99.9, dueDay: 31 })) - 1],
  },
  {
    address: "#/assistant/tracking",
    path: "/api/assistant/metrics",
    button: "Novo registro",
    fill: async (user: UserEvent) => {
      await user.type(await screen.findByRole("combobox", { name: "Métrica" }), "peso");
      await user.type(await field("Valor"), "82,5");
    },
    rows: () => assistant.metrics,
    store: (id: string) =>
      assistant.metrics[assistant.metrics.push(metric(id, "weight", { value: 82.5 })) - 1],
  },
  {
    address: "#/assistant/reminders",
    path: "/api/assistant/reminders",
    button: "Novo lembrete",
    fill: async (user: UserEvent) => {
      await user.type(await field("O que fazer"), "Cobrar a nota");
      await user.type(screen.getByLabelText(/^Quando/), "2999-05-06T09:00");
    },
    rows: () => assistant.reminders,
    store: (id: string) => assistant.reminders[assistant.reminders.push(reminder(id, "Cobrar a nota")) - 1],
  },
];

/** The program as it is: an operation that it has done is not done again. Gives the ids that it was asked under. */
function storeOnce(
  { path, store, rows }: (typeof KINDS)[number],
  howFirst: () => Partial<Answer> = () => ({}),
): string[] {
  const asked: string[] = [];
  const done = new Map<string, unknown>();
  assistant.special = (request) => {
    if (request.method !== "POST" || request.path !== path) return money.answer(request);
    const { operationId } = JSON.parse(request.body) as { operationId: string };
    asked.push(operationId);
    if (!done.has(operationId)) done.set(operationId, store(`stored-${rows().length}`));
    return { body: done.get(operationId), ...(asked.length === 1 && howFirst()) };
  };
  return asked;
}

test.each(KINDS)(
  "saved twice at once, $path has one entry; the same typed anew is a second one",
  async (kind) => {
    const held = holdAnswers();
    const asked = storeOnce(kind, () => ({ after: held.until }));
    const { user } = await renderApp(server, kind.address);
    await user.click(await screen.findByRole("button", { name: kind.button }));
    await kind.fill(user);
    const save = screen.getByRole("button", { name: "Salvar" });
    const form = save.closest("form");
    // A double click, and one more while the answer is awaited.
    act(() => {
      form?.requestSubmit();
      form?.requestSubmit();
    });
    fireEvent.click(save);
    await waitFor(() => expect(asked).toHaveLength(1));
    held.release();
    await waitFor(() => expect(location.hash).toContain("stored-0"));
    fireEvent.click(save);
    expect(asked).toHaveLength(1);
    expect(kind.rows()).toHaveLength(1);

    // The page comes to the stored entry a moment after the address.
    await waitFor(() => {
      fireEvent.click(screen.getByRole("button", { name: kind.button }));
      expect(screen.getByRole("form", { name: kind.button })).toBeInTheDocument();
    });
    await kind.fill(user);
    await user.click(screen.getByRole("button", { name: "Salvar" }));
    await waitFor(() => expect(kind.rows()).toHaveLength(2));
    expect(new Set(asked).size).toBe(2);
  },
);

test.each(KINDS)(
  "where the answer of a save of $path is lost, saving again asks for the same",
  async (kind) => {
    const asked = storeOnce(kind, () => ({ hangUp: true }));
    const { user } = await renderApp(server, kind.address);
    await user.click(await screen.findByRole("button", { name: kind.button }));
    await kind.fill(user);
    await user.click(screen.getByRole("button", { name: "Salvar" }));
    expect(await screen.findByRole("alert")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Salvar" }));
    await waitFor(() => expect(asked.length).toBeGreaterThan(1));
    expect(new Set(asked).size).toBe(1);
    expect(kind.rows()).toHaveLength(1);
  },
);
