// The page in the desktop window, by the W3C WebDriver protocol: as much of it as the scenario needs.
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";
const KEYS = {
  Enter: "\uE007",
  Escape: "\uE00C",
  ArrowDown: "\uE015",
  ArrowUp: "\uE013",
  ArrowLeft: "\uE012",
  ArrowRight: "\uE014",
  Space: " ",
  Home: "\uE011",
  End: "\uE010",
  Shift: "\uE008",
  Control: "\uE009",
  Alt: "\uE00A",
  Tab: "\uE004",
};

export class WindowPage {
  #driver;
  #session;

  /** Starts `binary` with `args` and takes hold of its page. */
  static async open(driver, binary, args = []) {
    const page = new WindowPage();
    page.#driver = driver;
    const capabilities = { alwaysMatch: { "webkitgtk:browserOptions": { binary, args } } };
    page.#session = (await page.#call("POST", "/session", { capabilities })).sessionId;
    return page;
  }

  async #call(method, path, body) {
    const response = await fetch(this.#driver + path, {
      method,
      headers: { "content-type": "application/json" },
      body: method === "POST" ? JSON.stringify(body ?? {}) : undefined,
      signal: AbortSignal.timeout(60_000),
    });
    const { value } = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${value?.error}: ${value?.message}`);
    return value;
  }

  #ask(method, path, body) {
    return this.#call(method, `/session/${this.#session}${path}`, body);
  }

  /** Runs a function in the page; it gets `args` and may be async. */
  async evaluate(script, ...args) {
    const wrapped = `const done = arguments[arguments.length - 1];
      Promise.resolve((${script})(...Array.prototype.slice.call(arguments, 0, -1)))
        .then((value) => done({ value }), (error) => done({ error: String(error?.message ?? JSON.stringify(error)) }));`;
    const { value, error } = await this.#ask("POST", "/execute/async", { script: wrapped, args });
    if (error !== undefined) throw new Error(error);
    return value;
  }

  async #find(css) {
    return (await this.#ask("POST", "/element", { using: "css selector", value: css }))[ELEMENT];
  }

  async click(css) {
    await this.#ask("POST", `/element/${await this.#find(css)}/click`);
  }

  /** Types into a field, after what stands there. */
  async type(css, text) {
    await this.#ask("POST", `/element/${await this.#find(css)}/value`, { text });
  }

  /** Presses a key, or several at once: `Control+k`. */
  async press(chord) {
    const keys = chord.split("+").map((name) => KEYS[name] ?? name);
    const down = keys.map((value) => ({ type: "keyDown", value }));
    const up = keys.toReversed().map((value) => ({ type: "keyUp", value }));
    await this.#ask("POST", "/actions", { actions: [{ type: "key", id: "keyboard", actions: [...down, ...up] }] });
  }

  async goto(url) {
    await this.#ask("POST", "/url", { url });
  }

  async screenshot() {
    return Buffer.from(await this.#ask("GET", "/screenshot"), "base64");
  }

  /** Ends the session; the driver kills the program with it. */
  async quit() {
    await this.#ask("DELETE", "");
  }
}
