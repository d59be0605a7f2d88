// The interface in Chromium, served by `celeiro serve`. Needs `cargo build -p celeiro-cli`, a built
// `ui/dist`, `npm ci` in this folder and /usr/bin/chromium (or CHROMIUM).
import assert from "node:assert/strict";
import { BrowserPage, launch } from "./lib/chromium.mjs";
import { Interface } from "./lib/interface.mjs";
import { PATIENCE, cleanUp, dataFolder, printed, program, run, start } from "./lib/processes.mjs";
import { Provider } from "./lib/provider.mjs";
import { Stranger } from "./lib/stranger.mjs";
import { judge } from "./bench.mjs";
import { sell } from "./desk.mjs";
import { bringIn } from "./import.mjs";
import { edit } from "./sheet.mjs";
import { lookThrough } from "./accessible.mjs";
import { load } from "./loading.mjs";
import { dictate } from "./dictation.mjs";
import { act } from "./assistant.mjs";
import { analyse } from "./analyst.mjs";
import { play } from "./scenario.mjs";

/** What is looked at in pages of its own, and what one page goes through; named on the command line, those alone. */
const LOOKS = { loading: load, dictation: dictate, axe: lookThrough };
const WALKS = { scenario: play, desk: sell, import: bringIn, bench: judge, sheet: edit, analyst: analyse, assistant: act };
const wanted = process.argv.slice(2);
const among = (walks) => Object.entries(walks).filter(([name]) => wanted.length === 0 || wanted.includes(name));

try {
  const celeiro = program("celeiro");
  const folder = dataFolder();
  await run(celeiro, ["--data-dir", folder, "init", "--demo"], { stdio: ["ignore", "ignore", "inherit"] });
  const provider = await Provider.listen();
  const server = start(celeiro, ["--data-dir", folder, "serve", "--port", "0"], { env: provider.env });
  const [, address] = await printed(server, /(http:\/\/\S+)\n/);
  const stranger = await Stranger.listen();

  const browser = await launch();
  for (const [name, look] of among(LOOKS)) {
    await look(browser, address, (what) => console.log(`${name.padEnd(8)} ${what}`), { provider });
  }
  const page = await browser.newPage({ viewport: { width: 1280, height: 840 }, locale: "pt-BR" });
  page.setDefaultTimeout(PATIENCE);
  const foreign = [];
  const faults = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(address) && !request.url().startsWith("data:")) foreign.push(request.url());
  });
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(message.text());
  });
  await page.goto(address);
  const celeiroPage = new Interface(new BrowserPage(page), "browser");
  for (const [, walk] of among(WALKS)) {
    await walk(celeiroPage, { provider, stranger }).catch(async (error) => {
      await celeiroPage.screenshot("failed");
      throw error;
    });
  }

  // What the policy refuses is reported as an error, and so is what the gate refuses; anything else is
  // one of ours.
  assert.deepEqual(faults.filter((text) => !/Content Security Policy|ERR_BLOCKED_BY_CSP|Failed to fetch|status of 409/.test(text)), []);
  assert.deepEqual(foreign.filter((url) => !url.startsWith(stranger.address)), []);
  // The control: without the policy, the same browser does load the same picture.
  const open = await browser.newPage();
  await stranger.hears(() => open.setContent(`<img src="${stranger.address}/control">`));
  celeiroPage.tell("passed");
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await cleanUp();
}
