/** Saves of questions and of groups of synonyms whose answer is lost to a reload: done once, and one's own. */
import { screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { healthy, renderApp } from "../../../../test/app";
import { startServer, type TestServer } from "../../../../test/server";

type StoredRecord = Record<string, unknown> & { id: string | number; version: number };
const times = { createdAt: "2026-01-01T00:00:00Z", updatedAt: "2026-01-01T00:00:00Z", version: 1 };
const faq: StoredRecord = {
  ...{ id: "a", externalId: null, question: "Qual o prazo?", answer: "Até 30 dias.", tags: [] },
  ...{ status: "ativo", approvedAt: null, approval: "none", ...times },
};
const group: StoredRecord = { id: 7, kind: "culture", name: "soja", terms: ["soja", "sojal"], ...times };

let server: TestServer;
let records: StoredRecord[];
/** What each operation has stored. */
let done: Map<unknown, StoredRecord>;
/** What becomes of a write: it is stored and never answered, or does not arrive. */
let fate: "answered" | "unanswered" | "lost";
let writes: Record<string, unknown>[];

beforeEach(async () => {
  sessionStorage.clear();
  records = [faq, group];
  done = new Map();
  fate = "answered";
  writes = [];
  server = await startServer(
    healthy(({ method, path, body }) => {
      const [, kind, id] = /^\/api\/(faqs|synonyms)(?:\/(\w+))?$/.exec(path.split("?")[0] ?? "") ?? [];
      if (path === "/api/faqs/grid")
        return { body: { rows: [{ faq: find("a"), deleted: false }], total: 1 } };
      if (kind === undefined) return undefined;
      if (method === "GET")
        return { body: kind === "faqs" ? find(id) : records.filter((one) => "terms" in one) };
      const sent = JSON.parse(body) as Record<string, unknown>;
      writes.push(sent);
      if (fate === "lost") return { silent: true };
      const answer = write(kind, id, sent);
      return fate === "unanswered" ? { silent: true } : answer;
    }),
  );
});
afterEach(() => {
  sessionStorage.clear();
  return server.close();
});

const find = (id: unknown) => records.find((one) => String(one.id) === String(id));

/** As the program does it: an operation is done once, and a version that is none any more is refused. */
function write(kind: string, id: string | undefined, { operationId, ...sent }: Record<string, unknown>) {
  const before = done.get(operationId);
  if (before) return { body: find(before.id) };
  const found = id === undefined ? undefined : find(id);
  if (found && found.version !== sent["version"])
    return { status: 409, body: { code: "conflict", message: "Mudou", details: { current: found } } };
  const next = found ?? { ...(kind === "faqs" ? faq : group), id: kind === "faqs" ? "n" : 8, version: 0 };
  const stored: StoredRecord = { ...next, ...sent, id: next.id, version: next.version + 1 };
  records = [...records.filter((one) => one.id !== stored.id), stored];
  done.set(operationId, stored);
  return { body: stored };
}

const answer = () => screen.findByRole("textbox", { name: /Resposta/ });
const words = () => screen.findByLabelText("Sinônimos", { selector: "input:not([type=hidden])" });
const SAVE = "{Control>}s{/Control}";
const saveButton = () => screen.findByRole("button", { name: "Salvar" });
const CONFLICT = /Outra pessoa salvou antes/;

const KINDS = [
  {
    kind: "question",
    address: "#/catalog/faqs?faq=a",
    id: "a",
    type: async (user: UserEvent, word: string) => user.type(await answer(), ` ${word}`),
    typed: { answer: "Até 30 dias. um dois" },
    theirs: { answer: "Sete dias." },
  },
  {
    kind: "group",
    address: "#/catalog/synonyms?group=7",
    id: 7,
    type: async (user: UserEvent, word: string) => user.type(await words(), `${word}{Enter}`),
    typed: { terms: ["sojal", "um", "dois"] },
    theirs: { terms: ["sojal", "de outra pessoa"] },
  },
];

describe.each(KINDS)("of a $kind", ({ address, id, type, typed, theirs }) => {
  /** Types and saves; the answer never comes, and the page is loaded anew. */
  async function saveAndReload(what: typeof fate) {
    fate = what;
    const first = await renderApp(server, address);
    await type(first.user, "um");
    await first.user.keyboard(SAVE);
    await waitFor(() => expect(writes).toHaveLength(1));
    const kept = Object.values<string>({ ...sessionStorage });
    expect(kept.join()).toContain(writes[0]?.["operationId"]);
    await type(first.user, "dois");
    first.unmount();
    fate = "answered";
  }

  test("what was stored is one's own, and what was typed after it is saved over it", async () => {
    await saveAndReload("unanswered");
    expect(find(id)?.version).toBe(2);
    const { user } = await renderApp(server, address);
    await waitFor(async () => expect(await saveButton()).toBeEnabled());
    await user.click(await saveButton());
    await waitFor(() => expect(find(id)).toMatchObject({ version: 3, ...typed }));
    expect(screen.queryByRole("region", { name: CONFLICT })).toBeNull();
  });

  test("what did not arrive meets what another person saved as ever", async () => {
    await saveAndReload("lost");
    records = records.map((one) => (one.id === id ? { ...one, ...theirs, version: 2 } : one));
    await renderApp(server, address);
    expect(await screen.findByRole("region", { name: CONFLICT })).toBeInTheDocument();
    expect(find(id)).toMatchObject({ version: 2, ...theirs });
  });
});

test("a new question whose answer was lost is made once", async () => {
  fate = "unanswered";
  const first = await renderApp(server, "#/catalog/faqs?faq=new");
  await first.user.type(await answer(), "Sim.");
  await first.user.keyboard(SAVE);
  await waitFor(() => expect(writes).toHaveLength(1));
  first.unmount();
  fate = "answered";
  const { user } = await renderApp(server, "#/catalog/faqs?faq=new");
  await waitFor(async () => expect(await answer()).toHaveValue("Sim."));
  await user.click(await saveButton());
  await screen.findByText("Pergunta salva");
  expect(writes[1]?.["operationId"]).toBe(writes[0]?.["operationId"]);
  expect(records).toHaveLength(3);
});
