import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { questionMessage } from "../../../test/chat";
import { expectAccessible, serveChat } from "../../../test/chatPage";
import { Assistant, person, reminder } from "../../../test/personal";

const chat = serveChat();
let assistant: Assistant;
/** Whom the conversation is about. */
let about: string | null;
/** What the program answers where another is chosen. */
let refusal: { status: number; body: unknown } | null;

beforeEach(() => {
  about = null;
  refusal = null;
  assistant = new Assistant();
  assistant.people = [
    person("j", "Joaquim Tavares", { relationship: "cliente", farm: "Boa Vista" }),
    person("a", "Aparecida Nunes"),
  ];
  assistant.special = ({ method, path, body }) => {
    if (path === "/api/assistant/conversations/c1/persona")
      return { body: { id: "c1", persona: null, speaks: "base", usual: "base", offered: ["base"] } };
    if (path !== "/api/assistant/conversations/c1/person") return undefined;
    if (method === "PUT" && refusal) return refusal;
    if (method === "PUT") about = (JSON.parse(body) as { personId: string | null }).personId;
    return { body: { id: "c1", personId: about } };
  };
  chat.desk.add("c1", [questionMessage("u1", null, "o adubo chegou?")]);
  chat.server.handle(chat.desk.handler((request) => assistant.answer(request)));
});

const choices = () =>
  chat.server.received
    .filter(({ method, path }) => method === "PUT" && path.endsWith("/person"))
    .map(({ body }) => (JSON.parse(body) as { personId: string | null }).personId);
const button = (name: string) => screen.findByRole("button", { name });
const box = async () => within(await screen.findByRole("dialog", { name: /^Sobre/ }));
const search = async () => (await box()).findByRole("combobox", { name: "Procurar pessoas" });

test("a person is found by name and chosen by keyboard, and the button has the focus again", async () => {
  const { user } = await chat.open("#/chat?c=c1");
  await user.click(await button("Sobre quem?"));
  await waitFor(async () => expect(await search()).toHaveFocus());
  await user.type(await search(), "juaquin");
  expect(
    await (await box()).findByText("1 pessoa: setas para escolher, Enter para usar."),
  ).toBeInTheDocument();
  await expectAccessible();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(choices()).toEqual(["j"]));
  await waitFor(async () => expect(await button("Sobre: Joaquim Tavares")).toHaveFocus());
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("arrows choose another one", async () => {
  about = "j";
  const { user } = await chat.open("#/chat?c=c1");
  await user.click(await button("Sobre: Joaquim Tavares"));
  const option = await (await box()).findByRole("option", { name: /^Joaquim Tavares/ });
  expect(option).toHaveTextContent("cliente · Boa Vista");
  expect(option).toHaveAttribute("aria-selected", "true");
  await waitFor(async () => expect(await search()).toHaveFocus());
  await user.keyboard("{ArrowDown}{ArrowDown}{Enter}");
  await waitFor(() => expect(choices()).toEqual(["a"]));
  expect(await button("Sobre: Aparecida Nunes")).toBeInTheDocument();
});

test("the way to the person's page is there, and nobody can be chosen", async () => {
  about = "j";
  const { user } = await chat.open("#/chat?c=c1");
  await user.click(await button("Sobre: Joaquim Tavares"));
  const link = (await box()).getByRole("link", { name: "Abrir a página da pessoa" });
  expect(link).toHaveAttribute("href", "#/assistant/people?person=j");
  await user.click((await box()).getByRole("button", { name: "Não é sobre ninguém" }));
  await waitFor(() => expect(choices()).toEqual([null]));
  expect(await button("Sobre quem?")).toBeInTheDocument();
});

test("a person who was deleted is said to be, and can be taken off", async () => {
  about = "gone";
  const { user } = await chat.open("#/chat?c=c1");
  await user.click(await button("Sobre: pessoa excluída"));
  expect((await box()).queryByRole("link")).toBeNull();
  expect((await box()).getByRole("button", { name: "Não é sobre ninguém" })).toBeEnabled();
});

test("a refusal is said in the box, which stays, and Escape closes it", async () => {
  refusal = { status: 503, body: { code: "database_busy", message: "Ocupado", details: null } };
  const { user } = await chat.open("#/chat?c=c1");
  await user.click(await button("Sobre quem?"));
  await user.click(await (await box()).findByRole("option", { name: "Aparecida Nunes" }));
  expect(await (await box()).findByRole("alert")).toBeInTheDocument();
  await user.click(await search());
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(await button("Sobre quem?")).toHaveFocus();
});

test("it is there neither while the assistant is off nor in a conversation that has not begun", async () => {
  assistant.on = false;
  const { unmount } = await chat.open("#/chat?c=c1");
  await screen.findByText("o adubo chegou?");
  expect(screen.queryByRole("button", { name: /^Sobre/ })).toBeNull();
  unmount();
  assistant.on = true;
  await chat.open("#/chat");
  await screen.findByRole("textbox", { name: "Sua pergunta" });
  await waitFor(() =>
    expect(chat.server.received.some(({ path }) => path === "/api/assistant/waiting")).toBe(true),
  );
  expect(screen.queryByRole("button", { name: /^Sobre/ })).toBeNull();
});

test("a reminder that came due stands above the conversation until it is done", async () => {
  assistant.reminders = [
    reminder("r1", "Ligar para <b>Dona Cida</b>", { nextAt: "2026-05-05T10:00:00Z" }),
    reminder("r2", "Levar a nota"),
  ];
  assistant.fired = [
    { id: "r1", title: "Ligar para <b>Dona Cida</b>", firedFor: "2026-05-05T10:00:00Z", late: true },
  ];
  const { user } = await chat.open("#/chat?c=c1");
  const due = within(await screen.findByRole("region", { name: "Lembretes do momento" }));
  expect(due.getByRole("link", { name: "Ligar para <b>Dona Cida</b>" })).toBeInTheDocument();
  expect(due.getByText("atrasado")).toBeInTheDocument();
  expect(due.queryByText("Levar a nota")).toBeNull();
  expect(screen.queryByText(/^Lembrete atrasado/)).toBeNull();
  await user.click(due.getByRole("button", { name: /^Adiar 10 min/ }));
  await waitFor(() => {
    const put = chat.server.received.find(({ path }) => path === "/api/assistant/reminders/r1/snooze");
    expect(JSON.parse(put?.body ?? "{}")).toMatchObject({ minutes: 10 });
  });
  await user.click(due.getByRole("button", { name: "Feito: Ligar para <b>Dona Cida</b>" }));
  await waitFor(() => expect(screen.queryByRole("region", { name: "Lembretes do momento" })).toBeNull());
  expect(assistant.reminders[0]?.state).toBe("done");
});
