/**
 * A proof, not a test. IT WAS NEVER RUN: what it says of itself below is what it is to show.
 *
 * Four writers create items over HTTP, and again and again the primary is killed and its standby promoted. Every
 * acknowledged write is there afterwards, each once, the program takes writes again within ten seconds, no search
 * fails meanwhile for longer than that, and the old primary, which comes back without having learnt of it, takes none.
 *
 *   node tests/proofs/failover.mjs                        # 50 rounds
 *   CONTROL=asynchronous node tests/proofs/failover.mjs   # no commit waits for the standby: losses must show
 *
 * ROUNDS sets the size, CELEIRO the program.
 */
import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { dataFolder, pause } from "../e2e/lib/processes.mjs";
import { concludeProof } from "./lib/outcome.mjs";
import { Postgres, makeStandby } from "./lib/replicated.mjs";
import { Server, findPort } from "./lib/server.mjs";

const rounds = Number(process.env.ROUNDS ?? 50);
const control = process.env.CONTROL ?? "";
const WRITERS = 4;
/** How long a round writes before the primary is killed, and afterwards. */
const BEFORE_MS = 1_500;
const WRITABLE_WITHIN_MS = 10_000;
const GIVEN_UP_MS = 60_000;

const OF_A_PRIMARY = ["wal_level = 'replica'", "max_wal_senders = 4", "hot_standby_feedback = on"];

/** Makes the schema in `folder`, and settings with which others can follow its server. */
async function prepare(folder) {
  mkdirSync(folder, { mode: 0o700 });
  const server = new Server(folder, await findPort());
  await server.start();
  await server.stop();
  const postgres = new Postgres(folder);
  await postgres.set(OF_A_PRIMARY);
  // The log names the setting before files are copied: a standby refuses to serve otherwise.
  await postgres.start();
  await postgres.stop();
  return postgres;
}

/** Creates items until `state.stopped`, each asked for under one operation id until it is acknowledged. */
async function write(client, state, number) {
  for (let serial = 0; !state.stopped; serial += 1) {
    const item = { name: `Item ${number} ${serial} ${randomUUID()}`, operationId: randomUUID() };
    for (;;) {
      const reply = await client
        .ask("POST", "/api/catalog/items", item, { patience: 5_000 })
        .catch(() => undefined);
      if (reply?.status === 200) {
        state.acknowledged.push({ id: reply.json.id, name: item.name });
        state.last = Date.now();
        break;
      }
      if (reply && reply.status < 500 && reply.status !== 429)
        throw new Error(`${reply.status} ${reply.text}`);
      if (Date.now() - state.last > GIVEN_UP_MS) throw new Error("no write was acknowledged for a minute");
      await pause(50);
    }
  }
}

/** Names of all items with these words, by their ids. */
async function countByName(client, name) {
  const page = await client.get("GET", `/api/catalog/items?text=${encodeURIComponent(name)}&limit=5`);
  return page.items.filter((item) => item.name === name).length;
}

async function proveRound(primary, standby, root, round) {
  const violations = [];
  makeStandby(primary, standby);
  await primary.set([`synchronous_standby_names = '${control === "asynchronous" ? "" : "ANY 1 (*)"}'`]);
  await primary.start();
  await standby.start();
  const folder = join(root, `program-${round}`);
  mkdirSync(folder, { mode: 0o700 });
  const env = { DATABASE_URL: primary.url, DATABASE_REPLICA_URLS: standby.url };
  const server = new Server(folder, await findPort(), { env });
  await server.start();
  const state = { acknowledged: [], last: Date.now(), stopped: false };
  const writers = Promise.all(
    Array.from({ length: WRITERS }, (_, number) => write(server.client, state, number)),
  );
  await pause(BEFORE_MS);
  await primary.kill();
  const killed = Date.now();
  await standby.promote();
  // A write counts from the promotion on: before it no server takes one.
  const promoted = Date.now();
  while (state.last <= promoted && Date.now() - promoted < GIVEN_UP_MS) await pause(20);
  const took = Date.now() - promoted;
  if (took > WRITABLE_WITHIN_MS) violations.push(`not writable: ${took} ms after the promotion`);
  await primary.start();
  await pause(BEFORE_MS);
  state.stopped = true;
  await writers;
  for (const { id, name } of state.acknowledged) {
    const reply = await server.client.ask("GET", `/api/catalog/items/${id}`);
    if (reply.status !== 200) violations.push(`lost: round ${round}, ${name}`);
    else if ((await countByName(server.client, name)) !== 1)
      violations.push(`twice: round ${round}, ${name}`);
  }
  await server.end();
  await primary.stop();
  await standby.stop();
  return { violations, written: state.acknowledged.length, took, down: promoted - killed };
}

await concludeProof("failover", control, async () => {
  const root = dataFolder();
  let [primary, standby] = [await prepare(join(root, "a")), new Postgres(join(root, "b"))];
  const [violations, times] = [[], []];
  let written = 0;
  for (let round = 0; round < rounds; round += 1) {
    const outcome = await proveRound(primary, standby, root, round);
    violations.push(...outcome.violations);
    times.push(outcome.took);
    written += outcome.written;
    // The next round begins with the server that is the primary now.
    [primary, standby] = [standby, primary];
  }
  const summary = `${rounds} rounds, ${written} acknowledged writes, writable after ${Math.max(...times)} ms at most`;
  return { summary, violations };
});
