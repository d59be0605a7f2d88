import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { onClosing } from "./closing";
import { setHostKind } from "./kind";

const held: string[] = [];
const stops: (() => void)[] = [];
const ask = (answer: boolean | Promise<boolean>) => {
  const question = vi.fn(() => Promise.resolve(answer));
  stops.push(onClosing(question));
  return question;
};
const close = () => window.dispatchEvent(new Event("celeiro:closing"));

beforeEach(() => {
  held.length = 0;
  const invoke = (_: string, { req }: { req: { hold: string } }) => Promise.resolve(held.push(req.hold));
  (window as Window & { __TAURI_INTERNALS__?: unknown }).__TAURI_INTERNALS__ = { invoke };
  setHostKind("window");
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  setHostKind("browser");
});

test("the window closes once all that are asked allow it", async () => {
  const sheet = ask(true);
  const form = ask(true);
  expect(held).toEqual(["ask"]);
  close();
  await vi.waitFor(() => expect(held).toEqual(["ask", "close"]));
  expect([sheet, form].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});

test("one that does not allow it keeps the window, and the next is not asked", async () => {
  ask(false);
  const next = ask(true);
  close();
  await vi.waitFor(() => expect(held).toEqual(["ask", "ask"]));
  expect(next).not.toHaveBeenCalled();
});

test("a question that is open is not asked a second time", async () => {
  let reply: (closes: boolean) => void = () => undefined;
  const question = ask(new Promise<boolean>((resolve) => (reply = resolve)));
  close();
  close();
  reply(false);
  await vi.waitFor(() => expect(held).toEqual(["ask", "ask"]));
  expect(question).toHaveBeenCalledTimes(1);
});

test("the window is free again when the last question is taken away", () => {
  ask(true);
  ask(true);
  stops.shift()?.();
  expect(held).toEqual(["ask"]);
  stops.shift()?.();
  expect(held).toEqual(["ask", "free"]);
});
