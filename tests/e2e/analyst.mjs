// What an analyst does: sees why a search answers as it does, moves a weight, is stopped by the gate or
// passes it, and steps back.
import assert from "node:assert/strict";

const QUERY = "fungicida para ferrugem da soja";
const PROFILE = "bancada";

export async function analyse(celeiro) {
  await protectWhatIsThere(celeiro);
  await seeInside(celeiro);
  await compareTwo(celeiro);
  await moveAWeight(celeiro);
  await saveAsProfile(celeiro);
  await beStoppedAndGoOn(celeiro);
  await stepBack(celeiro);
}

/** A protected query whose judged answer is what stands first today. */
async function protectWhatIsThere(celeiro) {
  const { results } = await celeiro.call("search", { query: QUERY, limit: 10 });
  const [first] = results.map((hit) => hit.item);
  const set = await celeiro.call("create_query_set", { name: "Bancada", kind: "items" });
  const { id } = await celeiro.call("add_set_query", { id: set.id, query: QUERY, class: "praga", protected: true });
  await celeiro.call("judge", { id, record: first.id, grade: 2, judge: "Ana" });
  celeiro.tell(`judged: ${first.name} answers «${QUERY}»`);
}

async function seeInside(celeiro) {
  const { page } = celeiro;
  await page.evaluate(() => {
    location.hash = "#/search";
  });
  await celeiro.until("the search box", () => document.getElementById("search-box"));
  await celeiro.search(QUERY);
  await page.evaluate(() => document.activeElement?.blur());
  await page.press("Shift+I");
  const rows = await celeiro.until("the final list", () => {
    const rows = [...document.querySelectorAll("[data-row]")];
    return location.hash.startsWith("#/bench/inspect") && rows.length > 5 && rows.map((row) => row.innerText);
  });
  celeiro.tell(`${rows.length} hits seen from inside`);
  await celeiro.screenshot("bench-fused");
}

/** The first against the second: rows, and what would turn them. */
async function compareTwo(celeiro) {
  const { page } = celeiro;
  await page.click("[data-row]");
  await celeiro.until("a breakdown", () => document.querySelector("[data-equal]"));
  await page.evaluate(() => {
    const [first, second] = [...document.querySelectorAll("[data-row]")];
    first.click();
    second.click();
  });
  const found = await celeiro.call("search", { query: QUERY, limit: 20 });
  const [a, b] = found.results.map((hit) => hit.item.id);
  await page.evaluate((a, b) => {
    const [path, query] = location.hash.split("?");
    const params = new URLSearchParams(query);
    params.set("why", a);
    params.set("vs", b);
    location.hash = `${path}?${params}`;
  }, a, b);
  const title = (await celeiro.text("counter.title")).replace("{{letter}}", "B");
  await celeiro.until("what would turn them", (title) => {
    const box = document.querySelector(`[aria-label="${title}"]`);
    return box && !box.querySelector("[aria-busy]") && box.innerText;
  }, title);
  await celeiro.screenshot("bench-compare");
  await page.press("Escape");
}

async function moveAWeight(celeiro) {
  const { page } = celeiro;
  await page.evaluate(() => {
    const [path, query] = location.hash.split("?");
    const params = new URLSearchParams(query);
    params.delete("why");
    params.delete("vs");
    params.set("sliders", "1");
    location.hash = `${path}?${params}`;
  });
  const name = await celeiro.text("knob.evidence.name");
  await celeiro.until("the slider", (name) => {
    const slider = document.querySelector(`[role=slider][aria-label="${name}"]`);
    slider?.focus();
    return document.activeElement === slider;
  }, name);
  await page.press("Home");
  await celeiro.until("places gained and lost", () => document.querySelector("[data-way='up']"));
  const measured = await celeiro.text("setEffect.title");
  await celeiro.until("the effect on the set", (title) =>
    document.querySelector(`[aria-label="${title}"]`)?.innerText.includes("nDCG@10"), measured);
  await celeiro.screenshot("bench-moved");
}

async function saveAsProfile(celeiro) {
  const { page } = celeiro;
  await clickText(celeiro, await celeiro.text("sliders.save"));
  await celeiro.until("the dialog", () => document.querySelector("[role=dialog] form input"));
  await page.evaluate(() => document.querySelector("[role=dialog] form input").select());
  await page.type("[role=dialog] form input", PROFILE);
  await page.click("[role=dialog] form button[type=submit]");
  await celeiro.until("the new profile", (name) => location.hash.includes(`profile=${name}`), PROFILE);
  celeiro.tell("saved as a profile");
}

/** The gate stops it as long as no reason is given why it may be worse. */
async function beStoppedAndGoOn(celeiro) {
  const { page } = celeiro;
  await page.evaluate((name) => {
    location.hash = `#/bench/profiles?p=${name}`;
  }, PROFILE);
  await clickText(celeiro, await celeiro.text("profiles.activate"));
  await celeiro.until("the dialog", () => document.querySelector("[role=dialog] form"));
  await page.click("[role=dialog] form button[type=submit]");
  const outcome = await celeiro.until("the gate", () =>
    document.querySelector("[role=dialog] [role=alert]") ? "stopped" : document.querySelector("[role=dialog]") ? null : "passed");
  celeiro.tell(`the gate: ${outcome}`);
  if (outcome === "stopped") {
    await celeiro.screenshot("bench-refused");
    await page.type("[role=dialog] form textarea:not([aria-hidden])", "experiência");
    await page.click("[role=dialog] form button[type=submit]");
    await celeiro.until("the dialog closed", () => !document.querySelector("[role=dialog]"));
  }
  const profiles = await celeiro.call("list_profiles", {});
  assert.equal(profiles.find((profile) => profile.active).name, PROFILE);
  await celeiro.screenshot("bench-active");
}

async function stepBack(celeiro) {
  await clickText(celeiro, await celeiro.text("profiles.back"));
  await celeiro.until("the dialog", () => document.querySelector("[role=dialog] form"));
  await celeiro.page.click("[role=dialog] form button[type=submit]");
  await celeiro.until("the dialog closed", () => !document.querySelector("[role=dialog]"));
  const profiles = await celeiro.call("list_profiles", {});
  assert.equal(profiles.find((profile) => profile.active).name, "default");
  celeiro.tell("stepped back");
}

async function clickText(celeiro, text) {
  await celeiro.until(`a button «${text}»`, (text) => {
    const button = [...document.querySelectorAll("button")].find((one) => one.innerText.trim() === text && !one.disabled);
    button?.click();
    return !!button;
  }, text);
}
