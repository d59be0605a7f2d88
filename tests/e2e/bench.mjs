// An analyst judges the demo's searches by keyboard alone, reads what they say of two profiles, and is
// stopped by the gate.
import assert from "node:assert/strict";

/** Plays everything. The page stands anywhere in Celeiro, in Portuguese, with the demo catalog. */
export async function judge(celeiro) {
  await celeiro.switchToPortuguese();
  const set = await openSet(celeiro);
  await judgeByKeys(celeiro, set);
  await readEvaluation(celeiro, set);
  await meetGate(celeiro, set);
}

async function openSet(celeiro) {
  const sets = await celeiro.call("list_query_sets", {});
  const set = sets.find((one) => one.role === "judged");
  assert.ok(set && set.queries >= 20 && set.protectedQueries > 0, "the demo brings a protected set");
  await celeiro.page.evaluate((id) => void (location.hash = `#/bench/sets/${id}`), set.id);
  // Figures of every query, measured with the active profile.
  await celeiro.until("measured queries", () =>
    [...document.querySelectorAll("tbody tr")].some((row) => /[01],\d{3}/.test(row.innerText)));
  await celeiro.screenshot("bench-set");
  return set;
}

async function judgeByKeys(celeiro, set) {
  const { list } = await celeiro.call("get_query_set", { id: set.id });
  const query = list[0];
  const before = await judgments(celeiro, set, query);
  await celeiro.page.evaluate((set, query) => void (location.hash = `#/bench/sets/${set}/judge?q=${query}`), set.id, query.id);
  await sayWhoJudges(celeiro);
  const title = () => document.querySelector("article h4")?.innerText;
  const first = await celeiro.until("a card", title);
  const another = (name) => celeiro.until("another card", (name) => {
    const title = document.querySelector("article h4")?.innerText;
    return title !== name ? title : null;
  }, name);
  // Blind: nothing on the card says where search put it.
  assert.doesNotMatch(await celeiro.page.evaluate(() => document.querySelector("article").innerText), /lugar \d|pontuação/);
  await celeiro.page.press("2");
  const second = await another(first);
  await celeiro.page.press("s");
  await another(second);
  await celeiro.page.press("0");
  await celeiro.until("two judgments", async (set, query, count) => {
    const list = await window.__TAURI_INTERNALS__.invoke("list_judgments", { req: { id: set, queryId: query } }, { headers: {} });
    return list.length === count + 2;
  }, set.id, query.id, before.length);
  await celeiro.page.press("u");
  await celeiro.until("one taken back", async (set, query, count) => {
    const list = await window.__TAURI_INTERNALS__.invoke("list_judgments", { req: { id: set, queryId: query } }, { headers: {} });
    return list.length === count + 1;
  }, set.id, query.id, before.length);
  const mine = (await judgments(celeiro, set, query)).filter((one) => !before.some((known) => known.record === one.record && known.judge === one.judge));
  assert.deepEqual(mine.map(({ grade, blind }) => [grade, blind]), [[2, true]]);
  await celeiro.screenshot("bench-judge");
  celeiro.tell("judged by keyboard, blind");
}

/** Nothing is judged without a name. */
async function sayWhoJudges(celeiro) {
  const label = await celeiro.text("judge.judge");
  await celeiro.until("the judge's field", (label) => {
    const found = [...document.querySelectorAll("label")].find((one) => one.innerText.startsWith(label));
    const field = found && document.getElementById(found.htmlFor);
    field?.focus();
    return field !== undefined && document.activeElement === field;
  }, label);
  for (const letter of "Ana") await celeiro.page.press(letter);
  await celeiro.page.press("Enter");
}

function judgments(celeiro, set, query) {
  return celeiro.call("list_judgments", { id: set.id, queryId: query.id });
}

async function readEvaluation(celeiro, set) {
  await celeiro.page.evaluate((id) => void (location.hash = `#/bench/sets/${id}/evaluation?after=simple`), set.id);
  const verdict = await celeiro.until("a verdict", () =>
    [...document.querySelectorAll("p")].map((p) => p.innerText).find((text) => /responde (pior|melhor|tão bem)/.test(text)));
  assert.match(verdict, /simple responde pior que default/);
  await celeiro.screenshot("bench-evaluation");
}

async function meetGate(celeiro, set) {
  const refused = await celeiro.page.evaluate(() =>
    window.__TAURI_INTERNALS__.invoke("activate_profile", { req: { name: "simple" } }, { headers: {} }).then(() => null, (error) => error));
  assert.equal(refused?.code, "profile_worse", "nobody named a set, and still the gate asked");
  assert.equal(refused.details.worse[0].set, set.name);
  celeiro.tell("stopped by the gate");
}
