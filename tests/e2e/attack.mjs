/**
 * A proof, not a test: three attacks on the connections, one with slow bodies and one that asks for the
 * health without end, and how often and how fast another client is answered meanwhile. Prints a line for
 * each.
 *
 * Addresses of this machine have places of their own, so attacker and server need others: in a network
 * namespace of its own the loopback device has a whole network of them, and nothing leaves the machine.
 *
 *   sudo unshare -n sh -c 'ip link set lo up; ip addr add 198.51.100.1/24 dev lo; node tests/e2e/attack.mjs'
 *
 * CELEIRO names the program (target/debug/celeiro by default), SECONDS how long each attack lasts. Fails
 * where another client is answered less often than is promised.
 */
import { fork, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const program = process.env.CELEIRO ?? "target/debug/celeiro";
const seconds = Number(process.env.SECONDS ?? 30);
const address = "198.51.100.1";
const port = 4180;
const token = "a-token-of-the-proof-0123456789abcdef";
/** Share of the questions of another client that are answered within a second, at least. */
const LEAST_ANSWERED = 0.95;
const wait = (ms) => new Promise((done) => setTimeout(done, ms));

/** One request on a connection of its own; its status, or 0 where none came in time. */
function ask(from, path, patience = 5000) {
  return new Promise((done) => {
    const begun = performance.now();
    const socket = connect({ host: address, port, localAddress: from });
    const end = (status) => {
      clearTimeout(clock);
      socket.destroy();
      done({ status, ms: performance.now() - begun });
    };
    const clock = setTimeout(() => end(0), patience);
    socket.on("error", () => end(0));
    socket.on("close", () => end(0));
    socket.on("connect", () =>
      socket.write(
        `GET ${path} HTTP/1.1\r\nhost: ${address}:${port}\r\nauthorization: Bearer ${token}\r\nconnection: close\r\n\r\n`,
      ),
    );
    socket.on("data", (data) => end(Number(String(data).split(" ")[1])));
  });
}

/** Asks four times a second, in a process of its own: an attacker that is busy is no slow server. */
async function askOften() {
  const taken = [];
  const until = performance.now() + seconds * 1000;
  while (performance.now() < until) {
    taken.push(await ask("198.51.100.200", taken.length % 2 ? "/api/faqs" : "/api/health"));
    await wait(250);
  }
  return taken;
}

if (process.send) {
  process.send(await askOften());
  process.exit(0);
}

const folder = mkdtempSync(join(tmpdir(), "celeiro-attack-"));
const env = {
  PATH: process.env.PATH,
  HOME: folder,
  CELEIRO_DATA_DIR: folder,
  CELEIRO_KEY_STORE: "file",
  CELEIRO_TOKEN: token,
  EMBEDDING_PROVIDER: "none",
  ...(process.env.CELEIRO_POSTGRES_DIR && {
    CELEIRO_POSTGRES_DIR: process.env.CELEIRO_POSTGRES_DIR,
  }),
};
const server = spawn(program, ["serve", "--host", address, "--port", String(port)], { env, stdio: "ignore" });

/** Keeps `count` connections of `from` busy with `begin`, opened anew as they are closed. */
function attack(from, count, begin) {
  const open = new Set();
  let over = false;
  const one = () => {
    if (over) return;
    const socket = connect({ host: address, port, localAddress: from });
    open.add(socket);
    let clock;
    socket.on("connect", () => {
      clock = begin(socket);
    });
    socket.on("error", () => undefined);
    socket.on("close", () => {
      clearInterval(clock);
      open.delete(socket);
      setTimeout(one, 250);
    });
  };
  for (let n = 0; n < count; n += 1) one();
  return () => {
    over = true;
    for (const socket of open) socket.destroy();
  };
}

/** The address of something large. */
let large = "/api/openapi.json";
const host = `host: ${address}:${port}\r\n`;
const attacks = {
  "silent connections": () => undefined,
  "slow headers": (socket) => {
    socket.write(`GET / HTTP/1.1\r\n${host}`);
    return setInterval(() => socket.write("x-a: b\r\n"), 1000);
  },
  "answers not read": (socket) => {
    socket.pause();
    // A page's file needs no token, the description of the API does: both are larger, so many times over,
    // than what the kernel holds for a connection.
    socket.write(`GET ${large} HTTP/1.1\r\n${host}authorization: Bearer ${token}\r\n\r\n`.repeat(16));
  },
  "slow bodies": (socket) => {
    socket.write(
      `POST /api/profiles/compare HTTP/1.1\r\n${host}authorization: Bearer ${token}\r\n` +
        "content-type: application/json\r\ncontent-length: 100000\r\n\r\n{",
    );
    return setInterval(() => socket.write(" "), 1000);
  },
  "questions after the health": (socket) => {
    const question = `GET /api/health HTTP/1.1\r\n${host}\r\n`;
    socket.on("data", () => socket.write(question));
    socket.write(question);
  },
};

async function measure(name, attackers, count) {
  const ends = attackers.map((from) => attack(from, count, attacks[name]));
  await wait(3000);
  const client = fork(import.meta.filename);
  const taken = await new Promise((done) => client.once("message", done));
  ends.forEach((end) => end());
  const good = taken.filter((one) => one.status === 200 && one.ms <= 1000).length;
  const slowest = Math.max(...taken.map((one) => one.ms));
  const share = ((100 * good) / taken.length).toFixed(1);
  console.log(
    `${name}, ${attackers.length} × ${count}: ${good} of ${taken.length} answered within 1 s (${share} %), slowest ${slowest.toFixed(0)} ms`,
  );
  await wait(2000);
  return good / taken.length >= LEAST_ANSWERED;
}

try {
  for (let n = 0; (await ask("198.51.100.200", "/api/faqs")).status !== 200; n += 1) {
    if (n > 120) throw new Error("the server does not start");
    await wait(500);
  }
  const page = await new Promise((done) => {
    const socket = connect({
      host: address,
      port,
      localAddress: "198.51.100.200",
    });
    let text = "";
    socket.on("data", (data) => (text += String(data)));
    socket.on("close", () => done(text));
    socket.write(`GET / HTTP/1.1\r\n${host}connection: close\r\n\r\n`);
  });
  large = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? large;
  console.log(`asked for and not read: ${large}`);
  const ten = Array.from({ length: 10 }, (_, n) => `198.51.100.${10 + n}`);
  for (const name of Object.keys(attacks).filter((one) => one.includes(process.env.ATTACK ?? ""))) {
    const outcomes = [await measure(name, ["198.51.100.2"], 600), await measure(name, ten, 80)];
    if (outcomes.includes(false)) process.exitCode = 1;
  }
} finally {
  server.kill("SIGTERM");
  await new Promise((done) => server.on("exit", done));
  rmSync(folder, { recursive: true, force: true });
}
