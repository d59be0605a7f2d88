// Every page and the dialogs that open from it, looked through by axe in both themes: no violation.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { ROOT } from "./lib/processes.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
// What reads well aloud but cannot be called by what stands on it is found by a rule that axe leaves off.
const OPTIONS = { resultTypes: ["violations"], rules: { "label-content-name-mismatch": { enabled: true } } };

const TEXTS = JSON.parse(readFileSync(join(ROOT, "ui/src/i18n/pt-BR.json"), "utf8"));
const text = (key) => key.split(".").reduce((texts, part) => texts[part], TEXTS);

const press = (key) => (page) => page.getByRole("button", { name: text(key), exact: true }).first().click();
const shown = (css) => (page) => page.locator(css).first().waitFor();
const open = (from, to) => async (page) => {
  await page.locator(from).first().click();
  await shown(to)(page);
};

/** An address, and what is opened there: each step is looked at. */
const PLACES = [
  ["search"],
  ["search?q=soja", press("advanced.title")],
  ["search?q=soja", open("article button[aria-pressed]", "[data-depth='0']")],
  ["search?q=soja", open("[data-hit]", "[role=dialog]")],
  ["faq?q=embalagens"],
  ["chat"],
  ["catalog/items", press("grid.filter.add")],
  ["catalog/items", press("grid.columns.title")],
  ["catalog/items", press("grid.views.title")],
  ["catalog/items", selectRow, press("grid.selection.edit")],
  ["catalog/items?item=new", shown("main textarea")],
  ["catalog/faqs", press("faqs.new")],
  ["catalog/synonyms", press("synonyms.new")],
  ["catalog/import", press("import.export.open")],
  ["catalog/import", chooseFile, preview],
  ["catalog/history"],
  ["catalog/review"],
  ["bench/inspect?q=soja"],
  ["bench/profiles", press("profiles.import")],
  ["bench/profiles", press("profiles.copy")],
  ["bench/sets", press("sets.create.open")],
  ["bench/sets", press("sets.import.open")],
  ["bench/gaps"],
  ["bench/queries"],
  ["bench/quality"],
  ["settings"],
];

/** Looks everywhere at `address`. */
export async function lookThrough(browser, address, tell) {
  const found = [];
  for (const theme of ["light", "dark"]) {
    const context = await browser.newContext({ locale: "pt-BR", viewport: { width: 1280, height: 840 } });
    await context.addInitScript((theme) => localStorage.setItem("celeiro.theme", theme), theme);
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    for (const [place, ...steps] of PLACES) {
      await page.goto("about:blank");
      await page.goto(`${address}/#/${place}`);
      await page.locator("h1").first().waitFor({ state: "attached" });
      await settle(page);
      found.push(...(await audit(page, `${theme} ${place}`)));
      for (const [at, step] of steps.entries()) {
        await step(page).catch((error) => Promise.reject(new Error(`${place}, step ${at + 1}`, { cause: error })));
        await settle(page);
        found.push(...(await audit(page, `${theme} ${place}, step ${at + 1}`)));
      }
    }
    await context.close();
  }
  assert.deepEqual(found, []);
  tell(`${PLACES.length} places in two themes, no violation`);
}

/** Nothing is under way, and nothing glides any more: half-shown colours have half the contrast. */
async function settle(page) {
  await page.waitForLoadState("networkidle");
  await page.waitForFunction(() => !document.querySelector("main [aria-busy=true]"));
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== "running"));
}

async function audit(page, place) {
  // In a world of its own: the page's policy lets no script in that is not its own.
  const session = await page.context().newCDPSession(page);
  const { frameTree } = await session.send("Page.getFrameTree");
  const world = await session.send("Page.createIsolatedWorld", { frameId: frameTree.frame.id, worldName: "axe" });
  const run = async (expression) => {
    const contextId = world.executionContextId;
    const { result, exceptionDetails } = await session.send("Runtime.evaluate", { expression, contextId, awaitPromise: true, returnByValue: true });
    assert.equal(exceptionDetails, undefined, JSON.stringify(exceptionDetails));
    return result.value;
  };
  await run(`${AXE};0`);
  const { passes, violations } = await run(`axe.run(document, ${JSON.stringify(OPTIONS)}).then(({ passes, violations }) => ({
    passes: passes.length,
    violations: violations.map(({ id, nodes }) => id + ": " + nodes.slice(0, 3).map(({ html }) => html.slice(0, 160)).join(" | ")),
  }))`);
  await session.detach();
  // The control: it has looked at something.
  assert.ok(passes > 10, `${place}: ${passes} rules looked at`);
  return violations.map((violation) => `${place}: ${violation}`);
}

async function selectRow(page) {
  await page.locator("[role=rowheader]").first().click();
}

async function chooseFile(page) {
  const rows = "codigo;nome;preco\nX-1;Enxada de teste;10,00\nX-2;;abc\n";
  const file = { name: "lista.csv", mimeType: "text/csv", buffer: Buffer.from(rows) };
  await page.locator("main input[type=file]").first().setInputFiles(file);
  await page.getByRole("heading", { name: text("import.title.columns") }).waitFor();
}

async function preview(page) {
  await page.getByRole("button", { name: text("import.check") }).click();
  await page.getByRole("heading", { name: text("import.title.preview") }).waitFor();
}
