// The interface in the real desktop window, under Xvfb, driven by WebKit's own driver. Needs
// `cargo build -p celeiro-desktop -p celeiro-cli`, a built `ui/dist`, and the Debian packages
// webkit2gtk-driver, xvfb and dbus.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { listenForNotifications, startDesktop, startDriver } from "./lib/desktop.mjs";
import { Interface } from "./lib/interface.mjs";
import { cleanUp, dataFolder, finallyDo, pause, program, run, start, stop, until } from "./lib/processes.mjs";
import { Provider } from "./lib/provider.mjs";
import { Stranger } from "./lib/stranger.mjs";
import { WindowPage } from "./lib/webdriver.mjs";
import { analyse } from "./analyst.mjs";
import { sell } from "./desk.mjs";
import { bringIn } from "./import.mjs";
import { assertUnmoved, play } from "./scenario.mjs";
import { edit } from "./sheet.mjs";

/** Whether the database of `folder` runs. */
const databaseRuns = (folder) => existsSync(join(folder, "pg18", "postmaster.pid"));

/** Ways by which a page could leave; every one is refused. */
async function tryToLeave(celeiro, stranger) {
  const ways = {
    "an address": (address) => void (location.href = address),
    "a meta refresh": (address) => {
      const meta = document.createElement("meta");
      meta.httpEquiv = "refresh";
      meta.content = `0; url=${address}/refresh`;
      document.head.append(meta);
    },
    "a link": (address) => {
      const link = Object.assign(document.createElement("a"), { href: address, textContent: "x" });
      document.body.append(link);
      link.click();
      link.remove();
    },
    "a link to a new window": (address) => {
      const link = Object.assign(document.createElement("a"), { href: address, target: "_blank", textContent: "x" });
      document.body.append(link);
      link.click();
      link.remove();
    },
    "a new window": (address) => void window.open(address),
    "a form": (address) => {
      const form = Object.assign(document.createElement("form"), { action: address });
      document.body.append(form);
      form.submit();
      form.remove();
    },
    "a file": () => void (location.href = "file:///etc/passwd"),
    "a page out of data": () => void (location.href = "data:text/html,taken"),
  };
  for (const [name, way] of Object.entries(ways)) {
    await celeiro.page.evaluate(way, stranger.address);
    await pause(400);
    await assertUnmoved(celeiro, stranger).catch((error) => {
      throw new Error(`left by ${name}`, { cause: error });
    });
  }
  celeiro.tell(`stayed: ${Object.keys(ways).join(", ")}`);
}

/** The page has the policy it should have, and the bridge gives it our operations alone. */
async function tryOtherCommands(celeiro) {
  for (const command of ["plugin:window|close", "plugin:webview|create_webview_window", "plugin:event|emit", "plugin:app|version", "plugin:fs|read_file", "no_such"]) {
    const answer = await celeiro.page.evaluate(
      (command) => window.__TAURI_INTERNALS__.invoke(command, {}).then(() => "allowed", (error) => `refused: ${error}`),
      command,
    );
    assert.match(answer, /^refused: .*(not allowed|not found)/, command);
  }
  const policy = await celeiro.page.evaluate(async () => (await fetch("/")).headers.get("content-security-policy"));
  for (const directive of ["default-src 'none'", "frame-src 'none'", "form-action 'none'", "base-uri 'none'"]) {
    assert.ok(policy.includes(directive), policy);
  }
  assert.ok(!/unsafe|https?:\/\/(?!ipc\.localhost)|\*/.test(policy), policy);
  assert.equal(await celeiro.page.evaluate(() => typeof window.__TAURI__), "undefined");
  assert.ok(await celeiro.page.evaluate(() => Object.isFrozen(Object.prototype)));
  const refused = await celeiro.page.evaluate(() =>
    window.__TAURI_INTERNALS__.invoke("search", { req: { query: 1 } }, { headers: { "accept-language": "en" } }).catch((error) => error));
  assert.equal(refused.code, "invalid_request");
  assert.equal(refused.details.path, "query");
  celeiro.tell(`the bridge gives our operations alone; ${policy}`);
}

/**
 * A reminder that comes due is said by the system too: the title as the summary, the program's words as the body. The
 * log counts it and has none of its words.
 */
async function remind(celeiro, calls, log) {
  await celeiro.call("set_setting", { name: "ASSISTANT_PERSONAL", value: "true" });
  const title = "Ligar para <b>Dona Cida</b>";
  const at = new Date(Date.now() - 120_000).toISOString().slice(0, 16);
  await celeiro.call("create_reminder", { title, at, zone: "UTC" });
  await until("the notification", () => calls().includes(`string "${title}"`));
  const [, after] = calls().split(`string "${title}"`);
  assert.match(after, /^\s*string "(Lembrete das|Atrasado: era para|Reminder for|Late: it was due)/);
  assert.equal(calls().split(`string "${title}"`).length, 2, "said twice");
  await celeiro.call("set_setting", { name: "ASSISTANT_PERSONAL", value: "false" });
  await until("the log counts it", () => log().includes("reminders came due"));
  assert.ok(!log().includes("Dona Cida"), "the log has words of a reminder");
  celeiro.tell("the system said that a reminder was due, and the log has none of its words");
}

/** A second start with the same folder ends at once and leaves the first alone. */
async function startTwice(celeiro, env) {
  const second = start(program("celeiro-desktop"), [], { env });
  const end = await Promise.race([second.ended, pause(15_000)]);
  assert.deepEqual(end, { code: 0, signal: null }, "the second start did not give way");
  assert.equal((await celeiro.call("status", {})).phase, "ready");
  celeiro.tell("one window for one folder");
}

/** Whether the process has a handler for SIGTERM: before that, the system ends it without a word. */
function listensToTerm(pid) {
  const caught = /^SigCgt:\s*([0-9a-f]+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return caught !== null && ((BigInt(`0x${caught[1]}`) >> 14n) & 1n) === 1n;
}

/** A process that is just ending has no surroundings left, but still its place on the session bus. */
const ofFolder = (environ, folder) => environ === "" || environ.includes(`CELEIRO_DATA_DIR=${folder}\0`);

/** Whether a window of `folder` still lives: a second one would give way to it. */
function windowLives(folder) {
  return readdirSync("/proc").filter((name) => /^\d+$/.test(name)).some((pid) => {
    try {
      return readFileSync(`/proc/${pid}/comm`, "utf8").startsWith("celeiro-desktop")
        && ofFolder(readFileSync(`/proc/${pid}/environ`, "utf8"), folder);
    } catch {
      return false; // It ended while we looked.
    }
  });
}

/**
 * Asked to end by the system, at work and still starting: the database ends too, even the one that a
 * killed window left running.
 */
async function endBySignal(env, folder) {
  for (const [when, wait] of [["at work", 3_000], ["starting", 0]]) {
    const window = start(program("celeiro-desktop"), [], { env });
    await until("the window listens to signals", () => listensToTerm(window.pid));
    await until("the database runs", () => databaseRuns(folder));
    await pause(wait);
    assert.deepEqual(await stop(window), { code: 0, signal: null }, when);
    assert.ok(!databaseRuns(folder), `the database still runs (${when})`);
  }
}

const env = {};
try {
  const folder = dataFolder();
  env.CELEIRO_DATA_DIR = folder;
  // Where the test fails, the driver has killed the window. The last user of a database stops it.
  finallyDo(() => databaseRuns(folder) && run(program("celeiro"), ["call", "status"], { env, stdio: "ignore" }));
  await run(program("celeiro"), ["init", "--demo"], { env, stdio: ["ignore", "ignore", "inherit"] });
  await startDesktop(env);
  const calls = listenForNotifications(env);
  const stranger = await Stranger.listen();
  const provider = await Provider.listen();
  Object.assign(env, provider.env);
  const driver = await startDriver(env);
  const page = await WindowPage.open(driver.address, program("celeiro-desktop"));
  let open = true;
  finallyDo(() => open && page.quit());

  const celeiro = new Interface(page, "window");
  for (const walk of [play, sell, bringIn, edit, analyse]) {
    await walk(celeiro, { provider, stranger }).catch(async (error) => {
      await celeiro.screenshot("failed");
      throw error;
    });
  }
  await celeiro.page.evaluate(() => void (location.hash = "#/search"));
  await celeiro.until("the search box", () => document.getElementById("search-box"));
  await tryOtherCommands(celeiro);
  await tryToLeave(celeiro, stranger);
  await startTwice(celeiro, env);
  await remind(celeiro, calls, driver.log);

  open = false;
  await page.quit();
  // The bus may hear of it later than the next window, which then starts again.
  await until("the killed window is gone", () => !windowLives(folder));
  await endBySignal(env, folder);
  celeiro.tell("killed, then ended by signals, and the database with it");
  celeiro.tell("passed");
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await cleanUp();
}
