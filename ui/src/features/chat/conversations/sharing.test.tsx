/** Conversations of a team: shared by their owner, read by others, looked at by administrators. */
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Role } from "../../../shared/account/useMe";
import { Accounts } from "../../../test/account";
import { answerMessage, questionMessage } from "../../../test/chat";
import { serveChat } from "../../../test/chatPage";

const chat = serveChat();

function openAs(role: Role, address?: string) {
  const accounts = new Accounts({ bia: role });
  accounts.session = "bia";
  chat.server.handle(chat.desk.handler((request) => accounts.answer(request)));
  return chat.open(address);
}

const messages = () => [questionMessage("u1", null, "fungicida?"), answerMessage("a1", "u1")];

test("another's shared conversation is named, and read without a way to go on with it", async () => {
  chat.desk.add("c1", messages(), { owner: "ana", shared: true, readOnly: true });
  await openAs("seller", "#/chat?c=c1");
  expect(await screen.findByText("Compartilhada por ana")).toBeInTheDocument();
  expect(await screen.findByText(/Esta conversa é de ana, que a compartilhou/)).toBeInTheDocument();
  expect(await screen.findByRole("article", { name: "Resposta do Celeiro" })).toBeInTheDocument();
  expect(screen.queryByRole("textbox", { name: "Sua pergunta" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Editar a mensagem" })).toBeNull();
  expect(screen.queryByRole("switch", { name: "De todos" })).toBeNull();
});

test("one's own is shared from its menu", async () => {
  chat.desk.add("c1", messages(), { owner: "bia", shared: false, readOnly: false });
  const { user } = await openAs("seller", "#/chat?c=c1");
  const [menu] = await screen.findAllByRole("button", { name: "Opções de Conversa c1" });
  if (menu) await user.click(menu);
  await user.click(await screen.findByRole("menuitem", { name: "Compartilhar com a equipe" }));
  await waitFor(() =>
    expect(chat.desk.sent("PUT", "/api/conversations/c1")).toContainEqual({ shared: true }),
  );
});

test("an administrator asks for those of everybody, and is told that a look is recorded", async () => {
  chat.desk.add("c1", messages(), { owner: "ana", shared: false, readOnly: true });
  const { user } = await openAs("admin", "#/chat");
  await user.click(await screen.findByRole("switch", { name: "De todos" }));
  expect(screen.getByText(/fica no registro de acesso/)).toBeInTheDocument();
  await waitFor(() =>
    expect(
      chat.server.received.some(
        ({ path }) => path.startsWith("/api/conversations?") && path.includes("everybody=true"),
      ),
    ).toBe(true),
  );
  const list = screen.getByRole("complementary", { name: "Conversas" });
  expect(within(list).getByText("De ana")).toBeInTheDocument();
});
