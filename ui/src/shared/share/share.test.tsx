import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Req } from "../../api/command";
import { ToastArea } from "../../components/toast/ToastArea";
import { hideToast } from "../../components/toast/toasts";
import { fetchTexts, showLanguage } from "../../i18n";
import { healthy, installBridge } from "../../test/app";
import { catchSavedFiles, type SavedFile } from "../../test/page/saved";
import { startServer, type Answer, type TestServer } from "../../test/server";
import { ShareComparison } from "../inspection/comparison/ShareComparison";
import { CheckShared } from "./CheckShared";
import { ShareEvaluation } from "./ShareEvaluation";

let server: TestServer;
let saved: SavedFile[];
beforeEach(async () => {
  server = await startServer(healthy());
  installBridge(server);
  saved = catchSavedFiles();
  await showLanguage("pt-BR");
  await fetchTexts("inspect");
});
afterEach(async () => {
  vi.restoreAllMocks();
  hideToast();
  await server.close();
});

function answer(path: string, give: (body: Record<string, unknown>) => Answer) {
  server.handle(
    healthy((request) =>
      request.path === path ? give(JSON.parse(request.body) as Record<string, unknown>) : undefined,
    ),
  );
}
const listBodies = (path: string) =>
  server.received.filter((one) => one.path === path).map(({ body }) => JSON.parse(body) as unknown);

function show(part: React.ReactNode) {
  const client = new QueryClient({ defaultOptions: { mutations: { retry: false } } });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        {part}
        <ToastArea />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return userEvent.setup();
}

const search: Req<"shareComparison">["search"] = { query: "soja", kind: "items", limit: 20 };
const comparison = <ShareComparison search={search} item="a" against="b" />;

async function choose(user: ReturnType<typeof userEvent.setup>, button: string, format: RegExp) {
  await user.click(screen.getByRole("button", { name: button }));
  await user.click(await screen.findByRole("menuitem", { name: format }));
}

describe("what is shared", () => {
  test("a comparison becomes a page that is saved under the name that the program gives", async () => {
    const page = { name: "soja-a-b.html", mediaType: "text/html", content: "<h1>soja</h1>" };
    answer("/api/share/comparison", () => ({ body: page }));
    const user = show(comparison);
    await choose(user, "Compartilhar esta comparação", /Como página/);
    expect(await screen.findByText("soja-a-b.html foi salvo.")).toBeInTheDocument();
    expect(listBodies("/api/share/comparison")).toEqual([
      { search, item: "a", against: "b", format: "html" },
    ]);
    expect(saved).toMatchObject([{ name: "soja-a-b.html", type: "text/html;charset=utf-8" }]);
    expect(await saved[0]?.text()).toBe("<h1>soja</h1>");
  });

  test("an evaluation becomes a file that another program can run again", async () => {
    const file = { name: "balcao.json", mediaType: "application/json", content: "{}" };
    answer("/api/share/evaluation", () => ({ body: file }));
    const user = show(<ShareEvaluation before="default" after="outro" setId="s1" />);
    await choose(user, "Compartilhar esta avaliação", /Para repetir/);
    await waitFor(() => expect(saved).toMatchObject([{ name: "balcao.json" }]));
    expect(listBodies("/api/share/evaluation")).toEqual([
      { before: "default", after: "outro", setId: "s1", format: "json" },
    ]);
  });

  test("a refusal says why, saves nothing, and the button can be pressed again", async () => {
    const refusal = { code: "database_stuck", message: "O banco parou.", details: null };
    answer("/api/share/comparison", () => ({ status: 503, body: refusal }));
    const user = show(comparison);
    await choose(user, "Compartilhar esta comparação", /Como página/);
    expect(await screen.findByText("O banco parou.")).toBeInTheDocument();
    expect(saved).toEqual([]);
    expect(screen.getByRole("button", { name: "Compartilhar esta comparação" })).toBeEnabled();
  });

  test("is made once, however long it takes", async () => {
    let give = () => {};
    const after = new Promise<void>((resolve) => (give = resolve));
    const page = { name: "a.html", mediaType: "text/html", content: "" };
    answer("/api/share/comparison", () => ({ body: page, after }));
    const user = show(comparison);
    await choose(user, "Compartilhar esta comparação", /Como página/);
    await waitFor(() => expect(listBodies("/api/share/comparison")).toHaveLength(1));
    const button = screen.getByRole("button", { name: "Compartilhar esta comparação" });
    expect(button).toBeDisabled();
    expect(saved).toEqual([]);
    give();
    await waitFor(() => expect(saved).toHaveLength(1));
    await waitFor(() => expect(button).toBeEnabled());
  });
});

describe("a file that was received", () => {
  const FILE = new File(['{"format":"x"}'], "recebido.json", { type: "application/json" });
  const pick = async (user: ReturnType<typeof userEvent.setup>) => {
    const input = document.querySelector<HTMLInputElement>("input[type=file]");
    if (!input) throw new Error("no field for a file");
    await user.upload(input, FILE);
    return within(await screen.findByRole("dialog", { name: "Arquivo compartilhado, repetido aqui" }));
  };
  const outcome = { same: true, other: [], rows: [], compared: 1200 };

  test("is run again, and that every figure is the same is said with their number", async () => {
    answer("/api/share/verify", () => ({ body: outcome }));
    const user = show(<CheckShared />);
    const dialog = await pick(user);
    expect(dialog.getByText("recebido.json")).toBeInTheDocument();
    expect(await dialog.findByText(/^Tudo igual: os 1\.200 números do arquivo/)).toBeInTheDocument();
    expect(dialog.queryByRole("table")).toBeNull();
    expect(listBodies("/api/share/verify")).toEqual([{ content: '{"format":"x"}' }]);
  });

  test("each reason why its figures differ is listed, and of very many figures the first are", async () => {
    const rows = Array.from({ length: 60 }, (_, at) => ({ of: "A", name: `r${at}`, before: at, now: null }));
    const other = ["profile", "catalog", "model"];
    answer("/api/share/verify", () => ({ body: { same: false, other, rows, compared: 90 } }));
    const user = show(<CheckShared />);
    const dialog = await pick(user);
    expect(await dialog.findByText(/^Diferente aqui: 60 de 90 números/)).toBeInTheDocument();
    expect(dialog.getAllByRole("listitem")).toHaveLength(3);
    expect(dialog.getAllByRole("row")).toHaveLength(51);
    expect(dialog.getByRole("row", { name: "A r2 2 –" })).toBeInTheDocument();
  });

  test("that is none of ours says so in words of the page", async () => {
    const refusal = { code: "invalid_request", message: "expected value at line 1", details: null };
    answer("/api/share/verify", () => ({ status: 400, body: refusal }));
    const user = show(<CheckShared />);
    const dialog = await pick(user);
    expect(await dialog.findByRole("alert")).toHaveTextContent(/não é uma comparação nem uma avaliação/);
    expect(dialog.queryByText(/expected value/)).toBeNull();
  });

  test("is checked again where it is chosen again, and the answer before it is gone", async () => {
    let same = false;
    answer("/api/share/verify", () => ({ body: { ...outcome, same } }));
    const user = show(<CheckShared />);
    const first = await pick(user);
    expect(await first.findByText(/^Diferente aqui/)).toBeInTheDocument();
    await user.click(first.getByRole("button", { name: "Fechar" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    same = true;
    const second = await pick(user);
    expect(await second.findByText(/^Tudo igual/)).toBeInTheDocument();
    expect(second.queryByText(/^Diferente aqui/)).toBeNull();
    expect(listBodies("/api/share/verify")).toHaveLength(2);
  });

  /** A file whose content the disk gives later, or not at all. */
  const slowFile = (name: string, content: Promise<string>) =>
    Object.assign(new File([""], name, { type: "application/json" }), { text: () => content });
  const choose = (file: File) => {
    const input = document.querySelector<HTMLInputElement>("input[type=file]") as HTMLInputElement;
    fireEvent.change(input, { target: { files: [file] } });
  };

  test("that takes long to be read does not take the place of one that was chosen since", async () => {
    answer("/api/share/verify", () => ({ body: outcome }));
    show(<CheckShared />);
    let read: (content: string) => void = () => {};
    choose(slowFile("lento.json", new Promise((resolve) => (read = resolve))));
    expect(await screen.findByText("lento.json")).toBeInTheDocument();
    choose(slowFile("depois.json", Promise.resolve('{"format":"depois"}')));
    expect(await screen.findByText(/^Tudo igual/)).toBeInTheDocument();
    read('{"format":"lento"}');
    await new Promise((over) => setTimeout(over, 50));
    expect(screen.getByText("depois.json")).toBeInTheDocument();
    expect(listBodies("/api/share/verify")).toEqual([{ content: '{"format":"depois"}' }]);
  });

  test("that the disk does not give is said to be unreadable, and another one can be chosen", async () => {
    answer("/api/share/verify", () => ({ body: outcome }));
    show(<CheckShared />);
    choose(slowFile("apagado.json", Promise.reject(new DOMException("gone", "NotFoundError"))));
    expect(await screen.findByRole("alert")).toHaveTextContent(/^Não é possível ler o arquivo/);
    expect(listBodies("/api/share/verify")).toEqual([]);
    choose(slowFile("outro.json", Promise.resolve("{}")));
    expect(await screen.findByText(/^Tudo igual/)).toBeInTheDocument();
    expect(screen.queryByText(/^Não é possível ler/)).toBeNull();
  });

  test("shows nothing but its name while it is run again", async () => {
    let give = () => {};
    const after = new Promise<void>((resolve) => (give = resolve));
    answer("/api/share/verify", () => ({ body: outcome, after }));
    const user = show(<CheckShared />);
    const dialog = await pick(user);
    await waitFor(() => expect(listBodies("/api/share/verify")).toHaveLength(1));
    expect(dialog.getByText("recebido.json")).toBeInTheDocument();
    expect(dialog.queryByText(/^Tudo igual|^Diferente/)).toBeNull();
    expect(dialog.queryByRole("alert")).toBeNull();
    give();
    expect(await dialog.findByText(/^Tudo igual/)).toBeInTheDocument();
  });
});
