import { act, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { healthy, renderApp } from "../../test/app";
import { answerImport, checkFile, importState, RUN, sendFile, serveImports, UPLOAD } from "../../test/import";
import type { Answer, ReceivedRequest } from "../../test/server";

const imports = serveImports();
/** A server that has the file until it is dropped or the server begins anew. */
const place = { isTaken: false, refuses: false };
let special: (request: ReceivedRequest) => Answer | undefined;

beforeEach(() => {
  Object.assign(place, { isTaken: false, refuses: false });
  special = () => undefined;
  imports.server.handle(
    healthy((request) => {
      const { method, path } = request;
      if (path === "/api/uploads") place.isTaken = !place.refuses;
      if (method === "DELETE" && path === `/api/uploads/${UPLOAD}`) {
        place.isTaken = false;
        return { body: { id: UPLOAD } };
      }
      const reads = method === "POST" && /^\/api\/imports(\/columns|\/preview)?$/.test(path);
      if (reads && !place.isTaken)
        return { status: 404, body: { code: "transfer_gone", message: "não está mais aqui", details: null } };
      return special(request) ?? answerImport(request);
    }),
  );
});
afterEach(() => {
  vi.restoreAllMocks();
  sessionStorage.clear();
});

const requests = (method: string, path: string) =>
  imports.server.received.filter((one) => one.method === method && one.path === path);
const sends = () => requests("POST", "/api/uploads").length;
const drops = () => requests("DELETE", `/api/uploads/${UPLOAD}`).length;
const cancels = () => requests("POST", `/api/imports/${RUN}/cancel`).length;
const leave = () => act(() => void window.dispatchEvent(new Event("pagehide")));
const comeBack = () =>
  act(() => void window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true })));

async function correctCell(user: UserEvent) {
  const cell = await screen.findByLabelText("Valor certo para a linha 3, coluna Vlr");
  await user.clear(cell);
  await user.type(cell, "2,75{Enter}");
}
const checkAgain = (user: UserEvent) => user.click(screen.getByRole("button", { name: /^Conferir de novo/ }));

describe("a program that has the file no more", () => {
  test("gets it again by itself for a check, with the same columns and corrections", async () => {
    const user = await imports.openPreview();
    await correctCell(user);
    place.isTaken = false;
    await checkAgain(user);
    await user.click(await screen.findByRole("button", { name: "Importar 2 registros" }));
    await screen.findByRole("heading", { name: "Importação concluída" });
    expect(sends()).toBe(2);
    const checks = imports.sent("/api/imports/preview") as Record<string, unknown>[];
    expect(checks).toHaveLength(3);
    expect(checks[2]).toMatchObject({ fixes: [{ row: 3, column: "Vlr", value: "2,75" }] });
    expect(checks[2]?.["columns"]).toEqual(checks[0]?.["columns"]);
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("gets it again for the import, and for other rows of it", async () => {
    const user = await imports.openPreview();
    place.isTaken = false;
    await user.click(screen.getByRole("button", { name: "Importar 1 registro" }));
    await screen.findByRole("heading", { name: "Importação concluída" });
    expect(sends()).toBe(2);
    expect(imports.sent("/api/imports")).toHaveLength(2);
  });

  test("is told once: where it loses it again, that is said, and nothing is lost by another try", async () => {
    const user = await imports.openPreview();
    await correctCell(user);
    Object.assign(place, { isTaken: false, refuses: true });
    await checkAgain(user);
    expect(await screen.findByText("não está mais aqui")).toBeInTheDocument();
    expect(sends()).toBe(2);
    place.refuses = false;
    await user.click(screen.getByRole("button", { name: "Tentar de novo" }));
    await screen.findByRole("button", { name: "Importar 2 registros" });
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("and a file that cannot be read any more: it is chosen again, and columns and corrections stay", async () => {
    const user = await imports.openPreview();
    await correctCell(user);
    place.isTaken = false;
    vi.spyOn(Blob.prototype, "arrayBuffer").mockRejectedValueOnce(new DOMException("", "NotReadableError"));
    await checkAgain(user);
    const notice = within(await screen.findByRole("alert"));
    expect(notice.getByText(/não pode mais ser lido neste computador/)).toBeInTheDocument();
    const field = notice.getByLabelText("Escolher o arquivo de novo", { selector: "input" });
    await user.upload(field, new File(["Cod;Mercadoria;Vlr\nQ-1;Enxada;1,50\n"], "lista.csv"));
    await screen.findByRole("button", { name: "Importar 2 registros" });
    const checks = imports.sent("/api/imports/preview") as Record<string, unknown>[];
    expect(checks.at(-1)).toMatchObject({ fixes: [{ row: 3, column: "Vlr", value: "2,75" }] });
    expect(screen.queryByRole("alert")).toBeNull();
  });
});

describe("a page that goes away gives back the place of its file", () => {
  /** Checks without end, until the check is cancelled. */
  async function openRunningCheck() {
    special = ({ method, path }) => {
      const isChecking = path === "/api/imports/preview" || path === `/api/imports/${RUN}`;
      if (path === `/api/imports/${RUN}/cancel`) return { body: importState(true, null) };
      return isChecking && method !== "DELETE" ? { body: importState(true, null) } : undefined;
    };
    const user = await imports.openColumns();
    await checkFile(user);
    await screen.findByText(/2 linhas lidas/);
    return user;
  }

  test("by a link during a check, which ends with it", async () => {
    const user = await openRunningCheck();
    await user.click(screen.getByRole("link", { name: "Buscar" }));
    await user.click(await screen.findByRole("button", { name: "Sair e descartar" }));
    await waitFor(() => expect([cancels(), drops()]).toEqual([1, 1]));
  });

  test("closed or reloaded during a check, which ends; the file waits for the page that goes on with it", async () => {
    await openRunningCheck();
    const fetching = vi.spyOn(globalThis, "fetch");
    leave();
    const parting = fetching.mock.calls.filter(([, init]) => init?.keepalive);
    expect(parting.map(([, init]) => init?.method)).toEqual(["POST"]);
    await waitFor(() => expect([cancels(), drops()]).toEqual([1, 0]));
  });

  test("closed or reloaded while the file is still being sent", async () => {
    special = ({ method }) => (method === "PUT" ? { silent: true } : undefined);
    const { user } = await renderApp(imports.server, "#/catalog/import");
    const field = await screen.findByLabelText("Escolher arquivo", { selector: "input" });
    await user.upload(field, new File(["Cod;Mercadoria;Vlr\n"], "lista.csv"));
    await waitFor(() => expect(sends()).toBe(1));
    await waitFor(() => expect(imports.server.received.some(({ method }) => method === "PUT")).toBe(true));
    leave();
    await waitFor(() => expect(drops()).toBe(1));
  });

  test("closed or reloaded with columns to be said; one that comes back sends it again when it is needed", async () => {
    const user = await imports.openColumns();
    leave();
    await waitFor(() => expect(drops()).toBe(1));
    comeBack();
    expect(sends()).toBe(1);
    await checkFile(user);
    await screen.findByRole("heading", { name: "O que vai acontecer" });
    expect(sends()).toBe(2);
    // It is known that the file is not there.
    expect(imports.sent("/api/imports/preview")).toHaveLength(1);
  });

  test("one that comes back to a finished check has it once more, with what was corrected", async () => {
    const user = await imports.openPreview();
    await correctCell(user);
    leave();
    comeBack();
    await screen.findByRole("button", { name: "Importar 2 registros" });
    expect([sends(), drops()]).toEqual([1, 0]);
    await user.click(screen.getByRole("link", { name: "Buscar" }));
    await user.click(await screen.findByRole("button", { name: "Sair e descartar" }));
    await waitFor(() => expect(drops()).toBe(1));
  });

  test("but not during an import, which goes on and reads it", async () => {
    const user = await imports.openPreview();
    special = ({ path }) =>
      path === "/api/imports" || path === `/api/imports/${RUN}`
        ? { body: importState(false, null) }
        : undefined;
    await user.click(screen.getByRole("button", { name: "Importar 1 registro" }));
    leave();
    await screen.findByText(/2 linhas lidas/);
    leave();
    comeBack();
    await user.click(screen.getByRole("link", { name: "Buscar" }));
    await screen.findByRole("search");
    expect([cancels(), drops(), sends()]).toEqual([0, 0, 1]);
  });

  test("another file takes its place", async () => {
    const user = await imports.openColumns();
    await user.click(screen.getByRole("button", { name: "Outro arquivo" }));
    await waitFor(() => expect(drops()).toBe(1));
    await sendFile(user);
    expect(sends()).toBe(2);
  });
});
