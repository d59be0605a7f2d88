// Steps that several places share: what a person presses, writes and waits for.
import { TEXTS } from "../lib/texts.mjs";

export const text = (key) => key.split(".").reduce((texts, part) => texts[part], TEXTS["pt-BR"]);

/** A text with what is filled in, as a pattern. */
export const pattern = (key) =>
  new RegExp(`^${text(key).split(/\{\{\w+\}\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join(".*")}$`);

export const press = (key) => (page) => page.getByRole("button", { name: pattern(key) }).first().click();
export const chooseItem = (key) => (page) => page.getByRole("menuitem", { name: text(key) }).first().click();
export const seen = (css) => (page) => page.locator(css).first().waitFor();
export const click = (from, to) => async (page) => {
  await page.locator(from).first().click();
  if (to) await seen(to)(page);
};
export const key = (chord, to) => async (page) => {
  await page.keyboard.press(chord);
  if (to) await seen(to)(page);
};
export const write = (css, value) => (page) => page.locator(css).first().fill(value);
export const both = (...steps) => async (page, around) => {
  for (const step of steps) await step(page, around);
};
/** A step that leads on and has nothing of its own to look at. */
export const unseen = (step) => Object.assign((page, around) => step(page, around), { unseen: true });

/** Calls an operation over the page's own bridge, past what the page remembers. */
export const call = (page, command, req) =>
  page.evaluate(([command, req]) => window.__TAURI_INTERNALS__.invoke(command, { req }, { headers: {} }), [command, req]);

/** A menu that opens from the button `key`. */
export const openMenu = (key) => both(press(key), seen("[role=menu]"));
/** The words behind the first button of help. */
export const openHelp = both(press("help.about"), seen("[role=dialog] [data-autofocus]"));

/** The page cannot reach its program any more. */
export const goOffline = (page) => page.route("**/api/**", (route) => route.abort());
