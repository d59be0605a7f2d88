// What a person sees and does, in words: the same for the page in the window and in a browser.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PATIENCE, pause, ROOT, until } from "./processes.mjs";
import { TEXTS } from "./texts.mjs";

export const ARTIFACTS = process.env.CELEIRO_E2E_ARTIFACTS ?? join(ROOT, "artifacts");

export class Interface {
  /** How long something may take to come about. Milliseconds. */
  patience = PATIENCE;

  /** `name` begins the names of the screenshots. */
  constructor(page, name) {
    this.page = page;
    this.name = name;
    this.started = Date.now();
  }

  /** The text of a translation, in the language that the page shows. */
  async text(key) {
    const language = await this.page.evaluate(() => document.documentElement.lang);
    return key.split(".").reduce((texts, part) => texts[part], TEXTS[language]);
  }

  tell(what) {
    console.log(`${this.name.padEnd(8)}${String(Date.now() - this.started).padStart(6)} ms  ${what}`);
  }

  /** Waits until a function in the page gives something true, and gives that back. */
  async until(what, look, ...args) {
    try {
      return await until(what, () => this.page.evaluate(look, ...args), this.patience);
    } catch (error) {
      // A log outlives the screenshots.
      const state = await this.page.evaluate(describePage).catch(String);
      throw new Error(`${error.message}\n${state}`, { cause: error });
    }
  }

  async screenshot(what) {
    // Drawers and colours glide for a quarter of a second.
    await pause(400);
    mkdirSync(ARTIFACTS, { recursive: true });
    const path = join(ARTIFACTS, `${this.name}-${what}.png`);
    writeFileSync(path, await this.page.screenshot());
    this.tell(`screenshot ${path}`);
  }

  /** Calls an operation over the page's own bridge, real or stood in for. */
  call(command, req) {
    return this.page.evaluate(
      (command, req) => window.__TAURI_INTERNALS__.invoke(command, { req }, { headers: {} }),
      command,
      req,
    );
  }

  async search(query) {
    await this.page.click("#search-box");
    await this.page.evaluate(() => document.getElementById("search-box").select());
    await this.page.type("#search-box", query);
    await this.page.press("Enter");
    await this.until(`results of ${query}`, (query) => {
      const asked = new URLSearchParams(location.hash.split("?")[1]).get("q");
      // The address is ahead of the page: its title is not.
      const drawn = document.title.startsWith(`${query} · `);
      return asked === query && drawn && document.querySelector("[data-hit]") && !document.querySelector("[role=search] [role=status]");
    }, query);
    await pause(300);
  }

  /** The cards as a person reads them. */
  hits() {
    return this.page.evaluate(() =>
      [...document.querySelectorAll("article")].map((card) => ({
        title: card.querySelector("[data-hit]").innerText,
        text: card.innerText,
        score: card.querySelector("button[aria-pressed]").innerText.trim(),
      })),
    );
  }

  /** The breakdown as a person reads it: its rows' values, their sum, and the verdict. */
  async breakdown() {
    const shown = await this.until("a breakdown", () => {
      const rows = [...document.querySelectorAll("[data-depth='0'] > li")];
      const total = document.querySelector("[data-equal]");
      return rows.length > 0 && total
        ? {
            rows: rows.map((row) => {
              const line = row.querySelector("[data-line]");
              return { text: line.innerText, value: line.lastElementChild.innerText };
            }),
            sum: total.lastElementChild.lastChild.textContent,
            equal: total.dataset.equal === "true",
          }
        : null;
    });
    return shown;
  }

  async language() {
    return this.page.evaluate(() => document.documentElement.lang);
  }

  async switchLanguage() {
    const before = await this.language();
    await this.command(await this.text("language.switch"));
    await this.until("the other language", (before) => document.documentElement.lang !== before, before);
    await pause(300);
  }

  /** The language that walks read labels in; the walk before may have left the page in another. */
  async switchToPortuguese() {
    if ((await this.language()) !== "pt-BR") await this.switchLanguage();
  }

  theme() {
    return this.page.evaluate(() => document.documentElement.getAttribute("data-mantine-color-scheme"));
  }

  /** `choice`: light, dark, system. */
  async chooseTheme(choice) {
    const label = await this.text("palette.theme");
    await this.command(label.replace("{{theme}}", await this.text(`theme.${choice}`)));
  }

  /** Runs a line of the command palette, by keys alone. */
  async command(line) {
    await this.page.press("Control+k");
    await this.until("the palette", () => document.activeElement?.matches(".mantine-Spotlight-search"));
    for (const letter of line) await this.page.press(letter);
    await pause(200);
    await this.page.press("Enter");
    await this.until("the palette closed", () => !document.querySelector(".mantine-Spotlight-search"));
  }

  /** The number that a person reads from `text` in the page's language. */
  async number(text) {
    const decimal = (await this.language()) === "en" ? "." : ",";
    const digits = text.replace(/[−–]/g, "-").replace(new RegExp(`[^0-9+\\-${decimal}]`, "g"), "");
    const number = Number(digits.replace(decimal, "."));
    assert.ok(digits !== "" && Number.isFinite(number), `no number: ${text}`);
    return number;
  }
}

/** Where the page is, what has the focus, and what is said to the person. Runs in the page. */
function describePage() {
  const focused = document.activeElement;
  const words = (element) => (element?.innerText ?? "").replace(/\s+/g, " ").slice(0, 200);
  const said = [...document.querySelectorAll("[role=alert], [role=alertdialog], [role=dialog], [role=status]")];
  return [
    `at ${location.hash}`,
    `focus in ${focused?.outerHTML.slice(0, 300)}: ${focused?.value ?? words(focused)}`,
    ...said.map((element) => `${element.getAttribute("role")}: ${words(element)}`),
    `row 0: ${[...document.querySelectorAll('[data-at^="0:"]')].map(words).join(" | ")}`,
  ].join("\n");
}
