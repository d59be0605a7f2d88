// The page in a browser, with the same few verbs as the one in the window.
import { chromium } from "playwright-core";
import { finallyDo, PATIENCE } from "./processes.mjs";

/** Instead of a microphone: Chromium's own, which beeps once a second. Whether a page may use it, its context says. */
const MICROPHONE = "--use-fake-device-for-media-stream";

export async function launch() {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    // Containers run as root, where Chromium's own sandbox does not start.
    args: [MICROPHONE, ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])],
  });
  finallyDo(() => browser.close());
  return browser;
}

export class BrowserPage {
  #page;

  constructor(page) {
    this.#page = page;
    // File dialogs are caught as long as a person listens: always, or the next one may open too early.
    page.on("filechooser", () => {});
  }

  /** Runs a function in the page; it gets `args` and may be async. */
  evaluate(script, ...args) {
    return this.#page.evaluate(`(${script})(...${JSON.stringify(args)})`);
  }

  click(css) {
    return this.#page.click(css);
  }

  /** Types into a field, after what stands there. */
  type(css, text) {
    return this.#page.locator(css).pressSequentially(text);
  }

  /** Presses a key, or several at once: `Control+k`. */
  press(chord) {
    // Letters that no key has, such as ê, arrive as they would from a dead key.
    const composed = chord.length === 1 && chord.charCodeAt(0) > 126;
    return composed ? this.#page.keyboard.insertText(chord) : this.#page.keyboard.press(chord);
  }

  /**
   * Does what opens the file dialog, and answers it with `files` (see `file` in files.mjs, or paths).
   * Browsers open none by themselves when a key was pressed more than five seconds ago; `insist`, where
   * given, is done then.
   */
  async answerDialog(files, act, insist) {
    const opening = (act) => Promise.all([this.#page.waitForEvent("filechooser"), act()]);
    const [dialog] = await opening(act).catch((error) => (insist ? opening(insist) : Promise.reject(error)));
    await dialog.setFiles(files, { timeout: PATIENCE });
  }

  screenshot() {
    return this.#page.screenshot();
  }
}
