import { afterEach, expect, test } from "vitest";
import { invokeByName } from "../api/command";
import { commands, meta } from "../bindings";
import { setHostLanguage } from "./language";

const page = window as Window & { __TAURI_INTERNALS__?: unknown };
afterEach(() => {
  delete page.__TAURI_INTERNALS__;
  setHostLanguage("pt-BR");
});

function recordCalls(): unknown[] {
  const calls: unknown[] = [];
  page.__TAURI_INTERNALS__ = {
    invoke: (command: string, args: unknown, options: { headers: Record<string, string> }) => {
      calls.push([command, args, options.headers["accept-language"]]);
      return Promise.resolve([]);
    },
  };
  return calls;
}

test("in the window, the language is sent with every call", async () => {
  const calls = recordCalls();
  setHostLanguage("en");
  await expect(invokeByName("listProfiles", { req: {} })).resolves.toEqual([]);
  expect(calls).toEqual([["list_profiles", { req: {} }, "en"]]);
});

test("a command that is called by its name is sent as the generated bindings send it", async () => {
  const generated = recordCalls();
  const names = Object.keys(meta).filter((name) => name !== "chat") as (keyof typeof commands)[];
  expect(names.length).toBeGreaterThan(100);
  for (const name of names) await (commands[name] as (req: unknown) => Promise<unknown>)({ id: name });
  const named = recordCalls();
  for (const name of names) await invokeByName(name, { req: { id: name } });
  expect(named).toEqual(generated);
});
