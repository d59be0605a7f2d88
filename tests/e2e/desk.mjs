// A seller's five minutes at the desk, played on any page that has Celeiro in it, with a model
// provider that follows a script.
import assert from "node:assert/strict";
import { pause } from "./lib/processes.mjs";

const BOX = "#chat-composer";
const QUESTION = "fungicida para ferrugem da soja";

/** Plays everything. The page stands anywhere in Celeiro, in English or Portuguese. */
export async function sell(celeiro, { provider, stranger }) {
  await open(celeiro);
  await commandBox(celeiro);
  await greet(celeiro, provider);
  await askForProduct(celeiro, provider);
  await openSourceAndTrace(celeiro);
  await followUp(celeiro, provider);
  await stopInTheMiddle(celeiro, provider);
  await editAndGoBack(celeiro, provider);
  await meetHostileAnswer(celeiro, provider, stranger);
  await showLooks(celeiro);
}

async function open(celeiro) {
  await celeiro.page.evaluate(() => void (location.hash = "#/chat"));
  await celeiro.until("the composer", () => document.getElementById("chat-composer"));
  await celeiro.switchToPortuguese();
  await celeiro.screenshot("desk-empty-light-pt");
}

/** A command of the box: its name completed, its item opened, the box empty afterwards. */
async function commandBox(celeiro) {
  await celeiro.page.click(BOX);
  await celeiro.page.type(BOX, "/it");
  await celeiro.until("the command", () => document.querySelector("[role=option][aria-selected=true]"));
  await celeiro.page.press("Tab");
  await celeiro.page.type(BOX, "DEMO-FUN-0028");
  await celeiro.page.press("Enter");
  await celeiro.until("the item", () => document.querySelector("[role=dialog]")?.innerText.includes("DEMO-FUN-0028"));
  await celeiro.page.press("Escape");
  await celeiro.until("the empty box", () => !document.querySelector("[role=dialog]") && document.querySelector("#chat-composer").value === "");
  celeiro.tell("opened an item by a command");
}

/** Sends a message and waits until its answer is whole. */
async function ask(celeiro, message) {
  const before = await answers(celeiro);
  await celeiro.page.click(BOX);
  await celeiro.page.type(BOX, message);
  await celeiro.page.press("Enter");
  await settled(celeiro, message, before.length);
  return (await answers(celeiro)).at(-1);
}

/** No answer is under way, and there is one more than before. */
async function settled(celeiro, message, before) {
  const label = await celeiro.text("thread.answer");
  await celeiro.until(`an answer to ${message}`, (label, before) => {
    const shown = [...document.querySelectorAll(`article[aria-label="${label}"]`)];
    return shown.length > before && shown.every((article) => article.getAttribute("aria-busy") !== "true") && shown.at(-1).querySelector("footer");
  }, label, before);
}

async function answers(celeiro) {
  const label = await celeiro.text("thread.answer");
  return celeiro.page.evaluate((label) =>
    [...document.querySelectorAll(`article[aria-label="${label}"]`)].map((article) => article.innerText), label);
}

async function greet(celeiro, provider) {
  provider.answers = ["Olá! Em que posso ajudar hoje?"];
  const answer = await ask(celeiro, "Bom dia!");
  assert.match(answer, /Em que posso ajudar/);
  celeiro.tell("greeted");
}

async function askForProduct(celeiro, provider) {
  provider.answers = ["Para a **ferrugem da soja** há o primeiro [1] e o segundo [2]. Há um que não existe [99].\n\n- Dose: 7,77 L/ha"];
  const answer = await ask(celeiro, QUESTION);
  assert.match(answer, /ferrugem da soja/);
  // The mark is gone from its sentence; below, the answer says so, and doubts the dose.
  assert.match(answer, /não existe\./);
  const warned = await celeiro.text("caution.title");
  assert.ok(answer.includes(warned), `no caution: ${answer}`);
  const [said, doubted] = answer.split(warned);
  // The footer's times are numbers too.
  assert.ok(!/\b99\b(?! ms)/.test(said) && doubted.includes("[99]") && doubted.includes("ela foi retirada") && !answer.includes("7,77"), answer);
  const { text } = provider.requests.at(-1);
  assert.ok(text.includes("Busca híbrida") && text.trimEnd().endsWith(QUESTION), text.slice(-200));
  celeiro.tell("asked for a product");
  await celeiro.screenshot("desk-answer-light-pt");
}

/** The answer's first citation leads to its card; the trace has the exact text that was sent. */
async function openSourceAndTrace(celeiro) {
  const label = await celeiro.text("answer.details");
  await celeiro.page.evaluate((label) => [...document.querySelectorAll(`button[aria-label="${label}"]`)].at(-1).click(), label);
  const search = await celeiro.text("actions.tool.catalog_search");
  const trace = await celeiro.until("the trace", (search) => {
    const dialog = document.querySelector("[role=dialog]");
    return dialog?.innerText.includes(search) ? dialog.innerText : null;
  }, search);
  const job = await celeiro.text("job.answer");
  assert.match(trace, new RegExp(`${job} [0-9a-f]{8}`));
  await celeiro.screenshot("desk-trace-light-pt");
  await celeiro.page.press("Escape");
  await celeiro.until("the trace closed", () => !document.querySelector("[role=dialog]"));
}

async function followUp(celeiro, provider) {
  provider.answers = ["O mais barato é o primeiro [1]."];
  await ask(celeiro, "e o mais barato?");
  const { text } = provider.requests.at(-1);
  const prices = [...text.matchAll(/Preço: R\$ ([\d.]+,\d\d)/g)].map(([, price]) => Number(price.replaceAll(".", "").replace(",", ".")));
  assert.ok(prices.length > 1 && prices.every((price, at) => at === 0 || prices[at - 1] <= price), `not by price: ${prices.join(", ")}`);
  celeiro.tell(`followed up: ${prices.join(" ≤ ")}`);
}

/** What was said until the stop is kept and marked, and the provider is not kept waiting. */
async function stopInTheMiddle(celeiro, provider) {
  provider.answers = ["palavra ".repeat(400)];
  const before = (await answers(celeiro)).length;
  const abandoned = provider.abandoned;
  await celeiro.page.click(BOX);
  await celeiro.page.type(BOX, "conte tudo sobre glifosato");
  await celeiro.page.press("Enter");
  await celeiro.until("words", () => /palavra palavra/.test(document.body.innerText));
  const stop = await celeiro.text("composer.stop");
  await celeiro.page.click(`button[aria-label="${stop}"]`);
  await settled(celeiro, "a stopped question", before);
  const answer = (await answers(celeiro)).at(-1);
  assert.ok(answer.includes((await celeiro.text("answer.state.stopped")).slice(0, 12)), answer.slice(-200));
  assert.ok(answer.split("palavra").length < 390, "it was not stopped");
  await celeiro.until("the provider is let go", () => true);
  await pause(500);
  assert.ok(provider.abandoned > abandoned, "the provider still writes");
  celeiro.tell("stopped");
  await celeiro.screenshot("desk-stopped-light-pt");
}

/** An edit is another branch; the way back leads to what was there. */
async function editAndGoBack(celeiro, provider) {
  provider.answers = ["Resposta à pergunta editada."];
  const edit = await celeiro.text("thread.edit");
  await celeiro.page.evaluate((edit) => [...document.querySelectorAll(`button[aria-label="${edit}"]`)].at(-1).click(), edit);
  const field = `textarea[aria-label="${edit}"]`;
  await celeiro.until("the editor", (field) => document.querySelector(field), field);
  await celeiro.page.click(field);
  await celeiro.page.evaluate((field) => document.querySelector(field).select(), field);
  await celeiro.page.type(field, "herbicida para buva");
  await celeiro.page.press("Enter");
  await celeiro.until("the edited question's answer", () => /Resposta à pergunta editada/.test(document.body.innerText));
  await celeiro.until("the answer is whole", () => !document.querySelector("article[aria-busy=true]"));
  assert.match(await celeiro.page.evaluate(() => document.body.innerText), /2\/2/);
  const previous = await celeiro.text("branch.previous");
  await celeiro.page.evaluate((label) => [...document.querySelectorAll(`button[aria-label="${label}"]`)].at(-1).click(), previous);
  await celeiro.until("the first version", () => /palavra palavra/.test(document.body.innerText));
  const next = await celeiro.text("branch.next");
  await celeiro.page.evaluate((label) => [...document.querySelectorAll(`button[aria-label="${label}"]`)].at(-1).click(), next);
  await celeiro.until("the second version", () => /Resposta à pergunta editada/.test(document.body.innerText));
  celeiro.tell("edited, and both branches are there");
}

/** An answer full of markup loads nothing and runs nothing. */
async function meetHostileAnswer(celeiro, provider, stranger) {
  const { address } = stranger;
  stranger.assertNotAsked();
  stranger.forget();
  provider.answers = [
    `Veja <img src="${address}/img" onerror="document.title='taken'"> ![figura](${address}/markdown) ` +
      `[clique](javascript:document.title='taken') <script src="${address}/s"></script>\n\n<iframe src="${address}/f"></iframe> [fora](${address}/link) fim.`,
  ];
  await ask(celeiro, "qual a bula do glifosato?");
  await pause(1_000);
  stranger.assertNotReached();
  const taken = await celeiro.page.evaluate((address) => ({
    title: document.title,
    loaded: [...document.querySelectorAll(`article [src^="${address}"], a[href^="javascript:"], article iframe, article script`)].map((found) => found.outerHTML),
  }), address);
  assert.ok(!taken.title.includes("taken") && taken.loaded.length === 0, JSON.stringify(taken));
  celeiro.tell("a hostile answer stayed text");
  await celeiro.screenshot("desk-hostile-light-pt");
}

async function showLooks(celeiro) {
  await celeiro.chooseTheme("dark");
  await celeiro.switchLanguage();
  await celeiro.screenshot("desk-dark-en");
  await celeiro.chooseTheme("light");
}
