import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { answerMessage, questionMessage } from "../../../../test/chat";
import { beginAnswer, box, expectAccessible, serveChat } from "../../../../test/chatPage";
import { hit, hostile, item, response, status } from "../../../../test/records";

const chat = serveChat();

const ITEMS = [
  item("a", { externalId: "DEMO-FUN-0028", name: "Ferrugen 200 SC galão 5 L" }),
  item("b", { externalId: "DEMO-FUN-0029", name: "Ferrugen 200 SC galão 20 L" }),
  item("c", { externalId: "DEMO-FER-0009", name: "Ureia Agrícola 46%" }),
];

/** A catalog that finds of these items those with the first word of what is searched for, or with its code. */
function sellItems(items = ITEMS) {
  chat.server.handle(
    chat.desk.handler(({ path, body }) => {
      if (!path.startsWith("/api/rag/search")) return undefined;
      const { query } = JSON.parse(body) as { query: string };
      const [word = ""] = query.toLowerCase().split(" ");
      const found = items.filter(
        ({ name, externalId }) =>
          name.toLowerCase().includes(word) || externalId?.toLowerCase().endsWith(word),
      );
      return { body: response(found.map((one) => hit(one))) };
    }),
  );
}

type User = Awaited<ReturnType<typeof chat.open>>["user"];

/** Fills the box at once; Enter stands for itself. */
async function put(user: User, text: string) {
  await user.click(await box());
  await user.paste(text.replace("{Enter}", ""));
  if (text.endsWith("{Enter}")) await user.keyboard("{Enter}");
}

const list = (name = "Comandos") => screen.findByRole("listbox", { name });
const options = async (name?: string) =>
  within(await list(name))
    .getAllByRole("option")
    .map((option) => option.textContent.replace(/\s+/g, " "));
/** The page has asked for the whole item. */
const waitForItem = (id: string) =>
  waitFor(() => expect(chat.server.received.map(({ path }) => path)).toContain(`/api/catalog/items/${id}`));
const noList = () => waitFor(() => expect(screen.queryByRole("listbox")).toBeNull());
const active = async () => {
  const id = (await box()).getAttribute("aria-activedescendant");
  return id === null ? null : document.getElementById(id);
};

describe("a slash at the beginning", () => {
  test("lists the commands, which the arrows go through, and Enter or Tab writes", async () => {
    const { user } = await chat.open();
    await user.type(await box(), "/");
    expect(await options()).toEqual([
      "/busca texto Procura no catálogo, na página de busca",
      "/item código ou nome Abre um item do catálogo",
      "/comparar item, item Pede uma comparação de itens",
      "/ajuda Mostra o que esta caixa faz",
    ]);
    expect(await screen.findByText(/^4 comandos: setas para escolher/)).toBeInTheDocument();
    expect(await box()).toHaveAttribute("aria-controls", (await list()).id);
    expect(await active()).toHaveTextContent("/busca");
    await expectAccessible();

    await user.keyboard("{ArrowDown}{ArrowDown}");
    expect(await active()).toHaveTextContent("/comparar");
    expect(await active()).toHaveAttribute("aria-selected", "true");
    await user.keyboard("{ArrowUp}{ArrowUp}{ArrowUp}");
    expect(await active()).toHaveTextContent("/ajuda");
    await user.keyboard("{ArrowDown}{Tab}");
    expect(await box()).toHaveValue("/busca ");
    expect(await box()).toHaveFocus();
    await noList();
    expect(screen.getByText("Escreva também o que procurar.")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Enviar" })).toBeDisabled();

    await user.clear(await box());
    await user.type(await box(), "/co{Enter}");
    expect(await box()).toHaveValue("/comparar ");
    await user.clear(await box());
    await user.type(await box(), "/compare");
    expect(await options()).toEqual(["/compare item, item Pede uma comparação de itens"]);
    expect(chat.desk.turns).toHaveLength(0);
  });

  test("is left alone by Escape, which closes the list and stops no answer", async () => {
    const { user } = await chat.open();
    await put(user, "pergunta{Enter}");
    beginAnswer(await chat.turn());
    await user.type(await box(), "/bus");
    await list();
    expect(screen.queryByText(/^Não há o comando/)).toBeNull();
    await user.keyboard("{Escape}");
    await noList();
    expect(await box()).toHaveValue("/bus");
    expect(screen.getByText(/^Não há o comando \/bus\./)).toBeInTheDocument();
    expect(chat.server.received.filter(({ path }) => path.startsWith("/api/turns/"))).toHaveLength(0);
    await user.keyboard("{Escape}");
    await waitFor(() =>
      expect(chat.server.received.filter(({ path }) => path.startsWith("/api/turns/"))).toHaveLength(1),
    );
  });

  test("with a name that no command has says so, sends nothing, and keeps what was typed", async () => {
    const { user } = await chat.open();
    await put(user, "/estoque <b>x</b>{Enter}");
    const said =
      "Não há o comando /estoque. Há /busca, /item, /comparar e /ajuda. Para enviar como texto, comece com //.";
    expect((await screen.findByText(said)).closest("[role=status]")).toBeInTheDocument();
    expect(await box()).toHaveValue("/estoque <b>x</b>");
    expect(screen.getByRole("button", { name: "Enviar" })).toBeDisabled();
    expect(chat.desk.turns).toHaveLength(0);
  });

  test.each([
    ["//memoria da entrega", "/memoria da entrega"],
    ["/ 5 L é a dose?", "/ 5 L é a dose?"],
  ])("%j is sent as text", async (typed, sent) => {
    const { user } = await chat.open();
    await put(user, `${typed}{Enter}`);
    expect((await chat.turn()).body).toMatchObject({ message: sent });
    expect(await box()).toHaveValue("");
  });
});

test("a search leads to its page, and an answer under way goes on", async () => {
  chat.desk.add("c1", [questionMessage("u1", null, "pergunta"), answerMessage("a1", "u1")]);
  const { user } = await chat.open("#/chat?c=c1");
  await user.type(await box(), "/search fungicida{Shift>}{Enter}{/Shift}soja & cia{Enter}");
  await waitFor(() => expect(window.location.hash).toBe("#/search?q=fungicida+soja+%26+cia"));
  expect(await screen.findByRole("textbox", { name: "Buscar no catálogo" })).toHaveValue(
    "fungicida soja & cia",
  );
  await user.click(screen.getByRole("link", { name: "Conversar" }));
  expect(await box()).toHaveValue("");
  expect(chat.desk.turns).toHaveLength(0);
});

describe("an item", () => {
  test("is opened by its code, and the box is empty again", async () => {
    sellItems();
    const { user } = await chat.open();
    await put(user, "/item fun-0028{Enter}");
    expect(await screen.findByRole("dialog")).toBeInTheDocument();
    await waitForItem("a");
    expect(document.getElementById("chat-composer")).toHaveValue("");
  });

  test("that may be several is chosen from the list", async () => {
    sellItems();
    const { user } = await chat.open();
    await put(user, "/item ferrugen{Enter}");
    expect(await screen.findByText("Mais de um item pode ser esse: escolha na lista.")).toBeInTheDocument();
    expect(await box()).toHaveValue("/item ferrugen");
    expect(await options("Itens")).toHaveLength(2);
    await waitFor(async () => expect(await active()).toHaveTextContent("galão 5 L"));
    await user.keyboard("{ArrowDown}{Enter}");
    expect(await screen.findByRole("dialog")).toBeInTheDocument();
    await waitForItem("b");
  });

  test("that is not there, or cannot be looked for, leaves the box as it is", async () => {
    sellItems();
    const { user } = await chat.open();
    await put(user, "/item xyz{Enter}");
    expect(await screen.findByText("Nenhum item tem esse nome ou código.")).toBeInTheDocument();
    const busy = {
      status: 503,
      body: { code: "database_busy", message: "O banco está ocupado.", details: null },
    };
    chat.server.handle(
      chat.desk.handler(({ path }) => (path.startsWith("/api/rag/search") ? busy : undefined)),
    );
    await user.type(await box(), "2{Enter}");
    expect(await screen.findByText("O banco está ocupado.")).toBeInTheDocument();
    expect(await box()).toHaveValue("/item xyz2");
  });

  test("with a hostile name is shown as text", async () => {
    sellItems([item("h", { ...hostile, externalId: null })]);
    const { user } = await chat.open();
    await put(user, "/comparar soja");
    const [shown] = await options("Itens");
    expect(shown).toContain("<img src=x");
    await user.click(within(await list("Itens")).getByRole("option"));
    expect(await box()).toHaveValue('/comparar <img src=x onerror="window.hacked=1"> Soja gnp.exe, ');
    expect(document.querySelector("img")).toBeNull();
    expect(window).not.toHaveProperty("hacked");
  });
});

describe("a comparison", () => {
  test("is asked for by the codes of the items that are meant", async () => {
    sellItems();
    const { user } = await chat.open();
    await put(user, "/comparar ferr");
    expect(await options("Itens")).toHaveLength(2);
    await user.keyboard("{ArrowDown}{Tab}");
    expect(await box()).toHaveValue("/comparar Ferrugen 200 SC galão 5 L, ");
    await user.keyboard("ureia{Enter}{Enter}");
    expect((await chat.turn()).body).toMatchObject({
      message: "Comparação entre DEMO-FUN-0028 e DEMO-FER-0009",
    });
    await waitFor(async () => expect(await box()).toHaveValue(""));
    expect(chat.desk.turns).toHaveLength(1);
  });

  test("keeps what means no one item, and speaks English", async () => {
    sellItems();
    const { user } = await chat.open("#/chat", "en");
    const field = await screen.findByRole("textbox", { name: "Your question" });
    await user.type(field, "/compare ferrugen; 2,4-D and more{Enter}");
    expect((await chat.turn()).body).toMatchObject({ message: "ferrugen and 2,4-D and more compared" });
  });

  test("of one item, or of too many, is not sent", async () => {
    const { user } = await chat.open();
    await put(user, "/comparar ureia,{Enter}");
    expect(screen.getByText("Escreva dois itens ou mais, com vírgula entre eles.")).toBeInTheDocument();
    await put(user, "a,b,c,d,e,f,{Enter}");
    expect(screen.getByText("Compare no máximo 6 itens de cada vez.")).toBeInTheDocument();
    expect(await box()).toHaveValue("/comparar ureia,a,b,c,d,e,f,");
    expect(chat.desk.turns).toHaveLength(0);
  });
});

describe("a command of the personal assistant", () => {
  const switchOn = () => {
    const state = { on: true, timeZone: "America/Sao_Paulo", today: "2026-05-05" };
    chat.server.handle(
      chat.desk.handler(({ path }) => (path === "/api/assistant/state" ? { body: state } : undefined)),
    );
  };

  test("is offered while that is on, and leads to its page", async () => {
    switchOn();
    const { user } = await chat.open();
    await user.type(await box(), "/");
    await waitFor(async () =>
      expect(await options()).toEqual(
        expect.arrayContaining([
          "/memoria texto Abre o que é lembrado de você, procurando o texto",
          "/lembretes Abre os lembretes",
        ]),
      ),
    );
    await expectAccessible();
    await user.clear(await box());
    await put(user, "/memória entrega & frete{Enter}");
    await waitFor(() => expect(window.location.hash).toBe("#/assistant/memory?q=entrega+%26+frete"));
    await user.click(await screen.findByRole("link", { name: "Conversar" }));
    expect(await box()).toHaveValue("");
    await put(user, "/lembretes{Enter}");
    await waitFor(() => expect(window.location.hash).toBe("#/assistant/reminders"));
    expect(chat.desk.turns).toHaveLength(0);
  });

  test.each(["/memoria", "/lembretes", "/memory entrega"])(
    "says while that is off how %j works",
    async (typed) => {
      const { user } = await chat.open();
      await put(user, `${typed}{Enter}`);
      const said = "Para isso, ligue o assistente pessoal em Ajustes › Assistente pessoal.";
      expect(await screen.findByText(said)).toBeInTheDocument();
      expect(await box()).toHaveValue(typed);
      expect(screen.getByRole("button", { name: "Enviar" })).toBeDisabled();
      expect(chat.desk.turns).toHaveLength(0);
    },
  );
});

describe("the vault", () => {
  const state = { on: true, timeZone: "America/Sao_Paulo", today: "2026-05-05" };
  const asked: unknown[] = [];
  /** A vault with two notes, which one password opens. */
  const serveVault = (exists = true) => {
    const until = new Date(Date.now() + 300_000).toISOString();
    const answers: Record<string, unknown> = {
      "": { exists },
      "/open": { session: "s1", until },
      "/close": { exists },
      "/notes/list": ["Banco", "Silo norte"].map((title, at) => ({ id: `n${at}`, title, updatedAt: until })),
      "/notes/ask": { text: "A senha é 4711.", note: { id: "n1", title: "Silo norte" }, model: "modelo-x" },
    };
    asked.length = 0;
    chat.server.handle(
      chat.desk.handler(({ path, body }) => {
        if (path === "/api/assistant/state") return { body: state };
        if (path === "/api/health") return { body: { ...status, chatModel: "modelo-x" } };
        const [, part] = path.split("/api/assistant/vault");
        if (part === undefined) return undefined;
        if (part === "/notes/ask") asked.push(JSON.parse(body));
        return { body: answers[part] };
      }),
    );
  };

  test("is asked from the box, outside the conversation, and the answer names its note", async () => {
    serveVault();
    const { user } = await chat.open();
    await user.click(await box());
    await user.paste("/cofre qual é a senha?");
    await waitFor(() => expect(screen.getByRole("button", { name: "Enviar" })).toBeEnabled());
    expect(JSON.stringify(sessionStorage)).not.toContain("senha");
    await user.keyboard("{Enter}");
    const dialog = within(await screen.findByRole("dialog", { name: "Perguntar sobre uma nota do cofre" }));
    expect(dialog.queryByRole("button", { name: /esqueci/i })).toBeNull();
    await user.type(await dialog.findByLabelText("Senha do cofre"), "safra boa 2026{Enter}");
    await user.selectOptions(await dialog.findByLabelText("Nota"), "Silo norte");
    expect(dialog.getByRole("textbox")).toHaveValue("qual é a senha?");
    await expectAccessible();
    await user.click(dialog.getByRole("button", { name: "Perguntar com a nota" }));
    expect(await dialog.findByText("A senha é 4711.")).toBeInTheDocument();
    expect(dialog.getByRole("status")).toHaveTextContent("Silo norte");
    expect(asked).toEqual([{ session: "s1", id: "n1", question: "qual é a senha?" }]);
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByText("A senha é 4711.")).toBeNull());
    expect(chat.server.received.some(({ path }) => path === "/api/assistant/vault/close")).toBe(true);
    expect(document.getElementById("chat-composer")).toHaveValue("");
    expect(chat.desk.turns).toHaveLength(0);
  });

  test("that is not there leads to where it is made", async () => {
    serveVault(false);
    const { user } = await chat.open();
    await user.click(await box());
    await user.paste("/vault");
    await waitFor(() => expect(screen.queryByText(/ligue o assistente pessoal/)).toBeNull());
    await user.keyboard("{Escape}{Enter}");
    await user.click(await screen.findByRole("link", { name: "Criar o cofre" }));
    await waitFor(() => expect(window.location.hash).toBe("#/assistant/vault"));
  });
});

test("the help says what the box can do, and leads back to it", async () => {
  const { user } = await chat.open();
  await user.type(await box(), "/aj{Enter}");
  const help = await screen.findByRole("dialog", { name: "O que esta caixa faz" });
  expect(within(help).getByText("/comparar ureia, sulfato de amônio")).toBeInTheDocument();
  expect(help).not.toHaveTextContent(/memoria|lembretes/);
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  // The dialog gives the focus back a moment after it is gone.
  await waitFor(async () => expect(await box()).toHaveFocus());
  expect(await box()).toHaveValue("");
});
