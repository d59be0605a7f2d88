import { afterEach, expect, test } from "vitest";
import { commands } from "../bindings";
import { setHostLanguage } from "./language";

const page = window as Window & { __TAURI_INTERNALS__?: unknown };
afterEach(() => {
  delete page.__TAURI_INTERNALS__;
  setHostLanguage("pt-BR");
});

test("in the window, the generated bindings send the language with every call", async () => {
  const calls: unknown[] = [];
  page.__TAURI_INTERNALS__ = {
    invoke: (command: string, args: unknown, options: { headers: Record<string, string> }) => {
      calls.push([command, args, options.headers["accept-language"]]);
      return Promise.resolve([]);
    },
  };
  setHostLanguage("en");
  await expect(commands.listProfiles({})).resolves.toEqual({ status: "ok", data: [] });
  expect(calls).toEqual([["list_profiles", { req: {} }, "en"]]);
});
