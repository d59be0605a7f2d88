// How the page comes: what the first words need, compressed and kept; the rest where it is opened, and
// what a page says that cannot be fetched any more.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./lib/processes.mjs";

const ASSETS = join(ROOT, "ui/dist/assets");
/** Uncompressed script that may stand before the first word: the program, its texts in one language. */
const FIRST_WORDS_BYTES = 800_000;
/** … and until the search page is whole. */
const FIRST_PAGE_BYTES = 950_000;

/** Checks the built files, then how `address` sends them and what becomes of a missing one. */
export async function load(browser, address, tell) {
  weigh(tell);
  const context = await browser.newContext({ locale: "pt-BR", viewport: { width: 1280, height: 840 } });
  await open(context, address, tell);
  await outlive(context, address, tell);
  await context.close();
}

function weigh(tell) {
  const entry = only(/^index-.*\.js$/);
  for (const language of ["pt-BR", "en"]) {
    const words = size(closure([entry, only(new RegExp(`^${language}-.*\\.js$`))]));
    assert.ok(words <= FIRST_WORDS_BYTES, `${words} bytes of script before the first word (${language})`);
    const page = size(closure([entry, only(new RegExp(`^${language}-.*\\.js$`)), only(/^SearchPage-.*\.js$/)]));
    assert.ok(page <= FIRST_PAGE_BYTES, `${page} bytes of script until the search page is there (${language})`);
    tell(`script before the first words in ${language}: ${kilobytes(words)}, with the search page ${kilobytes(page)}`);
  }
}

/** What is loaded for the search page, how it is sent, and that it is not sent twice. */
async function open(context, address, tell) {
  const page = await context.newPage();
  const answers = [];
  page.on("response", (response) => answers.push(response));
  await page.goto(address);
  await page.waitForSelector("#search-box");
  await page.waitForLoadState("networkidle");
  const scripts = answers.filter((answer) => /\/assets\/.*\.(js|css)$/.test(answer.url()));
  for (const answer of scripts) {
    const headers = await answer.allHeaders();
    const { length } = await answer.body();
    // What is smaller than its compressed form goes as it is.
    if (length > 1_000) assert.equal(headers["content-encoding"], "gzip", answer.url());
    assert.match(headers["cache-control"], /immutable/);
  }
  const foreign = scripts.map((answer) => answer.url()).filter((url) => /(Chat|Settings)Page-|(?<!Search)Desk-/.test(url));
  assert.deepEqual(foreign, [], "pages that nobody opened");
  assert.match((await answers[0].allHeaders())["cache-control"], /no-cache/);

  answers.length = 0;
  await page.reload();
  await page.waitForSelector("#search-box");
  const sent = await page.evaluate(() => performance.getEntriesByType("resource")
    .filter(({ name, transferSize }) => name.includes("/assets/") && transferSize > 0).map(({ name }) => name));
  assert.deepEqual(sent, [], "sent again");
  tell(`${scripts.length} files for the first page, compressed, and kept by the browser`);
  await page.close();
}

/** The server has other files by now: the page says so, and a reload helps. */
async function outlive(context, address, tell) {
  const page = await context.newPage();
  await page.goto(address);
  await page.waitForSelector("#search-box");
  await page.route("**/assets/SettingsPage-*", (route) => route.fulfill({ status: 404, body: "{}" }));
  await page.evaluate(() => void (location.hash = "#/settings"));
  const alert = page.locator("main [role=alert]");
  await alert.waitFor();
  assert.match(await alert.innerText(), /não pôde ser carregada/);
  await page.unroute("**/assets/SettingsPage-*");
  await alert.getByRole("button", { name: "Recarregar" }).click();
  await page.getByRole("heading", { level: 1, name: "Ajustes" }).waitFor();
  tell("a page that could not be fetched was fetched by its reload");
  await page.close();
}

/** The files that a browser fetches with `names`, before it runs any of them. */
function closure(names) {
  const known = new Set();
  const open = [...names];
  while (open.length > 0) {
    const name = open.pop();
    if (known.has(name)) continue;
    known.add(name);
    open.push(...imports(name));
  }
  return known;
}

/** `import … from"./x.js"` and `import"./x.js"`; not `import("./x.js")`. */
function imports(name) {
  const source = readFileSync(join(ASSETS, name), "utf8");
  return [...source.matchAll(/(?:\bfrom|\bimport)\s*["'`]\.\/([^"'`]+\.js)["'`]/g)].map(([, file]) => file);
}

function only(pattern) {
  const found = readdirSync(ASSETS).filter((name) => pattern.test(name));
  assert.equal(found.length, 1, `${pattern}: ${found.join(", ")}`);
  return found[0];
}

function size(names) {
  return [...names].reduce((sum, name) => sum + readFileSync(join(ASSETS, name)).length, 0);
}

function kilobytes(bytes) {
  return `${Math.round(bytes / 1_000)} KB`;
}
