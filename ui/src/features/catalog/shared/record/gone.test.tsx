/** The form of a question or of a group of synonyms that another person deleted meanwhile. */
import { cleanup, screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { healthy, renderApp } from "../../../../test/app";
import { startServer, type TestServer } from "../../../../test/server";

type StoredRecord = Record<string, unknown> & { id: string | number; version: number };
const times = { createdAt: "2026-01-01T00:00:00Z", updatedAt: "2026-01-01T00:00:00Z", version: 1 };
const faq: StoredRecord = {
  ...{ id: "a", externalId: "F-1", question: "Qual o prazo?", answer: "Até 30 dias.", tags: [] },
  ...{ status: "ativo", approvedAt: null, approval: "none", ...times },
};
const group: StoredRecord = { id: 7, kind: "culture", name: "soja", terms: ["soja", "sojal"], ...times };

let server: TestServer;
let records: StoredRecord[];
let deleted: StoredRecord[];

beforeEach(async () => {
  sessionStorage.clear();
  records = [faq, group];
  deleted = [];
  server = await startServer(
    healthy(({ method, path, body }) => {
      const [, kind, id, act] = /^\/api\/(faqs|synonyms)(?:\/(\w+))?(\/restore)?$/.exec(path) ?? [];
      const ofKind = (is: string) => records.filter((one) => "terms" in one === (is === "synonyms"));
      if (path === "/api/faqs/grid") {
        const rows = ofKind("faqs").map((one) => ({ faq: one, deleted: false }));
        return { body: { rows, total: rows.length } };
      }
      if (kind === undefined) return undefined;
      if (act) return { body: restore() };
      const found = records.find((one) => String(one.id) === id);
      if (id !== undefined && !found)
        return { status: 404, body: { code: "not_found", message: "Não existe", details: null } };
      if (method === "GET") return { body: found ?? ofKind(kind) };
      const sent = JSON.parse(body) as Record<string, unknown>;
      if (!found && kind === "faqs" && sent["externalId"] === "F-1")
        return {
          status: 409,
          body: { code: "duplicate_external_id", message: "F-1 é de outro", details: null },
        };
      const before = found ?? {
        ...(kind === "faqs" ? { ...faq, externalId: null } : group),
        id: kind === "faqs" ? "n" : 8,
        version: 0,
      };
      const stored: StoredRecord = { ...before, ...sent, id: before.id, version: before.version + 1 };
      records = [...records.filter((one) => one !== found), stored];
      return { body: stored };
    }),
  );
});
afterEach(() => {
  sessionStorage.clear();
  return server.close();
});

function remove(id: StoredRecord["id"]) {
  deleted = records.filter((one) => one.id === id);
  records = records.filter((one) => one.id !== id);
}
function restore() {
  const [back] = deleted.map((one) => ({ ...one, version: one.version + 2 }));
  if (back) records = [...records, back];
  return back;
}

const answer = () => screen.findByRole("textbox", { name: /Resposta/ });
const words = () => screen.findByLabelText("Sinônimos", { selector: "input:not([type=hidden])" });
const saveButton = () => screen.findByRole("button", { name: "Salvar" });

const KINDS = [
  {
    kind: "question",
    address: "#/catalog/faqs?faq=a",
    id: "a",
    newId: "n",
    gone: /^Esta pergunta foi excluída\. O que você escreveu continua aqui/,
    bringBack: "Trazer a pergunta de volta",
    saveAsNew: "Salvar como pergunta nova",
    type: async (user: UserEvent) => user.type(await answer(), " Ou 40."),
    typed: { question: "Qual o prazo?", answer: "Até 30 dias. Ou 40." },
  },
  {
    kind: "group",
    address: "#/catalog/synonyms?group=7",
    id: 7,
    newId: 8,
    gone: /^Este grupo foi excluído\. O que você escreveu continua aqui/,
    bringBack: "Trazer o grupo de volta",
    saveAsNew: "Salvar como grupo novo",
    type: async (user: UserEvent) => user.type(await words(), "grão{Enter}"),
    typed: { name: "soja", terms: ["sojal", "grão"] },
  },
];

describe.each(KINDS)("the form of a $kind that is deleted", (one) => {
  const typeAndSave = async () => {
    const { user } = await renderApp(server, one.address);
    await one.type(user);
    remove(one.id);
    await user.click(await saveButton());
    await screen.findByText(one.gone);
    return user;
  };
  const reload = async () => {
    cleanup();
    const { user } = await renderApp(server, one.address);
    await screen.findByText(one.gone);
    return user;
  };
  const find = (id: StoredRecord["id"]) => records.find((record) => record.id === id);

  test("brings it back, and saves what was typed", async () => {
    const user = await typeAndSave();
    await user.click(screen.getByRole("button", { name: one.bringBack }));
    await waitFor(() => expect(screen.queryByText(one.gone)).toBeNull());
    await user.click(await saveButton());
    await waitFor(() => expect(find(one.id)).toMatchObject(one.typed));
  });

  test("saves it as a new one, after a reload too", async () => {
    await typeAndSave();
    const user = await reload();
    await user.click(screen.getByRole("button", { name: one.saveAsNew }));
    await waitFor(() => expect(find(one.newId)).toMatchObject(one.typed));
    await waitFor(() => expect(window.location.hash).toMatch(new RegExp(`=${one.newId}$`)));
    await waitFor(() => expect(screen.queryByText(one.gone)).toBeNull());
    expect(await screen.findByDisplayValue(Object.values(one.typed)[0] as string)).toBeInTheDocument();
    expect(await saveButton()).toBeDisabled();
    expect(sessionStorage).toHaveLength(0);
  });

  test("brings it back after a reload too, and is saved by its key", async () => {
    await typeAndSave();
    const user = await reload();
    await user.click(screen.getByRole("button", { name: one.bringBack }));
    await waitFor(() => expect(screen.queryByText(one.gone)).toBeNull());
    await user.keyboard("{Control>}s{/Control}");
    await waitFor(() => expect(find(one.id)).toMatchObject(one.typed));
  });
});
