import { cleanup, screen, waitFor, within } from "@testing-library/react";
import axe from "axe-core";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ConfigEntry } from "../../api/types";
import { healthy, renderApp } from "../../test/app";
import { setting as entry, status } from "../../test/records";
import { startServer, type TestServer } from "../../test/server";

const KEY = "sk-canario-0123456789";

const aKey = (name: string, change: Partial<ConfigEntry> = {}) =>
  entry(name, { form: "secret", secret: true, storedIn: "none", ...change });

const PROVIDERS = ["openrouter", "openai", "gemini", "claude", "none"];

/** A server that keeps what is saved as the real one does, and refuses `refused`. */
function serveSettings(...entries: ConfigEntry[]) {
  const held = new Map(entries.map((one) => [one.name, one]));
  return healthy(({ method, path, body }) => {
    if (path === "/api/config") return { body: [...held.values()] };
    if (method !== "PUT" || !path.startsWith("/api/config/")) return undefined;
    const name = path.slice("/api/config/".length);
    const { value } = JSON.parse(body) as { value: string | null };
    const before = held.get(name);
    if (!before || value === "refused") {
      const message = `${name} não pode ser "${value}". Permitido: 0..100`;
      return { status: 400, body: { code: "invalid_setting", message, details: null } };
    }
    const after: ConfigEntry = before.secret
      ? {
          ...before,
          value: value && "•••",
          origin: value ? "saved" : "default",
          storedIn: value ? "file" : "none",
          needsReentry: false,
        }
      : { ...before, value: value ?? before.default, origin: value === null ? "default" : "saved" };
    held.set(name, after);
    return { body: after };
  });
}

let server: TestServer;
beforeEach(async () => {
  server = await startServer(healthy());
});
afterEach(async () => {
  cleanup();
  await server.close();
});

const saves = () =>
  server.received
    .filter(({ method }) => method === "PUT")
    .map(({ path, body }) => [
      path.slice("/api/config/".length),
      (JSON.parse(body) as { value: unknown }).value,
    ]);

const open = async (...entries: ConfigEntry[]) => {
  server.handle(serveSettings(...entries));
  return renderApp(server, "#/settings");
};
const region = (name: string) => screen.findByRole("region", { name });

test("what a setting asks for in vain is said where the state of the program stands", async () => {
  const message = "EMBEDDING_MODEL: sem efeito, falta a chave";
  const warnings = [{ code: "embeddingSettings", message }];
  server.handle(
    healthy(({ path }) => (path === "/api/health" ? { body: { ...status, warnings } } : undefined)),
  );
  await renderApp(server, "#/settings");
  const state = within(await region("Estado"));
  expect(await state.findByText(message)).toBeInTheDocument();
});

describe("settings", () => {
  test("a typed value is saved by Enter, shows where it is from, and goes back to the default", async () => {
    const { user } = await open(entry("CHAT_FAQ_LIMIT", { form: "whole", value: "4", default: "4" }));
    const field = await screen.findByRole("textbox", { name: "Perguntas frequentes por pergunta" });
    expect(field).toHaveValue("");
    expect(field).toHaveAttribute("placeholder", "4");
    await user.type(field, "7{Enter}");
    await waitFor(() => expect(saves()).toEqual([["CHAT_FAQ_LIMIT", "7"]]));
    const chat = await region("Conversa");
    expect(await within(chat).findByText("Salvo")).toBeInTheDocument();
    expect(await within(chat).findByText("salvo")).toBeInTheDocument();
    await user.click(within(chat).getByRole("button", { name: "Voltar ao padrão" }));
    await waitFor(() => expect(saves().at(-1)).toEqual(["CHAT_FAQ_LIMIT", null]));
    expect(await within(chat).findByText("padrão")).toBeInTheDocument();
  });

  test("a refused value stays in the field with the reason beside it; Escape takes it back", async () => {
    const { user } = await open(entry("CHAT_FAQ_LIMIT", { value: "4", default: "4" }));
    const field = await screen.findByRole("textbox", { name: "Perguntas frequentes por pergunta" });
    await user.type(field, "refused{Enter}");
    expect(await screen.findByText(/Permitido: 0\.\.100/)).toBeInTheDocument();
    expect(field).toHaveValue("refused");
    expect(field).toBeInvalid();
    await user.type(field, "{Escape}");
    expect(field).toHaveValue("");
    expect(screen.queryByText(/Permitido: 0\.\.100/)).toBeNull();
  });

  test("a decimal comma is understood", async () => {
    const { user } = await open(entry("CHAT_SPENDING_CAP_USD", { form: "number" }));
    await user.type(
      await screen.findByRole("textbox", { name: "Limite de gasto por mês (US$)" }),
      "2,5{Enter}",
    );
    await waitFor(() => expect(saves()).toEqual([["CHAT_SPENDING_CAP_USD", "2.5"]]));
  });

  test("a threshold that is left to the model shows the model's, and none at all can be typed", async () => {
    const left = { form: "number", value: "-0.3", default: null, origin: "model" } as const;
    const { user } = await open(entry("CATALOG_VECTOR_THRESHOLD", left));
    const field = await screen.findByRole("textbox", { name: "Semelhança mínima no catálogo" });
    expect(field).toHaveValue("");
    expect(field).toHaveAttribute("placeholder", "-0.3");
    expect(screen.getAllByText("próprio do modelo").length).toBeGreaterThan(0);
    await user.type(field, "Infinity{Enter}");
    await waitFor(() => expect(saves()).toEqual([["CATALOG_VECTOR_THRESHOLD", "Infinity"]]));
  });

  test("a choice is saved at once", async () => {
    const { user } = await open(entry("LLM_PROVIDER", { form: "choice", choices: PROVIDERS }));
    const choice = await screen.findByRole("combobox", { name: "Provedor do chat" });
    await user.selectOptions(choice, "Google Gemini");
    await waitFor(() => expect(saves()).toEqual([["LLM_PROVIDER", "gemini"]]));
    await waitFor(() => expect(choice).toHaveValue("gemini"));
  });

  test("what the environment says is shown, cannot be changed, and says why", async () => {
    await open(
      entry("CHAT_FAQ_LIMIT", { value: "9", default: "4", origin: "environment" }),
      entry("LLM_PROVIDER", { form: "choice", choices: PROVIDERS, value: "openai", origin: "commandLine" }),
    );
    const field = await screen.findByRole("textbox", { name: "Perguntas frequentes por pergunta" });
    expect(field).toHaveValue("9");
    expect(field).toHaveAttribute("readonly");
    expect(screen.getByText(/variável de ambiente CHAT_FAQ_LIMIT/)).toBeInTheDocument();
    expect(screen.getByRole("textbox", { name: "Provedor do chat" })).toHaveValue("OpenAI ou compatível");
    expect(screen.queryByRole("combobox", { name: "Provedor do chat" })).toBeNull();
  });

  test("a hidden address of the environment only says that it is there", async () => {
    await open(
      entry("DATABASE_URL", {
        form: "secret",
        secret: true,
        savable: false,
        value: "•••",
        origin: "environment",
      }),
    );
    expect(await screen.findByRole("textbox", { name: "Banco de dados" })).toHaveValue(
      "definido, não mostrado",
    );
  });

  test("an empty model shows what holds below it", async () => {
    await open(
      entry("LLM_PROVIDER", { form: "choice", choices: PROVIDERS, value: "gemini", origin: "saved" }),
      entry("GEMINI_MODEL", { value: "gemini-flash", origin: "saved" }),
      entry("LLM_MODEL_ANSWER"),
    );
    expect(await screen.findByRole("textbox", { name: "Responder" })).toHaveAttribute(
      "placeholder",
      "gemini-flash",
    );
    expect(await screen.findByText("Por ora vale o que diz GEMINI_MODEL.")).toBeInTheDocument();
  });

  test("a change that needs a restart says that it waits", async () => {
    await open(entry("EMBEDDING_MODEL", { value: "x", origin: "saved", restart: true, waiting: true }));
    expect(await screen.findByText(/quando o Celeiro for reiniciado/)).toBeInTheDocument();
  });

  test("a weight that the fusion in force does not read says so, and one that it reads does not", async () => {
    await open(
      entry("CATALOG_VECTOR_WEIGHT", { value: "6", fusions: ["enhanced"], idleIn: "relevance" }),
      entry("FAQ_VECTOR_WEIGHT", { value: "6", fusions: ["enhanced"] }),
    );
    const notes = await screen.findAllByText(/Sem efeito na fusão em vigor/);
    expect(notes.map((note) => note.textContent)).toEqual([
      "Sem efeito na fusão em vigor, relevance; vale em: enhanced",
    ]);
  });

  test("is usable without a mouse and named for those who listen", async () => {
    await open(
      entry("LLM_PROVIDER", { form: "choice", choices: PROVIDERS }),
      aKey("OPENAI_API_KEY"),
      entry("CHAT_FAQ_LIMIT", { value: "4", default: "4" }),
    );
    await region("Conversa");
    const rules = { "color-contrast": { enabled: false }, region: { enabled: false } };
    const { violations } = await axe.run(document.body, { rules });
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)).toEqual(
      [],
    );
  });
});

describe("keys", () => {
  const keyField = async () => within(await region("Provedores e chaves")).findByLabelText("Chave");

  test("a key goes in once and is nowhere on the page afterwards", async () => {
    const { user } = await open(aKey("OPENAI_API_KEY"));
    const field = await keyField();
    expect(field).toHaveAttribute("type", "password");
    await user.type(field, `${KEY}{Enter}`);
    await waitFor(() => expect(saves()).toEqual([["OPENAI_API_KEY", KEY]]));
    await waitFor(() => expect(field).toHaveValue(""));
    expect((await screen.findAllByText("chave em arquivo só seu")).length).toBeGreaterThan(0);
    expect(document.documentElement.outerHTML).not.toContain("canario");
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain("canario");
  });

  test("a kept key can be removed", async () => {
    const { user } = await open(
      aKey("OPENAI_API_KEY", { value: "•••", origin: "saved", storedIn: "keyStore" }),
    );
    expect((await screen.findAllByText("chave no cofre do sistema")).length).toBeGreaterThan(0);
    expect(await keyField()).toHaveValue("");
    await user.click(screen.getByRole("button", { name: "Remover a chave" }));
    await waitFor(() => expect(saves()).toEqual([["OPENAI_API_KEY", null]]));
  });

  test("a key of another address asks to be entered again", async () => {
    await open(
      aKey("OPENAI_API_KEY", { value: "•••", origin: "saved", storedIn: "file", needsReentry: true }),
    );
    expect(await screen.findByText(/digitada para outro endereço/)).toBeInTheDocument();
    expect(screen.getByText("digite a chave de novo")).toBeInTheDocument();
  });
});
