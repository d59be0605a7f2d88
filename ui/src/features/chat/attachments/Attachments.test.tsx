import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { questionMessage } from "../../../test/chat";
import { box, expectAccessible, serveChat } from "../../../test/chatPage";
import type { ReceivedRequest } from "../../../test/server";
import type { MessageAttachment } from "../types";
import { keptAttachments, MAX_ATTACHMENT_BYTES } from "./pendingAttachments";

const chat = serveChat();

/** A JPEG of one pixel. */
const PIXEL =
  "/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAAEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQH/wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAACf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AVN//2Q==";

const picture: MessageAttachment = {
  id: "p1",
  name: "folha.jpg",
  format: "picture",
  mimeType: "image/jpeg",
  sizeBytes: 2048,
  width: 800,
  height: 600,
  textChars: null,
  totalChars: null,
};
const list: MessageAttachment = {
  ...picture,
  id: "f1",
  name: "lista <b>.csv",
  format: "text",
  mimeType: "text/plain",
  width: null,
  height: null,
  textChars: 15_000,
  totalChars: 40_000,
};
const refused = {
  code: "file_format_unknown",
  message: "folha.svg: parece ser uma imagem (SVG)",
  details: null,
};

/** A program that keeps files: a picture by its ending, else a text; a drawing is refused. */
function keepFiles() {
  const answer = ({ method, path, body }: ReceivedRequest) => {
    if (path === "/api/uploads") {
      // The upload is called as its file, so that the program knows which one it keeps.
      const { name } = JSON.parse(body) as { name: string };
      return { body: { id: name, pieceBytes: 1024 } };
    }
    if (path.startsWith("/api/uploads/")) return { body: { received: 3 } };
    if (path === "/api/chat/attachments") {
      const { uploadId: name } = JSON.parse(body) as { uploadId: string };
      if (name.endsWith(".svg")) return { status: 400, body: refused };
      return { body: name.endsWith(".jpg") ? { ...picture, name } : list };
    }
    if (path === "/api/chat/attachments/p1/picture") return { body: { mimeType: "image/jpeg", data: PIXEL } };
    if (path === "/api/chat/attachments/gone") {
      return { status: 404, body: { code: "not_found", message: "?", details: null } };
    }
    if (path.startsWith("/api/chat/attachments/")) return { body: method === "GET" ? picture : { id: "p1" } };
    return undefined;
  };
  chat.server.handle(chat.desk.handler(answer));
}

const fileOf = (name: string, size = 3) =>
  new File([new Uint8Array(size)], name, { type: name.endsWith(".jpg") ? "image/jpeg" : "" });
const strip = () => screen.findByRole("list", { name: "Imagens e arquivos desta mensagem" });
const chooser = () =>
  screen.getByLabelText<HTMLInputElement>("Anexar imagens ou arquivos", { selector: "input" });
const names = async () =>
  within(await strip())
    .getAllByRole("listitem")
    .map((row) => row.textContent);

describe("pictures and files of the next message", () => {
  test("are chosen, shown with what was read, and go with the question", async () => {
    keepFiles();
    const { user } = await chat.open();
    await user.type(await box(), "que praga é esta?");
    await user.upload(chooser(), [fileOf("folha.jpg"), fileOf("lista.csv")]);
    await waitFor(async () =>
      expect((await names()).join()).toContain("lido só o começo: 15.000 de 40.000 caracteres"),
    );
    expect(document.querySelector("b")).toBeNull();
    await expectAccessible();
    await user.click(screen.getByRole("button", { name: "Enviar" }));
    const turn = await chat.turn();
    expect(turn.body).toMatchObject({ message: "que praga é esta?", attachments: ["p1", "f1"] });
    expect(await screen.findByRole("button", { name: "Abrir folha.jpg" })).toBeVisible();
    expect(keptAttachments(null)).toEqual([]);
  });

  test("are dropped and pasted; a text that is pasted stays a text", async () => {
    keepFiles();
    await chat.open();
    const field = await box();
    fireEvent.drop(field, { dataTransfer: { types: ["Files"], files: [fileOf("folha.jpg")] } });
    await waitFor(async () => expect(await names()).toHaveLength(1));
    fireEvent.paste(field, { clipboardData: { types: ["Files"], files: [fileOf("foto.jpg")] } });
    await waitFor(async () => expect(await names()).toHaveLength(2));
    fireEvent.paste(field, { clipboardData: { types: ["text/plain", "Files"], files: [fileOf("c.jpg")] } });
    expect(await names()).toHaveLength(2);
  });

  test("that are refused say why and hold the question back until they are taken away", async () => {
    keepFiles();
    const { user } = await chat.open();
    await user.type(await box(), "e isto?");
    fireEvent.drop(await box(), { dataTransfer: { types: ["Files"], files: [fileOf("folha.svg")] } });
    expect(await screen.findByText(/parece ser uma imagem \(SVG\)/)).toBeVisible();
    expect(screen.getByRole("button", { name: "Enviar" })).toBeDisabled();
    expect(screen.getByText("Retire o arquivo recusado para enviar.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Retirar folha.svg" }));
    expect(screen.getByRole("button", { name: "Enviar" })).toBeEnabled();
  });

  test("do not go without words: the button says so and leads to where they are written", async () => {
    keepFiles();
    const { user } = await chat.open();
    const send = () => screen.getByRole("button", { name: "Enviar" });
    await box();
    await user.upload(chooser(), [fileOf("folha.jpg")]);
    const said = "Escreva também uma pergunta: imagens e arquivos não vão sozinhos.";
    expect(await screen.findByText(said)).toBeVisible();
    expect(send()).toHaveAccessibleDescription(expect.stringContaining(said));
    expect(send()).toHaveAttribute("aria-disabled", "true");
    await user.click(send());
    expect(await box()).toHaveFocus();
    expect(chat.desk.turns).toHaveLength(0);
    await user.keyboard("que praga é esta?");
    expect(screen.queryByText(said)).toBeNull();
    await waitFor(() => expect(send()).toBeEnabled());
    await user.click(send());
    expect((await chat.turn()).body).toMatchObject({ attachments: ["p1"] });
  });

  test("of more than 10 MB, and the fifth, are not sent at all", async () => {
    keepFiles();
    const { user } = await chat.open();
    await user.type(await box(), "oi");
    await user.upload(chooser(), [fileOf("grande.jpg", MAX_ATTACHMENT_BYTES + 1)]);
    expect(await screen.findByText(/mais de 10 MB/)).toBeVisible();
    expect(chat.server.received.some(({ path }) => path === "/api/uploads")).toBe(false);
    await user.click(screen.getByRole("button", { name: "Retirar grande.jpg" }));
    await user.upload(
      chooser(),
      ["a", "b", "c", "d", "e"].map((name) => fileOf(`${name}.jpg`)),
    );
    expect(await names()).toHaveLength(4);
    expect(
      await screen.findByText("Uma mensagem leva 4 imagens ou arquivos; os outros ficaram de fora."),
    ).toBeVisible();
  });

  test("are there again after a reload, but for those that the program has thrown away", async () => {
    keepFiles();
    sessionStorage.setItem("celeiro.draft.files.new", JSON.stringify([picture, { ...list, id: "gone" }, 7]));
    const { user } = await chat.open();
    await waitFor(async () => expect(await names()).toHaveLength(1));
    await user.click(screen.getByRole("button", { name: "Retirar folha.jpg" }));
    await waitFor(() =>
      expect(
        chat.server.received.some(({ method, path }) => method === "DELETE" && path.endsWith("/p1")),
      ).toBe(true),
    );
    expect(sessionStorage.getItem("celeiro.draft.files.new")).toBeNull();
  });
});

test("a stored message shows its files, and an edited one keeps them", async () => {
  keepFiles();
  chat.desk.add("c1", [{ ...questionMessage("u1", null, "e esta?"), attachments: [picture, list] }]);
  const { user } = await chat.open("#/chat?c=c1");
  expect(await screen.findByRole("button", { name: "Salvar lista <b>.csv" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Abrir folha.jpg" }));
  expect(await screen.findByRole("img", { name: "Imagem folha.jpg" })).toBeVisible();
  await expectAccessible();
  await user.click(screen.getByRole("button", { name: "Fechar" }));
  await user.click(await screen.findByRole("button", { name: "Editar a mensagem" }));
  await user.type(screen.getByRole("textbox", { name: "Editar a mensagem" }), " agora{Enter}");
  expect((await chat.turn()).body).toMatchObject({ message: "e esta? agora", attachments: ["p1", "f1"] });
});
