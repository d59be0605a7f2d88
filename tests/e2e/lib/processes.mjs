// Programs that a test starts: found, started, and ended again however the test ends.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

export const ROOT = resolve(import.meta.dirname, "../../..");

/** The built program `name`: a release where there is one and `CELEIRO_E2E_PROFILE=release`, else the debug build. */
export function program(name) {
  const path = join(ROOT, "target", process.env.CELEIRO_E2E_PROFILE ?? "debug", name);
  if (!existsSync(path)) throw new Error(`${path} is not built`);
  return path;
}

/** Undone in reverse order by `cleanUp`. */
const undo = [];

/** Runs `action` when the test is over. */
export function finallyDo(action) {
  undo.push(action);
}

export async function cleanUp() {
  for (const action of undo.splice(0).reverse()) {
    await Promise.resolve(action()).catch?.((error) => console.error(error));
  }
}

/** A folder of its own for the program's data, gone after the test. */
export function dataFolder() {
  const folder = mkdtempSync(join(tmpdir(), "celeiro-e2e-"));
  finallyDo(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Starts a program; it is asked to end, and waited for, when the test is over. Its vectors are those of a fitted
 * model, which are there in a second: the neural one would work beside every walk.
 */
export function start(command, args, { env = {}, ...options } = {}) {
  const child = spawn(command, args, {
    stdio: ["ignore", "pipe", "inherit"],
    ...options,
    env: { CELEIRO_MODEL_DIR: "none", ...process.env, ...env },
  });
  child.ended = new Promise((done, failed) => {
    child.on("error", failed);
    child.on("exit", (code, signal) => done({ code, signal }));
  });
  child.ended.catch(() => {});
  finallyDo(() => stop(child));
  return child;
}

/** Asks a program to end and waits until it has. */
export async function stop(child) {
  if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
  return child.ended;
}

/** Runs a program to its end; an exit code other than 0 is an error. */
export async function run(command, args, options) {
  const { code, signal } = await start(command, args, { stdio: "inherit", ...options }).ended;
  if (code !== 0) throw new Error(`${command} ${args.join(" ")}: ${signal ?? code}`);
}

/** The first match of `pattern` in what a program prints. */
export function printed(child, pattern) {
  return new Promise((found, failed) => {
    let text = "";
    child.stdout.on("data", (part) => {
      const match = pattern.exec((text += part));
      if (match) found(match);
    });
    child.ended.then((end) => failed(new Error(`ended before it printed ${pattern}: ${JSON.stringify(end)}`)), failed);
  });
}

/** How long anything may take to come about, milliseconds: the machine may test and compile something else meanwhile. */
export const PATIENCE = 180_000;

/** Calls `look` until it gives something true; what it throws meanwhile counts as no. */
export async function until(what, look, patience = PATIENCE) {
  const end = Date.now() + patience;
  let last;
  for (;;) {
    try {
      const seen = await look();
      if (seen) return seen;
      last = undefined;
    } catch (error) {
      last = error;
    }
    if (Date.now() > end) throw new Error(`waited in vain: ${what}`, { cause: last });
    await pause(50);
  }
}

export function pause(milliseconds) {
  return new Promise((done) => setTimeout(done, milliseconds));
}
