// The catalog desk in Chromium, without a model: what an editor does all day, and what goes wrong
// meanwhile. Needs what browser.mjs needs.
import assert from "node:assert/strict";
import { BrowserPage, launch } from "./lib/chromium.mjs";
import { Interface } from "./lib/interface.mjs";
import { PATIENCE, cleanUp, dataFolder, printed, program, run, start, stop } from "./lib/processes.mjs";
import { meetBadFiles } from "./badfiles.mjs";
import { saveAtOnce } from "./conflict.mjs";
import { changePrices } from "./prices.mjs";
import { takeAllBack } from "./takeback.mjs";
import { makeTwenty } from "./twenty.mjs";
import { keepUnsaved } from "./unsaved.mjs";

/** Walks by name; named on the command line, those alone are walked. */
const WALKS = { twenty: makeTwenty, takeback: takeAllBack, conflict: saveAtOnce, badfiles: meetBadFiles, unsaved: keepUnsaved, prices: changePrices };

try {
  const celeiro = program("celeiro");
  const folder = dataFolder();
  await run(celeiro, ["--data-dir", folder, "init", "--demo"], { stdio: ["ignore", "ignore", "inherit"] });
  const serve = (port) =>
    start(celeiro, ["--data-dir", folder, "serve", "--port", port], { env: { LLM_PROVIDER: "none" } });
  let server = serve("0");
  const [, address] = await printed(server, /(http:\/\/\S+)\n/);
  const away = () => stop(server);
  const back = async () => {
    server = serve(new URL(address).port);
    await printed(server, /http:\/\/\S+\n/);
  };
  const browser = await launch();
  const faults = [];
  const pages = new Map();
  const browserPage = (ui) => pages.get(ui);
  const open = async (name) => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "pt-BR" });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    page.on("pageerror", (error) => faults.push(error.message));
    await page.goto(address);
    const ui = new Interface(new BrowserPage(page), name);
    pages.set(ui, page);
    await ui.until("the search box", () => document.getElementById("search-box"));
    return ui;
  };
  const wanted = process.argv.slice(2);
  for (const [name, walk] of Object.entries(WALKS)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const ui = await open("catalog");
    await walk(ui, { open, server, away, back, browserPage }).catch(async (error) => {
      await ui.screenshot(`${name}-failed`);
      throw error;
    });
    ui.tell(`${name}: passed`);
  }
  assert.deepEqual(faults, []);
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await cleanUp();
  // A wait that a walk has given up has a timer of three minutes, which Node.js would let run out.
  process.exit();
}
