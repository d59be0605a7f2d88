import { readFileSync } from "node:fs";
import { QueryClientProvider } from "@tanstack/react-query";
import { MantineProvider } from "@mantine/core";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test } from "vitest";
import en from "../../i18n/en.json";
import ptBR from "../../i18n/pt-BR.json";
import { createQueryClient } from "../../api/client";
import { fetchTexts, showLanguage } from "../../i18n";
import { installBridge } from "../../test/app";
import { holdAnswers, startServer, type ReceivedRequest, type TestServer } from "../../test/server";
import { useCommandQuery } from "../../api/hooks";
import { ToastArea } from "../../components/toast/ToastArea";
import { Attachments } from "./Attachments";
import { countSendings } from "./sendings";

const file = {
  id: "00000000-0000-4000-8000-00000000000a",
  itemId: "item",
  name: "bula.pdf",
  mimeType: "application/pdf",
  format: "pdf",
  sizeBytes: 2048,
  pages: 3,
  textChars: 40,
  textPreview: "Recomendação <script>",
  isCut: false,
  chunks: 2,
  search: "ready",
  kind: "leaflet",
  width: null,
  height: null,
  pictureProblem: null,
  createdAt: "2026-01-02T03:04:05Z",
};

let server: TestServer;
let attached: (typeof file)[];

function answer({ method, path }: ReceivedRequest) {
  if (path === "/api/catalog/items/item/files" && method === "GET") return { body: attached };
  if (path === "/api/catalog/items/item/files") {
    attached = [...attached, file];
    return { body: file };
  }
  if (path === "/api/uploads") return { body: { id: "up", pieceBytes: 1024 } };
  if (path.startsWith("/api/uploads/up")) return { body: { received: 3 } };
  if (path === `/api/files/${file.id}/text`) return { body: { id: file.id, chunks: ["Um.", "Dois."] } };
  if (path.startsWith(`/api/files/${file.id}`) && method === "DELETE") {
    attached = [];
    return { body: { id: file.id } };
  }
  return { status: 404, body: { code: "not_found", message: "?", details: null } };
}

beforeEach(async () => {
  attached = [];
  server = await startServer(answer);
  installBridge(server);
  await showLanguage("pt-BR");
  await fetchTexts("files");
});
afterEach(() => server.close());

/** Stands for what else of the catalog is on the page. */
function Facets() {
  return useCommandQuery("facets", {}).isSuccess ? <p>Filtros</p> : null;
}

function show() {
  const { unmount } = render(
    <QueryClientProvider client={createQueryClient()}>
      <MantineProvider env="test">
        <Attachments itemId="item" />
        <Facets />
        <ToastArea />
      </MantineProvider>
    </QueryClientProvider>,
  );
  return { ...userEvent.setup(), unmount };
}

test("a dropped file is sent, listed with what search knows of it, read as text, and removed", async () => {
  const user = show();
  await screen.findByText("Nenhum anexo ainda.");
  await user.upload(
    screen.getByLabelText("Escolher arquivos", { selector: "input" }),
    new File(["abc"], "bula.pdf"),
  );
  await screen.findByText("na busca");
  expect(screen.getByText(/PDF · 2 kB · 3 páginas · 2 trechos/)).toBeTruthy();
  expect(screen.getByText("Recomendação <script>")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Ver o texto" }));
  expect(await screen.findByText("Dois.")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Remover bula.pdf" }));
  await screen.findByText("Nenhum anexo ainda.");
});

test("a photo is called one until a person says what is on it", async () => {
  const photo = {
    ...file,
    name: "frente.jpg",
    mimeType: "image/jpeg",
    format: "image",
    pages: null,
  } as const;
  attached = [{ ...file, ...photo, kind: "other" } as unknown as typeof file];
  show();
  const kind = await screen.findByRole("combobox", { name: "O que é frente.jpg" });
  expect(kind).toHaveDisplayValue("Foto");
  expect(screen.queryByText("Outro documento")).toBeNull();
});

test("a file is brought back from the remark that it was removed, however late the page is fetched again", async () => {
  attached = [file];
  const facets = holdAnswers();
  server.handle((request) => {
    if (request.path.endsWith("/restore"))
      return { status: 409, body: { code: "conflict", message: "O item não existe mais", details: null } };
    if (request.path !== "/api/catalog/facets") return answer(request);
    return { body: {}, ...(attached.length === 0 && { after: facets.until }) };
  });
  const user = show();
  await screen.findByText("Filtros");
  await user.click(await screen.findByRole("button", { name: "Remover bula.pdf" }));
  expect(await screen.findByText("bula.pdf foi removido.")).toBeInTheDocument();
  await screen.findByText("Nenhum anexo ainda.");
  facets.release();
  await user.click(screen.getByRole("button", { name: "Desfazer" }));
  expect(await screen.findByText("O item não existe mais")).toBeInTheDocument();
});

test("a file that is refused stays in sight with its reason until it is put aside", async () => {
  server.handle((request) =>
    request.path === "/api/catalog/items/item/files" && request.method === "POST"
      ? { status: 400, body: { code: "file_unreadable", message: "protegido por senha", details: null } }
      : answer(request),
  );
  const user = show();
  await screen.findByText("Nenhum anexo ainda.");
  await user.upload(
    screen.getByLabelText("Escolher arquivos", { selector: "input" }),
    new File(["abc"], "a.pdf"),
  );
  expect(await screen.findByText("protegido por senha")).toBeTruthy();
  expect(countSendings()).toBe(0);
  await user.click(screen.getByRole("button", { name: "Fechar" }));
  await waitFor(() => expect(screen.queryByText("protegido por senha")).toBeNull());
});

test("a file is attached though its form was closed meanwhile", async () => {
  const { upload, unmount } = show();
  await screen.findByText("Nenhum anexo ainda.");
  await upload(
    screen.getByLabelText("Escolher arquivos", { selector: "input" }),
    new File(["abc"], "bula.pdf"),
  );
  unmount();
  await waitFor(() => expect(attached).toHaveLength(1));
});

test("a file on its way can be stopped", async () => {
  // A piece that is refused for now is sent again, and again.
  server.handle((request) =>
    request.path.startsWith("/api/uploads/up") && request.method !== "DELETE"
      ? { status: 429, body: { code: "rate_limited", message: "?", details: null } }
      : answer(request),
  );
  const user = show();
  await screen.findByText("Nenhum anexo ainda.");
  await user.upload(
    screen.getByLabelText("Escolher arquivos", { selector: "input" }),
    new File(["abc"], "bula.pdf"),
  );
  const stop = await screen.findByRole("button", { name: "Parar de enviar bula.pdf" });
  expect(countSendings()).toBe(1);
  await user.click(stop);
  await waitFor(() => expect(screen.queryByText("bula.pdf")).toBeNull());
  expect(countSendings()).toBe(0);
  expect(attached).toHaveLength(0);
});

test("a file of an item that is not active is not said to be on its way into search", async () => {
  attached = [{ ...file, search: "notSearched" }];
  show();
  expect(await screen.findByText("não buscado: o item não está ativo")).toBeInTheDocument();
});

test("what is offered, what is asked for and what a refusal names are the same kinds of files", () => {
  const kinds = ["PDF", "DOCX", "XLSX", "CSV", "TXT", "MD", "HTML", "PNG", "JPEG", "GIF", "WebP", "SVG"];
  show();
  const accept = document.querySelector("input[type=file]")?.getAttribute("accept") ?? "";
  const refusals = ["pt-BR", "en"].map(
    (language) =>
      readFileSync(`../crates/app/locales/${language}.json`, "utf8").match(
        /"unsupportedDocument": "(.*)"/,
      )?.[1],
  );
  for (const kind of kinds) {
    for (const text of [ptBR.files.drop, en.files.drop, ...refusals]) expect(text).toContain(kind);
    expect(accept.toLowerCase()).toContain(kind.toLowerCase());
  }
});
