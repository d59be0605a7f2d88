// Every page and what opens from it (dialogs, menus, popovers, conflicts, the steps of an import), looked
// through by axe in both themes: no violation.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { Audit, settle } from "./lib/axe.mjs";
import { ARTIFACTS } from "./lib/interface.mjs";
import { PATIENCE, dataFolder, printed, program, start, until } from "./lib/processes.mjs";
import { ASSISTANT_PLACES } from "./places/assistant.mjs";
import { BENCH_PLACES } from "./places/bench.mjs";
import { CATALOG_PLACES } from "./places/catalog.mjs";
import { CHAT_PLACES } from "./places/chat.mjs";
import { EMPTY_PLACES } from "./places/empty.mjs";
import { IMPORT_PLACES } from "./places/import.mjs";
import { PERSONAL_PLACES } from "./places/personal.mjs";
import { SCREEN_PLACES } from "./places/screens.mjs";
import { SEARCH_PLACES } from "./places/search.mjs";

/** Chosen by a pattern for their name, to mend one: `AXE_PLACES=^catalog/items`. */
const wanted = new RegExp(process.env.AXE_PLACES ?? "");

/**
 * A place is an address, and steps from there: each is looked at, in the order given. A step is a function
 * of the page; one without a look of its own is `unseen`. `before` stands in the name of the place.
 */
const placesOf = (address, places, before = "") =>
  places
    .map(([place, ...steps]) => ({ name: before + place, url: `${address}/#/${place}`, address, steps }))
    .filter(({ name }) => wanted.test(name));

/**
 * Looks everywhere at `address`, and through a catalog without items; `provider` answers what is asked in
 * the chat. A look waits more than it computes, so two lists are gone through at a time; only those of one
 * list may depend on what a step of it left in the catalog.
 */
export async function lookThrough(browser, address, tell, { provider }) {
  const world = { browser, provider, found: [], seen: new Set(), looks: 0 };
  const lists = [
    placesOf(address, [...CATALOG_PLACES, ...IMPORT_PLACES, ...SCREEN_PLACES]),
    placesOf(address, [...SEARCH_PLACES, ...CHAT_PLACES, ...ASSISTANT_PLACES, ...PERSONAL_PLACES, ...BENCH_PLACES]),
  ];
  // Both take from these once their own are done.
  const shared = listEmpty(provider);
  const walk = async (places) => {
    await lookThroughList(places, world);
    await lookThroughList(await shared, world);
  };
  await Promise.all([shared, ...lists.map(walk)]);
  assert.deepEqual(world.found, []);
  tell(`${world.looks} looks at ${world.seen.size} places, each in two themes: no violation`);
}

/** The places of a program of its own, whose catalog has no items. */
async function listEmpty({ env }) {
  const list = (address) => placesOf(address, EMPTY_PLACES, "empty: ").values();
  if (list("").next().done) return [];
  const server = start(program("celeiro"), ["--data-dir", dataFolder(), "serve", "--port", "0"], { env });
  const [, address] = await printed(server, /(http:\/\/\S+)\n/);
  const health = new URL("/api/health", address);
  await until("the empty catalog", async () => (await (await fetch(health)).json()).phase === "ready", 180_000);
  return list(address);
}

/** All in one context, whose pages need not fetch and compile the interface anew; what a page stores goes with it. */
async function lookThroughList(places, world) {
  const { browser, provider, found, seen } = world;
  const context = await browser.newContext({ locale: "pt-BR", viewport: { width: 1280, height: 840 } });
  for (const { name, url, address, steps } of places) {
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    const audit = new Audit(page);
    const look = async (what) => {
      world.looks += 1;
      found.push(...(await audit.lookInThemes(what)));
    };
    await open(page, url).catch((error) => {
      throw new Error(`${name} does not open: ${url}`, { cause: error });
    });
    if (!seen.has(name)) await look(name);
    seen.add(name);
    for (const [at, step] of steps.entries()) {
      const what = `${name}, step ${at + 1}`;
      try {
        await step(page, { provider, address });
        await settle(page);
      } catch (error) {
        // The other places are looked at all the same.
        await keepPicture(page, what);
        found.push(`${what}: ${error.message.split("\n").slice(0, 4).join(" ")}`);
        break;
      }
      if (!step.unseen) await look(what);
    }
    await context.setOffline(false);
    await page.evaluate(() => localStorage.clear());
    await page.close();
  }
  await context.close();
}

/** What the page shows where a step did not come to its end. */
async function keepPicture(page, what) {
  mkdirSync(ARTIFACTS, { recursive: true });
  await page.screenshot({ path: join(ARTIFACTS, `axe-${what.replace(/\W+/g, "-")}.png`) }).catch(() => {});
}

async function open(page, url) {
  await page.goto(url);
  await page.locator("h1").first().waitFor({ state: "attached" });
  await page.waitForLoadState("networkidle");
  await settle(page);
}
