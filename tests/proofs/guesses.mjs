/**
 * A proof, not a test: ten thousand passwords are guessed at one login, and ten thousand by one address at as many
 * logins, on a server without a limit of rate. None is accepted, few reach the hash, and other people sign in
 * meanwhile. And the time of a refusal does not tell a login with an account from one without, one that is closed, or
 * one that was only invited.
 *
 * Addresses of this machine are not counted as a network, so guesser and server need others: in a network namespace of
 * its own the loopback device has a whole network of them, and nothing leaves the machine.
 *
 *   sudo unshare -n sh -c 'ip link set lo up; ip addr add 198.51.100.1/24 dev lo; node tests/proofs/guesses.mjs'
 *   CONTROL=spread …  # each guess from another address: more must reach the hash than is promised
 *   CONTROL=early …   # logins without an account are tried with what is no password: the time must tell them apart
 *
 * GUESSES sets how many passwords are guessed in each of the two ways, LOGINS how many logins of each kind are timed.
 */
import { readFileSync } from "node:fs";
import http from "node:http";
import { dataFolder, pause } from "../e2e/lib/processes.mjs";
import { compareRanks, describeSpread } from "./lib/figures/ranks.mjs";
import { concludeProof } from "./lib/outcome.mjs";
import { Server, findPort } from "./lib/server.mjs";

const guesses = Number(process.env.GUESSES ?? 10_000);
const logins = Number(process.env.LOGINS ?? 40);
const control = process.env.CONTROL ?? "";
const ADDRESS = "198.51.100.1";
const OWNER = "198.51.100.254";
const PASSWORD = "trator azul na chuva";
const WRONG = "granizo sobre o galpao";
const AT_ONCE = 20;
/** Tries of each timed login: after five of them it would wait. */
const TRIES = 4;
const FREE_OF_LOGIN = 5;
const FREE_OF_NETWORK = 50;
/** Tries that further waits of 1, 2, 4 … 60 s can let through beyond the free ones, at the beginning. */
const WAITS = 8;
const MOST_OWNER_WAIT_MS = 5_000;
/** Three kinds are compared with the first. */
const LEAST_P = 0.05 / 3;

/** Tries to sign in from an address: the status, the seconds to wait, and how long it took. */
function signIn(port, from, login, password) {
  const body = JSON.stringify({ login, password });
  const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
  const place = { host: from ? ADDRESS : "127.0.0.1", port, ...(from && { localAddress: from }) };
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    const request = http.request(
      { ...place, method: "POST", path: "/api/session", headers, agent: false },
      (reply) => {
        reply.resume();
        reply.on("end", () =>
          resolve({
            status: reply.statusCode,
            wait: Number(reply.headers["retry-after"] ?? 0),
            ms: performance.now() - begun,
          }),
        );
      },
    );
    request.on("error", reject);
    request.end(body);
  });
}

/** How many passwords were hashed to be compared since the start. */
async function readComparisons(port) {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  const count = /^celeiro_password_comparisons_total (\d+)$/m.exec(await answer.text());
  if (!count) throw new Error("no count of comparisons");
  return Number(count[1]);
}

/** Signs the owner in again and again until it works: how long that takes. */
async function waitAsOwner(port, login) {
  const begun = performance.now();
  for (;;) {
    const { status, wait } = await signIn(port, OWNER, login, PASSWORD);
    if (status === 200) return performance.now() - begun;
    if (status !== 429) throw new Error(`${login} is refused: ${status}`);
    await pause(Math.max(wait, 1) * 1000);
  }
}

/** Guesses `count` passwords; `loginOf` and `addressOf` say at which login and from where. */
async function guess(ports, { count, loginOf, addressOf }) {
  const before = await readComparisons(ports.metrics);
  const begun = performance.now();
  const statuses = {};
  let next = 0;
  let over = false;
  const work = async () => {
    while (next < count) {
      const at = next++;
      const { status } = await signIn(ports.server, addressOf(at), loginOf(at), `${WRONG} ${at}`);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  const ownerWaits = [];
  const live = (async () => {
    while (!over) {
      ownerWaits.push(await waitAsOwner(ports.server, "bia"));
      await pause(500);
    }
  })();
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  over = true;
  await live;
  const seconds = (performance.now() - begun) / 1000;
  // Each time the owner came in is one of them.
  const reached = (await readComparisons(ports.metrics)) - before - ownerWaits.length;
  return { statuses, reached, seconds, slowest: Math.max(...ownerWaits), times: ownerWaits.length };
}

function judgeGuesses(name, { statuses, reached, seconds, slowest }, free) {
  const most = free + WAITS + Math.ceil(seconds / 60);
  return [
    ...(statuses[200] ? [`accepted: ${statuses[200]} guesses, ${name}`] : []),
    ...(reached > most ? [`reached: ${reached} guesses reached the hash, at most ${most}, ${name}`] : []),
    ...(slowest > MOST_OWNER_WAIT_MS ? [`owner: another person waited ${slowest.toFixed(0)} ms, ${name}`] : []),
  ];
}

function tellGuesses(name, { statuses, reached, seconds, slowest, times }) {
  const counts = Object.entries(statuses)
    .map(([status, count]) => `${count} × ${status}`)
    .join(", ");
  return `${name}: ${counts} in ${seconds.toFixed(0)} s, ${reached} reached the hash; another person signed in ${times} times, the slowest in ${slowest.toFixed(0)} ms`;
}

/** Refusals of logins of every kind, one after the other, so that what else the machine does meets all alike. */
async function timeRefusals(ports) {
  const kinds = ["known", "unknown", "closed", "invited"];
  const taken = Object.fromEntries(kinds.map((kind) => [kind, []]));
  for (let round = 0; round < TRIES; round++) {
    for (let at = 0; at < logins; at++) {
      for (const kind of kinds) {
        const password = control === "early" && kind === "unknown" ? "x" : WRONG;
        const { status, ms } = await signIn(ports.server, undefined, `${kind}${at}`, password);
        if (status !== 401) throw new Error(`${kind}${at} is answered with ${status}`);
        taken[kind].push(ms);
      }
    }
  }
  return taken;
}

async function addPeople({ client }) {
  const add = (login, more) => client.get("POST", "/api/users", { login, role: "seller", ...more });
  for (const login of ["ana", "bia"]) await add(login, { password: PASSWORD });
  for (let at = 0; at < logins; at++) {
    await add(`known${at}`, { password: PASSWORD });
    const { user } = await add(`closed${at}`, { password: PASSWORD });
    await client.get("PUT", `/api/users/${user.id}`, { disabled: true });
    await add(`invited${at}`);
  }
}

function readMegabytes(id) {
  const [, kilobytes] = /^Rss:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, "utf8"));
  return Number(kilobytes) / 1024;
}

async function prove() {
  const ports = { server: await findPort(), metrics: await findPort() };
  const server = new Server(dataFolder(), ports.server, {
    wrap: (command) => [...command, "--host", "0.0.0.0"],
    env: { METRICS_LISTEN: `127.0.0.1:${ports.metrics}` },
  });
  await server.start();
  await addPeople(server);

  const taken = await timeRefusals(ports);
  const compared = ["unknown", "closed", "invited"].map((kind) => ({ kind, p: compareRanks(taken.known, taken[kind]) }));
  for (const [kind, times] of Object.entries(taken)) console.log(`  refused, ${kind}: ${describeSpread(times)}`);
  const told = compared
    .filter(({ p }) => p < LEAST_P)
    .map(({ kind, p }) => `told apart: known and ${kind} logins, p = ${p.toExponential(1)}`);

  const before = readMegabytes(server.process.pid);
  const spread = (at) => `198.51.100.${10 + (at % 200)}`;
  const one = await guess(ports, {
    count: guesses,
    loginOf: () => "ana",
    addressOf: control === "spread" ? spread : () => "198.51.100.2",
  });
  const ownerOfOne = await waitAsOwner(ports.server, "ana");
  const many = await guess(ports, {
    count: guesses,
    loginOf: (at) => `guessed${at}`,
    addressOf: control === "spread" ? spread : () => "198.51.100.3",
  });
  const growth = readMegabytes(server.process.pid) - before;
  const violations = [
    ...told,
    ...judgeGuesses("one login", one, FREE_OF_LOGIN),
    ...judgeGuesses("one address", many, FREE_OF_NETWORK),
  ];
  const times = compared.map(({ kind, p }) => `${kind} p = ${p.toFixed(3)}`).join(", ");
  const summary = `times of ${TRIES * logins} refusals each, against known: ${times}; ${tellGuesses(`${guesses} guesses at one login`, one)}, and its owner waited ${ownerOfOne.toFixed(0)} ms after them; ${tellGuesses(`${guesses} of one address at as many logins`, many)}; the server grew by ${growth.toFixed(1)} MB`;
  return { summary, violations };
}

await concludeProof("guesses", control, prove);
