/**
 * A proof, not a test: hostile answers grow character by character in the real page, in Chromium and in
 * WebKitGTK (the desktop window), so that every prefix is drawn: `<img src=x onerr` as well as the whole.
 * No script runs, nothing asks another origin, nothing leads away, and no element or attribute that could
 * do so is ever in an answer, not for a moment. Prints a line an engine.
 *
 *   node tests/e2e/prefixes.mjs            # both engines; ENGINE=chromium or ENGINE=webkit for one
 *
 * Its control is in it: the same texts, put as they are into a page of the same engine, are noticed. Needs
 * what browser.mjs and window.mjs need, and WebKit's MiniBrowser (MINIBROWSER) for the control.
 */
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { BrowserPage, launch } from "./lib/chromium.mjs";
import { startDesktop, startDriver } from "./lib/desktop.mjs";
import { hostileAnswers } from "./lib/hostile.mjs";
import { ARTIFACTS } from "./lib/interface.mjs";
import { PATIENCE, cleanUp, dataFolder, finallyDo, pause, printed, program, run, start, until } from "./lib/processes.mjs";
import { Provider } from "./lib/provider.mjs";
import { Stranger } from "./lib/stranger.mjs";
import { TEXTS } from "./lib/texts.mjs";
import { WindowPage } from "./lib/webdriver.mjs";

const MINIBROWSER = process.env.MINIBROWSER ?? "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser";
/** Longer than the window takes to draw, so that a prefix is drawn before the next character comes. Milliseconds. */
const TICK_MS = 90;

/** In a page: notes whatever may not be in the elements that match `within`, from now on and for good. */
function watch(within) {
  const elements = /^(script|style|link|meta|base|iframe|object|embed|form|img|image|video|audio|svg:a|animate|set|use|template|portal)$/;
  const seen = (window.proof = { found: [], texts: new Set(), marker: Math.random() });
  const judge = (element) => {
    if (elements.test(element.localName)) seen.found.push(`<${element.localName}>`);
    for (const { name, value } of element.attributes) {
      if (/^on|^(src|srcset|srcdoc|href|xlink:href|action|formaction|poster|ping|background|data)$/.test(name)) seen.found.push(`${element.localName} ${name}`);
      if (name === "style" && /url\(/.test(value)) seen.found.push(`${element.localName} style`);
    }
  };
  // Our own drawing of arrows and marks.
  const ours = (element) => element.closest("svg")?.classList.contains("tabler-icon");
  const look = () => {
    // Every text that an answer had for a moment: as many prefixes were drawn.
    for (const root of document.querySelectorAll(`${within}[aria-busy=true]`)) seen.texts.add(root.textContent);
    for (const root of document.querySelectorAll(within)) for (const one of root.querySelectorAll("*")) if (!ours(one)) judge(one);
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true, attributes: true });
}

/** What became of a page: what was noticed, whether a script ran, whether it is still the same page. */
function outcome() {
  const { found = [], texts, marker = null } = window.proof ?? {};
  return { found: [...new Set(found)], drawn: texts?.size ?? 0, marker, title: document.title, at: location.origin + location.pathname };
}

/** Whether the question `count` is answered in whole: its article is the last one. */
function hasAnswered(count, label) {
  const last = [...document.querySelectorAll(`article[aria-label="${label}"]`)].at(-1);
  const asked = document.body.innerText.includes(`pergunta ${count}`);
  return asked && last?.querySelector("footer") && !document.querySelector("article[aria-busy=true]") ? true : false;
}

/** Has every answer grow in the chat of `page`, and holds the promise after each. */
async function grow(page, provider, stranger) {
  await page.evaluate(() => void (location.hash = "#/chat"));
  await until("the composer", () => page.evaluate(() => document.getElementById("chat-composer") !== null));
  await page.evaluate(watch, "article");
  const before = await page.evaluate(outcome);
  stranger.forget();
  Object.assign(provider, { piece: 1, tick: TICK_MS });
  let prefixes = 0;
  for (const [at, answer] of hostileAnswers(stranger.address).entries()) {
    provider.answers = [`Veja: ${answer} fim.`];
    prefixes += [...provider.answers[0]].length;
    await page.click("#chat-composer");
    await page.type("#chat-composer", `pergunta ${at + 1}`);
    await page.press("Enter");
    await until(`answer ${at + 1}: ${answer}`, () => page.evaluate(hasAnswered, at + 1, TEXTS["pt-BR"].thread.answer)).catch(async (error) => {
      mkdirSync(ARTIFACTS, { recursive: true });
      writeFileSync(join(ARTIFACTS, "prefixes-failed.png"), await page.screenshot());
      throw error;
    });
    const after = await page.evaluate(outcome);
    assert.deepEqual(after.found, [], answer);
    assert.deepEqual([after.title.includes("taken"), after.marker, after.at], [false, before.marker, before.at], answer);
    stranger.assertNotAsked();
  }
  await pause(2_000);
  stranger.assertNotReached();
  const { drawn } = await page.evaluate(outcome);
  // Fewer are drawn than sent: what is not whole yet at the end waits. Far fewer would prove nothing.
  assert.ok(drawn > prefixes / 3, `${drawn} texts drawn of ${prefixes} prefixes`);
  return { answers: hostileAnswers(stranger.address).length, prefixes, drawn };
}

/** The control: the same texts as they are. Scripts run, the stranger is asked, and a page is led away. */
async function putInRaw(page, stranger) {
  const site = createServer((request, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8");
    const leave = request.url === "/leave" ? `<meta http-equiv="refresh" content="0; url=${stranger.address}/left">` : "";
    response.end(`<!doctype html><title>raw</title>${leave}<article></article>`);
  });
  await new Promise((ready) => site.listen(0, "127.0.0.1", ready));
  finallyDo(() => site.close());
  const address = `http://127.0.0.1:${site.address().port}/`;
  stranger.forget();
  const noticed = { elements: 0, scripts: 0 };
  for (const answer of hostileAnswers(stranger.address)) {
    await page.goto(address);
    await page.evaluate(watch, "article");
    await page.evaluate((answer) => void (document.querySelector("article").innerHTML = answer), answer).catch(() => {});
    await pause(300);
    const after = await page.evaluate(outcome).catch(() => null);
    if (after === null || after.found.length > 0) noticed.elements += 1;
    if (after?.title.includes("taken")) noticed.scripts += 1;
  }
  noticed.requests = stranger.requests.length;
  stranger.forget();
  await page.goto(`${address}leave`).catch(() => {});
  await until("the page led away", () => stranger.requests.some((line) => line.includes("/left")));
  assert.ok(noticed.elements >= 20 && noticed.scripts >= 5 && noticed.requests >= 5, JSON.stringify(noticed));
  stranger.forget();
  return noticed;
}

async function proveInChromium(env, folder, provider, stranger) {
  const server = start(program("celeiro"), ["--data-dir", folder, "serve", "--port", "0"], { env: { ...env, ...provider.env } });
  const [, address] = await printed(server, /(http:\/\/\S+)\n/);
  const browser = await launch();
  const raw = await browser.newPage();
  const control = await putInRaw(raw, stranger);
  await raw.close();
  const page = await browser.newPage({ locale: "pt-BR", viewport: { width: 1280, height: 840 } });
  page.setDefaultTimeout(PATIENCE);
  await page.goto(address);
  tell("Chromium", await grow(new BrowserPage(page), provider, stranger), control);
  await browser.close();
  server.kill("SIGTERM");
  await server.ended;
}

async function proveInWebKit(env, folder, provider, stranger) {
  await startDesktop(env);
  const { address: driver } = await startDriver(env);
  const raw = await WindowPage.open(driver, MINIBROWSER, ["--automation"]);
  const control = await putInRaw(raw, stranger).finally(() => raw.quit());
  const page = await WindowPage.open(driver, program("celeiro-desktop"));
  finallyDo(() => page.quit());
  await until("the search box", () => page.evaluate(() => document.getElementById("search-box") !== null), 120_000);
  tell("WebKitGTK", await grow(page, provider, stranger), control);
}

function tell(engine, { answers, prefixes, drawn }, { elements, scripts, requests }) {
  console.log(`${engine}: ${answers} answers, ${prefixes} prefixes, ${drawn} different texts drawn and looked at: nothing ran, asked or led away`);
  console.log(`${engine}, control: raw, ${elements} of ${answers} noticed in the page, ${scripts} ran a script, ${requests} requests to the other origin, one page led away`);
}

const ENGINES = { chromium: proveInChromium, webkit: proveInWebKit };

// The driver's windows inherit what the driver was started with.
const env = {};
try {
  const folder = dataFolder();
  const provider = await Provider.listen();
  const stranger = await Stranger.listen();
  await run(program("celeiro"), ["--data-dir", folder, "init", "--demo"], { stdio: ["ignore", "ignore", "inherit"] });
  Object.assign(env, { CELEIRO_DATA_DIR: folder }, provider.env);
  for (const [name, prove] of Object.entries(ENGINES)) {
    if ((process.env.ENGINE ?? name) === name) await prove(env, folder, provider, stranger);
  }
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await cleanUp();
}
