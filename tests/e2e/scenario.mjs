// What a newcomer does first, played on any page that has Celeiro in it.
import assert from "node:assert/strict";
import { pause } from "./lib/processes.mjs";

const QUERY = "fungicida para ferrugem da soja";

/** Plays everything; `stranger` is an address that must not be asked. */
export async function play(celeiro, { stranger }) {
  await start(celeiro);
  await findFungicides(celeiro);
  await readDetails(celeiro);
  await takeScoreApart(celeiro);
  await walkByKeys(celeiro);
  await changeLooks(celeiro);
  await meetHostileText(celeiro, stranger);
}

async function start(celeiro) {
  await celeiro.until("the search box", () => document.getElementById("search-box"));
  celeiro.tell("ready");
  const status = await celeiro.call("status", {});
  assert.equal(status.phase, "ready");
  assert.ok(status.items > 300 && status.faqs >= 60, `${status.items} items, ${status.faqs} FAQs`);
  await celeiro.switchToPortuguese();
  await celeiro.chooseTheme("light");
  assert.equal(await celeiro.theme(), "light");
  await celeiro.screenshot("start-light-pt");
}

async function findFungicides(celeiro) {
  const { embeddingUsed, fallbackReason } = await celeiro.call("search", { query: QUERY });
  assert.ok(embeddingUsed, `words alone: ${fallbackReason}`);
  await celeiro.search(QUERY);
  const hits = await celeiro.hits();
  assert.ok(hits.length >= 5, `${hits.length} hits`);
  for (const hit of hits.slice(0, 5)) {
    assert.match(hit.text, /Fungicidas/, `no fungicide among the first five: ${hit.text}`);
    assert.match(hit.text, /soja|ferrugem/i);
  }
  celeiro.tell(`fungicides first: ${hits[0].title}, ${hits[0].score}`);
  await celeiro.screenshot("results-light-pt");
}

async function readDetails(celeiro) {
  const [first] = await celeiro.hits();
  await celeiro.page.click("[data-hit='0']");
  const title = await celeiro.until("details", () => document.querySelector("[role=dialog] h2.mantine-Title-root")?.innerText);
  assert.equal(title, first.title);
  await celeiro.screenshot("details-light-pt");
  await celeiro.page.press("Escape");
  await celeiro.until("details closed", () => !document.querySelector("[role=dialog]"));
}

/** For the first five hits: the rows on the screen add up to the score on the card. */
async function takeScoreApart(celeiro) {
  for (const rank of [0, 1, 2, 3, 4]) {
    const card = (await celeiro.hits())[rank];
    // The open breakdown follows the walk through the list.
    if (rank === 0) await celeiro.page.click("article button[aria-pressed]");
    else await celeiro.page.press("j");
    await celeiro.until("the breakdown of this hit", (title) => {
      const head = document.querySelector("aside button[title]") ?? document.querySelector("[role=dialog] button[title]");
      return head?.innerText === title;
    }, card.title);
    const { rows, sum, equal } = await celeiro.breakdown();
    const values = await Promise.all(rows.map((row) => celeiro.number(row.value)));
    const total = values.reduce((sum, value) => sum + value, 0);
    const score = await celeiro.number(card.score);
    // Each shown value is rounded to three decimals.
    const rounding = 0.0005 * (values.length + 1) + 1e-9;
    assert.ok(Math.abs(total - score) <= rounding, `${values.join(" + ")} is not ${score}`);
    assert.equal(await celeiro.number(sum), score);
    assert.ok(equal, "the page says that the rows do not add up");
    if (rank === 0) {
      celeiro.tell(`${rows.length} rows add up to ${card.score}`);
      await celeiro.screenshot("breakdown-light-pt");
    }
  }
  await closeBreakdown(celeiro);
}

async function closeBreakdown(celeiro) {
  await celeiro.page.press("Escape");
  await celeiro.until("the breakdown closed", () => !document.querySelector("[data-equal]"));
}

async function walkByKeys(celeiro) {
  const { page } = celeiro;
  const focused = () => page.evaluate(() => document.activeElement?.dataset?.hit ?? document.activeElement?.id);
  await page.evaluate(() => document.activeElement?.blur());
  await page.press("/");
  assert.equal(await focused(), "search-box");
  await page.press("ArrowDown");
  assert.equal(await focused(), "0");
  await page.press("j");
  await page.press("j");
  assert.equal(await focused(), "2");
  await page.press("ArrowUp");
  assert.equal(await focused(), "1");
  const second = (await celeiro.hits())[1];
  await page.press("Enter");
  await celeiro.until("details of the second hit", (title) =>
    document.querySelector("[role=dialog] h2.mantine-Title-root")?.innerText === title, second.title);
  await page.press("Escape");
  await celeiro.until("details closed", () => !document.querySelector("[role=dialog]"));
  celeiro.tell("walked by keys");
}

async function changeLooks(celeiro) {
  const [before] = await celeiro.hits();
  await celeiro.page.evaluate(() => document.activeElement?.blur());
  await celeiro.page.press("i");
  await celeiro.breakdown();
  await celeiro.chooseTheme("dark");
  assert.equal(await celeiro.theme(), "dark");
  await celeiro.screenshot("breakdown-dark-pt");
  await celeiro.switchLanguage();
  assert.equal(await celeiro.language(), "en");
  const [after] = await celeiro.hits();
  assert.equal(await celeiro.number(after.score), Number(before.score.replace(",", ".")));
  await celeiro.screenshot("breakdown-dark-en");
  // The program answers in the page's language too: its rows are described in English.
  await celeiro.until("rows in English", () => {
    const rows = [...document.querySelectorAll("[data-depth='0'] > li")].map((row) => row.innerText.replace(/«.*?»/g, ""));
    return rows.length > 0 && rows.every((text) => !/[ãçéêíóõ]|consulta|sobre/.test(text));
  });
  await celeiro.chooseTheme("light");
  await celeiro.screenshot("breakdown-light-en");
  await closeBreakdown(celeiro);
  celeiro.tell("light, dark, Portuguese, English");
}

/** Text from data is text, whatever it looks like, and goes nowhere. */
async function meetHostileText(celeiro, stranger) {
  const image = `<img src="${stranger.address}/img" onerror="document.title='taken'">`;
  const refresh = `<meta http-equiv="refresh" content="0; url=${stranger.address}/refresh">`;
  const link = `[clique](javascript:document.title='taken') <a href="javascript:document.title='taken'">aqui</a>`;
  const script = `<script src="${stranger.address}/script"></script><style>@import "${stranger.address}/style"</style>`;
  await celeiro.call("create_item", {
    name: `Zzyxhostil ${image}`,
    description: `${refresh} ${link} ${script} ![](${stranger.address}/markdown) <iframe src="${stranger.address}/frame"></iframe>`,
    category: `<svg onload="document.title='taken'">`,
    manufacturer: image,
    tags: [image, "zzyxhostil"],
    status: "ativo",
    attributes: { [image]: refresh },
  });
  await celeiro.search("zzyxhostil");
  // A busy machine shows what was found before a moment longer.
  await celeiro.until("the hostile item", () => document.querySelector("[data-hit='0']")?.innerText.includes("Zzyxhostil"));
  const [hit] = await celeiro.hits();
  assert.ok(hit.title.includes(image), `not shown as text: ${hit.title}`);
  await celeiro.page.click("[data-hit='0']");
  await celeiro.until("the description as text", (text) =>
    document.querySelector("[role=dialog]")?.innerText.includes(text), refresh);
  await celeiro.screenshot("hostile");
  await pause(1_500);
  await assertUnmoved(celeiro, stranger);
  stranger.assertNotReached();
  assert.equal(await celeiro.page.evaluate((address) =>
    document.querySelectorAll(`[src^="${address}"], [href^="${address}"], [href^="javascript:"], meta[http-equiv=refresh]`).length, stranger.address), 0);
  await tryToLoad(celeiro, stranger);
  await celeiro.page.press("Escape");
  celeiro.tell("hostile text stayed text");
}

/** Even markup that got through would load nothing: the content policy stands behind the rendering. */
async function tryToLoad(celeiro, stranger) {
  const refused = await celeiro.page.evaluate(async (address) => {
    const violations = [];
    document.addEventListener("securitypolicyviolation", (event) => violations.push(event.effectiveDirective));
    const markup = document.createElement("div");
    markup.innerHTML = `<img src="${address}/i"><iframe src="${address}/f"></iframe><link rel="stylesheet" href="${address}/l">
      <object data="${address}/o"></object><video src="${address}/v"></video><style>@import "${address}/s"</style>`;
    document.body.append(markup);
    const script = document.createElement("script");
    script.src = `${address}/x`;
    document.body.append(script);
    const inline = document.createElement("script");
    inline.textContent = "document.title = 'taken'";
    document.body.append(inline);
    await fetch(`${address}/fetch`).catch(() => violations.push("fetch"));
    try {
      new WebSocket(address.replace("http", "ws"));
    } catch {
      violations.push("websocket");
    }
    await new Promise((done) => setTimeout(done, 500));
    markup.remove();
    return violations;
  }, stranger.address);
  for (const directive of ["img-src", "frame-src", "script-src-elem", "connect-src"]) {
    assert.ok(refused.includes(directive), `${directive} refused nothing: ${refused.join(", ")}`);
  }
  await assertUnmoved(celeiro, stranger);
}

export async function assertUnmoved(celeiro, stranger) {
  stranger.assertNotAsked();
  const { title, box } = await celeiro.page.evaluate(() => ({ title: document.title, box: !!document.getElementById("search-box") }));
  assert.ok(box && !title.includes("taken"), `the page was taken: ${title}`);
}
