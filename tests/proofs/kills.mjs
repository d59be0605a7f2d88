/**
 * A proof, not a test: writers change the catalog over HTTP while the program and its database are killed
 * at random. No acknowledged write is lost, none is applied twice, and histories replay to the records.
 *
 *   node tests/proofs/kills.mjs                  # 200 kills over at least 20,000 writes
 *   CONTROL=fresh node tests/proofs/kills.mjs    # a repeated write takes a new operation id: doubles must show
 *   CONTROL=phantom node tests/proofs/kills.mjs  # writes that were never sent count as acknowledged: losses must show
 *
 * KILLS and WRITES set the size, WRITERS how many write at once, SEED the numbers, CELEIRO the program
 * (target/debug/celeiro by default).
 */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { dataFolder, pause, until } from "../e2e/lib/processes.mjs";
import { Expected, findViolations } from "./lib/audit.mjs";
import { Ledger, LedgerEntry } from "./lib/ledger.mjs";
import { concludeProof } from "./lib/outcome.mjs";
import { createRandom } from "./lib/random.mjs";
import { Server, findPort, signal } from "./lib/server.mjs";
import { readSnapshot } from "./lib/snapshot.mjs";
import { Writers } from "./lib/writers.mjs";

const kills = Number(process.env.KILLS ?? 200);
const writes = Number(process.env.WRITES ?? 20_000);
const control = process.env.CONTROL ?? "";
const random = createRandom();
/** How soon the program is back is no part of this proof, and a busy machine takes long. */
const PATIENCE_MS = 900_000;

/** What is killed; each is drawn as often as the others. */
const VICTIMS = {
  program: (server) => restart(server),
  postmaster: async (server) => signal(server.findDatabase()[0], "SIGKILL"),
  "all of the database": async (server) => killAll(server),
  "one back end": async (server) => killBackEnd(server),
  everything: async (server) => {
    killAll(server);
    await restart(server);
  },
};

async function restart(server) {
  await server.kill();
  await server.start(PATIENCE_MS);
}

function killAll(server) {
  for (const id of server.findDatabase()) signal(id, "SIGKILL");
}

function killBackEnd(server) {
  const [, ...others] = server.findDatabase();
  signal(others[random(others.length)], "SIGKILL");
}

/** Kills at moments spread over all writes, each after a write was acknowledged since the one before. */
async function killOften(server, ledger) {
  const counts = Object.fromEntries(Object.keys(VICTIMS).map((name) => [name, 0]));
  for (let done = 0; done < kills; done += 1) {
    const due = Math.floor(((done + 0.5) * writes) / kills);
    const before = ledger.acknowledged;
    await until(
      "writes go on",
      () => ledger.acknowledged > before && ledger.entries.length >= due,
      PATIENCE_MS,
    );
    await pause(random(60));
    await until("there is a database to kill", () => server.findDatabase().length > 1, PATIENCE_MS);
    const [name, kill] = Object.entries(VICTIMS)[random(Object.keys(VICTIMS).length)];
    await kill(server);
    counts[name] += 1;
    console.error(`  ${done + 1} kills, ${ledger.acknowledged} writes acknowledged`);
  }
  await until("all writes are acknowledged", () => ledger.acknowledged >= writes, 3_600_000);
  return counts;
}

await concludeProof("kills", control, async () => {
  const begun = Date.now();
  const server = new Server(join(dataFolder(), "data"), await findPort());
  await server.start(PATIENCE_MS);
  const ledger = new Ledger();
  const count = Number(process.env.WRITERS ?? 8);
  const writers = new Writers(server.client, ledger, { count, renew: control === "fresh" });
  const written = writers.run();
  const counts = await Promise.race([killOften(server, ledger), written]);
  writers.stop();
  await written;
  if (control === "phantom") {
    const phantom = new LedgerEntry("create-item", randomUUID(), -1, ["never sent"]);
    ledger.add(Object.assign(phantom, { acknowledged: true }));
  }
  await server.waitUntilReady(PATIENCE_MS);
  const snapshot = await readSnapshot(server);
  const violations = findViolations(snapshot, ledger.entries, () => Expected.stored);
  const { total } = await server.client.get("GET", "/api/catalog/items?limit=1");
  if (total !== snapshot.catalog_items.length) violations.push(`wrong: the server tells of ${total} items`);
  await server.stop();
  await server.verifyChecksums();
  const killed = Object.entries(counts)
    .map(([name, number]) => `${name} ${number}`)
    .join(", ");
  return {
    summary:
      `${kills} kills (${killed}), ${ledger.acknowledged} writes acknowledged, ${ledger.resent} sent again, ` +
      `${ledger.countLostReplies(snapshot)} of them done although the reply was lost, ${snapshot.revisions.length} revisions, ${Math.round((Date.now() - begun) / 1000)} s`,
    violations: [...violations, ...ledger.faults.map((fault) => `fault: ${fault}`)],
  };
});
