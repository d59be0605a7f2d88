// axe on a page as it stands, in a world of its own: the page's policy lets no script in that is not its own.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
// What reads well aloud but cannot be called by what stands on it is found by a rule that axe leaves off.
const EVERY_RULE = { resultTypes: ["violations"], rules: { "label-content-name-mismatch": { enabled: true } } };
// By name: its tag would also bring a rule of level AAA, which axe leaves off.
const RULES_OF_COLOUR = { resultTypes: ["violations"], runOnly: ["color-contrast", "link-in-text-block"] };

/**
 * What each theme is held against, and how many rules apply at least to a page with a heading and a field;
 * to an empty one they do not. The second theme has the same elements in other colours.
 */
const LOOKS = { light: { options: EVERY_RULE, leastRules: 9 }, dark: { options: RULES_OF_COLOUR, leastRules: 1 } };

/** Looks at one page, again and again. */
export class Audit {
  #page;
  #session;
  /** The context in which axe was loaded; it goes with its document. */
  #world;
  #theme = "light";

  constructor(page) {
    this.#page = page;
  }

  /** The violations on the page in both themes, each with `place` and up to three elements. */
  async lookInThemes(place) {
    const found = [];
    // It begins with the theme that the last look ended in.
    for (const theme of this.#theme === "light" ? ["light", "dark"] : ["dark", "light"]) {
      await chooseTheme(this.#page, theme);
      this.#theme = theme;
      await settle(this.#page);
      found.push(...(await this.#look(`${theme} ${place}`, LOOKS[theme])));
    }
    return found;
  }

  async #look(place, { options, leastRules }) {
    const look = () => this.#run(`axe.run(document, ${JSON.stringify(options)}).then(({ passes, incomplete, violations }) => ({
      applied: [...passes, ...incomplete].map(({ id }) => id),
      violations: violations.map(({ id, nodes }) => id + ": " + nodes.slice(0, 3).map(({ html }) => html.slice(0, 160)).join(" | ")),
    }))`);
    let { applied, violations } = await look();
    // The control: it has looked at something. On a busy machine a dialog may be in the page before it is painted.
    for (let again = 0; applied.length < leastRules && again < 10; again += 1) {
      await this.#page.waitForTimeout(500);
      ({ applied, violations } = await look());
    }
    assert.ok(applied.length >= leastRules, `${place}: only ${applied} looked at`);
    return violations.map((violation) => `${place}: ${violation}`);
  }

  async #run(expression) {
    if (this.#world === undefined) await this.#loadAxe();
    return this.#evaluate(expression);
  }

  /** Loads axe beside the page; again where the page was loaded anew. */
  async #loadAxe() {
    if (!this.#session) {
      this.#session = await this.#page.context().newCDPSession(this.#page);
      this.#session.on("Runtime.executionContextDestroyed", ({ executionContextId }) => {
        if (executionContextId === this.#world) this.#world = undefined;
      });
      this.#session.on("Runtime.executionContextsCleared", () => (this.#world = undefined));
      await this.#session.send("Runtime.enable");
    }
    const { frameTree } = await this.#session.send("Page.getFrameTree");
    const world = await this.#session.send("Page.createIsolatedWorld", { frameId: frameTree.frame.id, worldName: "axe" });
    this.#world = world.executionContextId;
    await this.#evaluate(`${AXE};0`);
  }

  async #evaluate(expression) {
    const { result, exceptionDetails } = await this.#session.send("Runtime.evaluate", {
      expression,
      contextId: this.#world,
      awaitPromise: true,
      returnByValue: true,
    });
    assert.equal(exceptionDetails, undefined, JSON.stringify(exceptionDetails));
    return result.value;
  }
}

/** As another tab of the same person would change it: the page follows, whatever is open on it stays open. */
async function chooseTheme(page, theme) {
  await page.evaluate((newValue) => {
    localStorage.setItem("celeiro.theme", newValue);
    dispatchEvent(new StorageEvent("storage", { key: "celeiro.theme", newValue, storageArea: localStorage }));
  }, theme);
  await page.waitForFunction((theme) => document.documentElement.dataset.mantineColorScheme === theme, theme);
}

/** Waits until nothing is under way or glides: half-shown colours have half the contrast. */
export async function settle(page) {
  await page.waitForFunction(() => !document.querySelector("main [aria-busy=true]"));
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState, effect }) => playState !== "running" || effect?.getTiming().iterations === Infinity));
}
