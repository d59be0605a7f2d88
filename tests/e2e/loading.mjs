// How the page comes: what the first words need, compressed and kept; the rest where it is opened, and
// what a page says that cannot be fetched any more.
import assert from "node:assert/strict";

/** Uncompressed script that may be asked for before the start page shows its words. */
const FIRST_SCREEN_BYTES = 712_000;
/** … and until a search shows its results, with the filters beside them and the palette at hand. */
const SEARCH_BYTES = 920_000;
/** The same of styles: the components of a page bring theirs with it. */
const FIRST_SCREEN_STYLES = 100_000;
const SEARCH_STYLES = 130_000;

/** Checks how `address` sends the page, how much of it, and what becomes of a missing file. */
export async function load(browser, address, tell) {
  for (const locale of ["pt-BR", "en"]) {
    const context = await browser.newContext({ locale, viewport: { width: 1280, height: 840 } });
    await weigh(context, address, tell);
    await context.close();
  }
  const context = await browser.newContext({ locale: "pt-BR", viewport: { width: 1280, height: 840 } });
  await open(context, address, tell);
  await outlive(context, address, tell);
  await context.close();
}

/** Every script and style sheet that the browser has asked for by the moment when the search box is there, then with results. */
async function weigh(context, address, tell) {
  const page = await context.newPage();
  await page.addInitScript(() => {
    performance.setResourceTimingBufferSize(1_000);
    new MutationObserver(() => {
      if (document.getElementById("search-box")) window.firstScreenAt ??= performance.now();
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(address);
  await page.waitForFunction(() => window.firstScreenAt !== undefined);
  await page.waitForLoadState("networkidle");
  const first = await page.evaluate(askedFor, await page.evaluate(() => window.firstScreenAt));
  assert.ok(first.js.bytes > 300_000, `${first.js.bytes} bytes: not all of it was seen`);
  assert.ok(first.css.bytes > 20_000, `${first.css.bytes} bytes: not all of it was seen`);
  assert.ok(first.js.bytes <= FIRST_SCREEN_BYTES, `${first.js.bytes} bytes of script before the first words: ${first.js.names}`);
  assert.ok(first.css.bytes <= FIRST_SCREEN_STYLES, `${first.css.bytes} bytes of styles before the first words: ${first.css.names}`);
  await page.locator("#search-box").fill("soja");
  await page.keyboard.press("Enter");
  await page.locator("[data-hit]").first().waitFor();
  const search = await page.evaluate(askedFor, Infinity);
  assert.ok(search.js.bytes <= SEARCH_BYTES, `${search.js.bytes} bytes of script until results: ${search.js.names}`);
  assert.ok(search.css.bytes <= SEARCH_STYLES, `${search.css.bytes} bytes of styles until results: ${search.css.names}`);
  const language = await page.evaluate(() => document.documentElement.lang);
  for (const [what, kind] of [["script", "js"], ["styles", "css"]])
    tell(`${what} before the first words in ${language}: ${kilobytes(first[kind].bytes)} in ${first[kind].names.length} files, until results ${kilobytes(search[kind].bytes)}`);
  await page.close();
}

/** In the page: what was asked for until `until`, uncompressed. */
function askedFor(until) {
  const ofKind = (ending) => {
    const files = performance.getEntriesByType("resource").filter(({ name, startTime }) => name.endsWith(ending) && startTime <= until);
    return {
      bytes: files.reduce((sum, { decodedBodySize }) => sum + decodedBodySize, 0),
      names: files.map(({ name, decodedBodySize }) => `${name.split("/").at(-1)} ${decodedBodySize}`),
    };
  };
  return { js: ofKind(".js"), css: ofKind(".css") };
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
  const foreign = scripts.map((answer) => answer.url()).filter((url) => /(Chat|Settings|Catalog|Bench)Page-|(?<!Search)Desk-/.test(url));
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

function kilobytes(bytes) {
  return `${Math.round(bytes / 1_000)} KB`;
}
