import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { Data } from "../../../api/command";
import { questionMessage } from "../../../test/chat";
import { expectAccessible, serveChat } from "../../../test/chatPage";
import { Assistant } from "../../../test/personal";

const chat = serveChat();
let spoken: Data<"getConversationPersona">;

beforeEach(() => {
  spoken = { id: "c1", persona: null, speaks: "base", usual: "base", offered: ["base", "counselor"] };
  const assistant = new Assistant();
  assistant.special = ({ method, path, body }) => {
    if (path === "/api/assistant/conversations/c1/person") return { body: { id: "c1", personId: null } };
    if (path !== "/api/assistant/conversations/c1/persona") return undefined;
    if (method === "PUT") {
      const { persona } = JSON.parse(body) as { persona: typeof spoken.persona };
      spoken = { ...spoken, persona, speaks: persona ?? spoken.usual };
    }
    return { body: spoken };
  };
  chat.desk.add("c1", [questionMessage("u1", null, "o adubo chegou?")]);
  chat.server.handle(chat.desk.handler((request) => assistant.answer(request)));
});

const choice = () => screen.findByRole<HTMLSelectElement>("combobox", { name: "Como o assistente fala" });
const listPersonas = () =>
  chat.server.received
    .filter(({ method, path }) => method === "PUT" && path.endsWith("/persona"))
    .map(({ body }) => (JSON.parse(body) as { persona: string | null }).persona);

test("a persona is chosen for the conversation and left to the settings again", async () => {
  const { user } = await chat.open("#/chat?c=c1");
  expect(await choice()).toHaveValue("");
  expect(
    within(await choice())
      .getAllByRole("option")
      .map(({ textContent }) => textContent),
  ).toEqual(["Como nos ajustes (Base)", "Base", "Conselheira"]);
  await expectAccessible();
  await user.selectOptions(await choice(), "counselor");
  await waitFor(async () => expect(await choice()).toHaveValue("counselor"));
  await user.selectOptions(await choice(), "");
  await waitFor(() => expect(listPersonas()).toEqual(["counselor", null]));
});

test("the Christian perspective is there once it is switched on", async () => {
  spoken = {
    ...spoken,
    offered: ["base", "counselor", "christian"],
    persona: "christian",
    speaks: "christian",
  };
  await chat.open("#/chat?c=c1");
  expect(await choice()).toHaveValue("christian");
});

test("one that was switched off since it was chosen is not shown as speaking", async () => {
  spoken = { ...spoken, persona: "christian" };
  await chat.open("#/chat?c=c1");
  expect(await choice()).toHaveValue("");
});
