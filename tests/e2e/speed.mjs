// How long the sheet takes on the screen: from a key to the frame that shows other rows, over a great
// catalog. `CELEIRO_E2E_DATA` names a filled data folder that no program has open. A figure, not a test.
import { BrowserPage, launch } from "./lib/chromium.mjs";
import { Interface } from "./lib/interface.mjs";
import { cleanUp, printed, program, start } from "./lib/processes.mjs";

const ROUNDS = 40;
const PRICE = 5;

try {
  const folder = process.env.CELEIRO_E2E_DATA;
  if (!folder) throw new Error("CELEIRO_E2E_DATA must name a data folder with the items to measure on");
  const server = start(program("celeiro"), ["--data-dir", folder, "serve", "--port", "0"], { env: { LLM_PROVIDER: "none" } });
  const [, address] = await printed(server, /(http:\/\/\S+)\n/);
  const browser = await launch();
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: "pt-BR" });
  await page.goto(address);
  const ui = new Interface(new BrowserPage(page), "speed");
  ui.patience = 30_000;
  await ui.until("the search box", () => document.getElementById("search-box"));
  const total = await ui.until("the rows", async () => (await window.__TAURI_INTERNALS__.invoke("grid", { req: { limit: 1 } }, { headers: {} })).total);
  ui.tell(`${total} items`);

  const waits = { sorted: [], end: [] };
  for (let round = 0; round < ROUNDS; round++) {
    // Every round asks what was never asked before. How many rows there are is known from the look before
    // the order was asked for, as it is for a person who filters first and sorts then.
    const filters = [
      { column: "status", test: "is", values: ["ativo"] },
      { column: "price", test: "above", values: [String(20 + round)] },
    ];
    await showFiltered(ui, filters);
    waits.sorted.push(await measured(ui, "Enter", `-1:${PRICE}`, "0:0"));
    await focus(ui, "0:0");
    waits.end.push(await measured(ui, "Control+End", "0:0", null));
  }
  tell(ui, "two filters, sorted by price: key to painted rows", waits.sorted, "whole");
  tell(ui, "  of which its request", waits.sorted, "request");
  tell(ui, "the last page of it: key to painted rows", waits.end, "whole");
  tell(ui, "  of which its request", waits.end, "request");
  await ui.screenshot("sheet");
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await cleanUp();
}

async function showFiltered(ui, filters) {
  const params = filters.map(({ column, test, values }) => `f=${[column, test, ...values].join("~")}`).join("&");
  await ui.page.evaluate((params) => void (location.hash = `#/catalog/items?${params}`), params);
  // Rows of the filter before may still be there.
  const { total } = await ui.call("grid", { filters, limit: 1 });
  await ui.until("the filtered rows", (rows) =>
    document.querySelector(`[role=grid][aria-busy=false][aria-rowcount="${rows}"] [role=gridcell]`), total + 1);
  await ui.until("the sheet", () => {
    const cell = document.querySelector("[role=grid] [data-at][tabindex='0']");
    cell?.focus();
    return cell && document.activeElement === cell;
  });
  await ui.page.press("Control+Home");
  await ui.until("the first row", () => document.activeElement?.dataset.at === "0:0" && document.activeElement.innerText);
}

function focus(ui, at) {
  return ui.until(`the focus on ${at}`, (at) => {
    const cell = document.querySelector(`[data-at='${at}']`);
    cell?.focus();
    return document.activeElement === cell;
  }, at);
}

/** Presses `key` with the focus at `from`; milliseconds until other rows are on the screen, and of the request among them. */
async function measured(ui, key, from, watched) {
  if (from.startsWith("-1")) {
    // Headers are reached from the sheet, with its keys.
    for (let column = 0; column < PRICE; column++) await ui.page.press("ArrowRight");
    await ui.page.press("ArrowUp");
    await ui.until("the header", (from) => document.activeElement?.dataset.at === from, from);
  }
  await ui.page.evaluate((watched) => {
    performance.clearResourceTimings();
    const shown = () => {
      const row = watched ?? `${Number(document.querySelector("[role=grid]").getAttribute("aria-rowcount")) - 2}:0`;
      return document.querySelector(`[data-at='${row}']`)?.innerText ?? "";
    };
    const before = shown();
    window.celeiroWait = new Promise((done) => {
      window.addEventListener("keydown", ({ timeStamp }) => {
        performance.mark("celeiro-key", { startTime: timeStamp });
        const look = () => {
          if (shown() === "" || shown() === before) return requestAnimationFrame(look);
          // The frame after this callback is the one that is painted.
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => {
              performance.mark("celeiro-rows");
              const whole = performance.measure("celeiro-wait", "celeiro-key", "celeiro-rows").duration;
              const asked = performance.getEntriesByType("resource").filter(({ name }) => name.endsWith("/api/catalog/grid"));
              done({ whole, request: Math.max(0, ...asked.map(({ duration }) => duration)) });
            };
            port2.postMessage(null);
          });
        };
        requestAnimationFrame(look);
      }, { once: true, capture: true });
    });
  }, watched);
  await ui.page.press(key);
  return ui.page.evaluate(() => window.celeiroWait);
}

function tell(ui, what, waits, which) {
  const times = waits.map((wait) => wait[which]);
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part) => sorted[Math.min(sorted.length - 1, Math.ceil(part * sorted.length) - 1)].toFixed(1);
  ui.tell(`${what}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, worst ${at(1)} ms (${times.length})`);
}
