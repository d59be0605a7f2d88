import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { healthy, renderApp } from "../../../test/app";
import { startServer, type TestServer } from "../../../test/server";
import type { StoredGroup } from "./types";

const group = (id: number, name: string, terms: string[], version = 1): StoredGroup => ({
  id,
  kind: "culture",
  name,
  terms: [name, ...terms],
  version,
  updatedAt: "2026-01-01T00:00:00Z",
});
const refusal = (status: number, code: string, details: unknown) => ({
  status,
  body: { code, message: `recusado: ${code}`, details },
});

let server: TestServer;
beforeEach(async () => {
  sessionStorage.clear();
  server = await startServer(healthy());
});
afterEach(async () => {
  cleanup();
  await server.close();
});

/** A server that keeps groups as the real one does; `inject` answers a write instead of it. */
function serveGroups(
  groups: StoredGroup[],
  inject: (method: string) => ReturnType<typeof refusal> | undefined = () => undefined,
) {
  server.handle(
    healthy(({ method, path, body }) => {
      if (!path.startsWith("/api/synonyms")) return undefined;
      if (method === "GET") return { body: groups };
      if (path.endsWith("/preview")) {
        const effect = { query: "ferrugem do sojal", origin: "saved", moved: 2, gained: [], lost: [] };
        const gained = [{ id: "0192f0a0-0000-7000-8000-000000000001", name: "Mancozebe", place: 3 }];
        return { body: { queries: 9, touched: 4, effects: [{ ...effect, gained }] } };
      }
      const injected = inject(method);
      if (injected) return injected;
      const sent = (body === "" ? {} : JSON.parse(body)) as Partial<StoredGroup>;
      const id = Number(path.split("/")[3] ?? groups.length + 1);
      const at = groups.findIndex((one) => one.id === id);
      if (method === "DELETE") {
        groups.splice(at, 1);
        return { body: { id } };
      }
      const kept = { ...group(id, sent.name ?? "", []), ...sent, id, version: (sent.version ?? 0) + 1 };
      groups.splice(at < 0 ? groups.length : at, at < 0 ? 0 : 1, kept as StoredGroup);
      return { body: kept };
    }),
  );
}

const open = () => renderApp(server, "#/catalog/synonyms");
const list = () => screen.findByRole("list", { name: "Grupos de sinônimos" });

describe("the synonym desk", () => {
  test("finds a group by any of its words, without accents", async () => {
    serveGroups([group(1, "soja", ["sojal"]), group(2, "café", ["cafezal"])]);
    const { user } = await open();
    await within(await list()).findByText("soja");
    await user.type(screen.getByRole("searchbox", { name: "Procurar palavra" }), "CAFE");
    expect(within(await list()).getAllByRole("button")).toHaveLength(1);
    expect(within(await list()).getByText("café")).toBeInTheDocument();
  });

  test("a group that is being made is there again after another was looked at", async () => {
    serveGroups([group(1, "soja", ["sojal"])]);
    const { user } = await open();
    await user.click(await screen.findByRole("button", { name: "Novo grupo" }));
    await user.type(screen.getByRole("textbox", { name: "Nome do grupo" }), "girassol");
    await user.click(await within(await list()).findByRole("button", { name: /soja/ }));
    expect(screen.getByRole("textbox", { name: "Nome do grupo" })).toHaveValue("soja");
    await user.click(screen.getByRole("button", { name: "Novo grupo" }));
    expect(screen.getByRole("textbox", { name: "Nome do grupo" })).toHaveValue("girassol");
    await user.click(screen.getByRole("button", { name: "Descartar" }));
    expect(sessionStorage).toHaveLength(0);
  });

  test("words that are typed are not left for another page without a question", async () => {
    serveGroups([group(1, "soja", ["sojal"])]);
    const { user } = await open();
    await user.click(await screen.findByRole("button", { name: "Novo grupo" }));
    await user.type(screen.getByRole("textbox", { name: "Nome do grupo" }), "girassol");
    const leave = async () => {
      await user.click(screen.getByRole("link", { name: "Operações" }));
      return within(await screen.findByRole("dialog", { name: "Sair sem salvar?" }));
    };
    await user.click((await leave()).getByRole("button", { name: "Ficar" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(screen.getByRole("textbox", { name: "Nome do grupo" })).toHaveValue("girassol");
    await user.click((await leave()).getByRole("button", { name: "Sair e descartar" }));
    await waitFor(() => expect(window.location.hash).toBe("#/catalog/history"));
    expect(sessionStorage).toHaveLength(0);
  });

  test("a word is added, its effect seen, and saved over the version that was read", async () => {
    const groups = [group(1, "soja", ["sojal"], 4)];
    serveGroups(groups);
    const { user } = await open();
    await user.click(await within(await list()).findByRole("button", { name: /soja/ }));
    await user.type(screen.getByLabelText("Sinônimos", { selector: "input" }), "glycine max{Enter}");
    await user.click(screen.getByRole("button", { name: "Ver o efeito da mudança" }));
    expect(await screen.findByText("1 consulta mudaria (o grupo entra em 4 de 9)")).toBeInTheDocument();
    expect(screen.getByText(/passa a 3º/)).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Salvar" }));
    await waitFor(() => expect(groups[0]?.version).toBe(5));
    expect(groups[0]?.terms).toEqual(["sojal", "glycine max"]);
  });

  test("a code with a comma is one word, and a comma beside letters is between two", async () => {
    const groups = [group(1, "herbicida", [], 1)];
    serveGroups(groups);
    const { user } = await open();
    await user.click(await within(await list()).findByRole("button", { name: /herbicida/ }));
    await user.type(screen.getByLabelText("Sinônimos", { selector: "input" }), "2,4-DB, mata-mato{Enter}");
    await user.click(screen.getByRole("button", { name: "Salvar" }));
    await waitFor(() => expect(groups[0]?.terms).toEqual(["2,4-DB", "mata-mato"]));
  });

  test("lines that are pasted are a word each", async () => {
    const groups = [group(1, "grão", [], 1)];
    serveGroups(groups);
    const { user } = await open();
    await user.click(await within(await list()).findByRole("button", { name: /grão/ }));
    await user.click(screen.getByLabelText("Sinônimos", { selector: "input" }));
    await user.paste("soja\r\nmilho, 2,4-D\n");
    await user.click(screen.getByRole("button", { name: "Salvar" }));
    await waitFor(() => expect(groups[0]?.terms).toEqual(["soja", "milho", "2,4-D"]));
  });

  test("a refused word is named at its field, with the group that has it", async () => {
    const fields = [{ field: "terms", code: "in_another_group", value: "cafezal", allowed: "café" }];
    serveGroups([], () => refusal(422, "invalid_fields", { fields }));
    const { user } = await open();
    await user.click(await screen.findByRole("button", { name: "Novo grupo" }));
    await user.type(screen.getByRole("textbox", { name: /Nome do grupo/ }), "lavoura");
    await user.click(screen.getByRole("button", { name: "Salvar" }));
    expect(
      await screen.findByText("«cafezal»: Já está em outro grupo do mesmo tipo: café."),
    ).toBeInTheDocument();
  });

  test("a word that search passes over is refused at its field, with the reason", async () => {
    const makeIgnored = (field: string, value: string) => ({
      field,
      code: "ignored_by_search",
      value,
      allowed: "",
    });
    const fields = [makeIgnored("name", "e"), makeIgnored("terms", "de para")];
    serveGroups([], () => refusal(422, "invalid_fields", { fields }));
    const { user } = await open();
    await user.click(await screen.findByRole("button", { name: "Novo grupo" }));
    const name = screen.getByRole("textbox", { name: /Nome do grupo/ });
    await user.type(name, "e");
    await user.click(screen.getByRole("button", { name: "Salvar" }));
    expect(await screen.findByText(/^«e»: A busca ignora esta palavra/)).toBeInTheDocument();
    expect(screen.getByText(/^«de para»: A busca ignora esta palavra/)).toBeInTheDocument();
    expect(name).toBeInvalid();
  });

  /** Another person saves while "soy" is typed; the save is refused with their version. */
  async function saveSecond(part: Partial<StoredGroup> = {}) {
    const groups = [group(1, "soja", ["sojal"], 4)];
    serveGroups(groups, (method) =>
      method === "PUT" && sentVersion() < 5 ? refusal(409, "conflict", { current: groups[0] }) : undefined,
    );
    const { user } = await open();
    await user.click(await within(await list()).findByRole("button", { name: /soja/ }));
    await user.type(screen.getByLabelText("Sinônimos", { selector: "input" }), "soy{Enter}");
    groups[0] = { ...group(1, "soja", ["sojal", "de outra pessoa"], 5), ...part };
    await user.keyboard("{Control>}s{/Control}");
    const theirs = within(await screen.findByRole("region", { name: /Outra pessoa salvou antes/ }));
    return { user, groups, theirs };
  }
  const sentVersion = () => {
    const last = server.received.filter(({ method }) => method === "PUT").at(-1);
    return (JSON.parse(last?.body ?? "{}") as { version?: number }).version ?? 0;
  };

  test("words that another person saved first are shown, and overwritten only where it is asked for", async () => {
    const { user, groups, theirs } = await saveSecond();
    expect(screen.getByRole("button", { name: "Salvar" })).toBeDisabled();
    // Typing on does not put the choice out of sight.
    await user.type(screen.getByRole("textbox", { name: "Nome do grupo" }), "l");
    const terms = within(theirs.getByRole("group", { name: "Sinônimos" }));
    expect(terms.getByText("sojal; de outra pessoa")).toBeInTheDocument();
    await user.click(terms.getByRole("radio", { name: "Seu" }));
    await user.click(theirs.getByRole("button", { name: "Juntar e salvar" }));
    await waitFor(() =>
      expect(groups[0]).toMatchObject({ version: 6, name: "sojal", terms: ["sojal", "soy"] }),
    );
  });

  test("a group's type that only the other changed stays as it is stored", async () => {
    const { user, groups, theirs } = await saveSecond({ kind: "generic", terms: ["soja", "sojal"] });
    expect(theirs.getByText(/só na versão gravada.*: Tipo\./)).toBeInTheDocument();
    await user.click(theirs.getByRole("button", { name: "Juntar e salvar" }));
    await waitFor(() =>
      expect(groups[0]).toMatchObject({ version: 6, kind: "generic", terms: ["sojal", "soy"] }),
    );
  });

  test("their words may be taken instead, and nothing is left to save", async () => {
    const { user, theirs } = await saveSecond();
    await user.click(theirs.getByRole("radio", { name: "Gravado" }));
    await user.click(theirs.getByRole("button", { name: "Juntar e salvar" }));
    expect(screen.getByText("de outra pessoa")).toBeInTheDocument();
    expect(screen.queryByText("soy")).toBeNull();
    expect(screen.queryByRole("region", { name: /Outra pessoa salvou antes/ })).toBeNull();
    expect(screen.getByRole("button", { name: "Salvar" })).toBeDisabled();
  });

  test("a deleted group can be brought back", async () => {
    serveGroups([group(1, "soja", ["sojal"])]);
    const { user } = await open();
    await user.click(await within(await list()).findByRole("button", { name: /soja/ }));
    await user.click(screen.getByRole("button", { name: "Excluir" }));
    await user.click(await screen.findByRole("button", { name: "Desfazer" }));
    await waitFor(() =>
      expect(server.received.some(({ path }) => path === "/api/synonyms/1/restore")).toBe(true),
    );
  });
});
