/**
 * A proof, not a test: a primary and two standbys on this machine, a program that searches at the standbys, four people
 * who write over HTTP. First the reads: searches are spread over the standbys; each person finds what they have just
 * saved although both standbys replay nothing; one that is more than ten seconds late, or killed, serves no search, and
 * no search fails for it. Then the rounds: the primary is killed with SIGKILL amid the writes, the standby that has
 * received more is promoted, and the old primary comes back without having learnt of it. Every acknowledged write is
 * there afterwards, each once, the program takes writes again within ten seconds, and the old primary gets none.
 *
 * The rounds differ in what comes before the kill: nothing; one standby gets nothing for a second; none of them does;
 * and none does, and the primary is killed and comes back alone, so that clients ask again for what it alone has.
 *
 * A commit waits for one standby (synchronous_standby_names = 'ANY 1 (*)', synchronous_commit = on): with that, and the
 * standby promoted that has received most, is nothing lost.
 *
 *   node tests/proofs/failover.mjs                        # 52 rounds, 13 of each kind
 *   CONTROL=asynchronous node tests/proofs/failover.mjs   # no commit waits for a standby: losses must show
 *   CONTROL=behind …     # the standby that has received less is promoted: losses must show
 *   CONTROL=alone …      # the program knows of the first server alone: no spread, no failover, writes at the old primary
 *   CONTROL=others …     # what one person saved is searched for by another, at replicas that are late: must be missed
 *
 * ROUNDS and OWN_WRITES set the size, KINDS how many of the kinds of rounds take turns, CELEIRO the program.
 */
import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { dataFolder, pause, until } from "../e2e/lib/processes.mjs";
import { Client } from "./lib/client.mjs";
import { concludeProof } from "./lib/outcome.mjs";
import { Replication } from "./lib/replicated.mjs";
import { Server, findPort } from "./lib/server.mjs";

const rounds = Number(process.env.ROUNDS ?? 52);
const control = process.env.CONTROL ?? "";
const WRITERS = ["ana", "bia", "caio", "dora"];
/** Writes nothing: no write of their own has a search wait for the standbys. */
const READER = "eva";
const SEARCHES = 200;
const OWN_WRITES = Number(process.env.OWN_WRITES ?? (control ? 100 : 1_000));
/** Replay is held back for so many writes at a time: after ten seconds the standbys would be left out. */
const WRITES_AT_ONCE = 10;
const LATE_MS = 10_000;
/** How long a round writes before it is disturbed, and how long that lasts. */
const CALM_MS = 1_000;
/** How long the old primary is there again: longer than the program takes to come back to one that it lost. */
const RETURNED_MS = 4_000;
const DISTURBED_MS = 1_000;
const WRITABLE_WITHIN_MS = 10_000;
const GIVEN_UP_MS = 60_000;
const KINDS = ["calm", "one standby cut off", "both cut off", "the primary back alone"].slice(
  0,
  Number(process.env.KINDS ?? 4),
);

const count = "SELECT count(*) FROM catalog_items";

/** A client of each person, with a token of their own account. */
async function addPeople({ client, port }) {
  const clients = [];
  for (const login of [...WRITERS, READER]) {
    await client.get("POST", "/api/users", { login, role: "editor", password: "trator azul na chuva" });
    const { secret } = await client.get("POST", "/api/tokens", { login, name: "failover" });
    clients.push(new Client(port, secret));
  }
  return clients;
}

/** What the program says of its servers: a figure of each. */
async function readFigures(port, name) {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const lines = text.matchAll(new RegExp(`^${name}\\{server="(\\d+)"\\} (\\d+)$`, "gm"));
  return Object.fromEntries([...lines].map(([, server, value]) => [server, Number(value)]));
}

const search = (client, words) => client.get("POST", "/api/rag/search", { query: words, limit: 5 });
const finds = async (client, { id, name }) =>
  (await search(client, name)).results.some(({ item }) => item?.id === id);

/** Creates an item and asks for it under one operation id until it is acknowledged. */
async function create(client, name, isOver) {
  const item = { name, operationId: randomUUID() };
  const begun = Date.now();
  for (;;) {
    const reply = await client
      .ask("POST", "/api/catalog/items", item, { patience: 5_000 })
      .catch(() => undefined);
    if (reply?.status === 200) return { id: reply.json.id, name };
    if (reply && reply.status < 500 && reply.status !== 429) throw new Error(`${reply.status} ${reply.text}`);
    if (isOver?.()) return undefined;
    if (Date.now() - begun > GIVEN_UP_MS)
      throw new Error(`no write was acknowledged for a minute: ${reply?.text}`);
    await pause(50);
  }
}

class Proof {
  violations = [];
  acknowledged = [];
  last = 0;
  stopped = false;

  static async begin() {
    const proof = new Proof();
    const root = dataFolder();
    proof.replication = await Replication.make(root, { synchronous: control !== "asynchronous" });
    const folder = join(root, "program");
    mkdirSync(folder, { mode: 0o700 });
    proof.metrics = await findPort();
    const { DATABASE_URL, DATABASE_REPLICA_URLS } = proof.replication.env;
    const replicas = control === "alone" ? {} : { DATABASE_REPLICA_URLS };
    const env = { DATABASE_URL, METRICS_LISTEN: `127.0.0.1:${proof.metrics}`, ...replicas };
    proof.server = new Server(folder, await findPort(), { env });
    await proof.server.start();
    const people = await addPeople(proof.server);
    proof.reader = people.pop();
    proof.clients = people;
    await proof.waitForReplicas();
    return proof;
  }

  /** Waits until `number` standbys serve searches. */
  async waitForReplicas(number = 2) {
    if (control === "alone") return;
    const look = async () => {
      const serving = Object.values(await readFigures(this.metrics, "celeiro_replica_serving"));
      return serving.filter((one) => one === 1).length === number;
    };
    await until(`${number} replicas serve`, look, 120_000);
  }

  violate(kind, words) {
    this.violations.push(`${kind}: ${words}`);
  }

  /** How many searches each server was chosen for while `work` was done. */
  async countSearches(work) {
    const before = await readFigures(this.metrics, "celeiro_replica_searches_total");
    await work();
    const after = await readFigures(this.metrics, "celeiro_replica_searches_total");
    return this.replication.servers.map((_, number) => (after[number] ?? 0) - (before[number] ?? 0));
  }

  async searchOften(times) {
    for (let at = 0; at < times; at += 1) {
      await search(this.clients[at % WRITERS.length], "ferrugem da soja").catch((error) =>
        this.violate("failed", `a search: ${error.message}`),
      );
    }
  }

  async proveSpread() {
    await this.searchOften(WRITERS.length);
    const [primary, ...replicas] = await this.countSearches(() => this.searchOften(SEARCHES));
    if (
      primary > 0 ||
      replicas.some((one) => one < SEARCHES / 10) ||
      primary + replicas[0] + replicas[1] < SEARCHES
    )
      this.violate("spread", `${SEARCHES} searches went to ${primary}, ${replicas}`);
    return `${SEARCHES} searches: ${primary} at the primary, ${replicas.join(" and ")} at the standbys`;
  }

  /** Each writer searches for what they have just saved, while both standbys replay nothing. */
  async proveOwnWrites() {
    let missed = 0;
    for (let done = 0; done < OWN_WRITES; done += WRITES_AT_ONCE) {
      for (const standby of this.replication.standbys) await standby.query("SELECT pg_wal_replay_pause()");
      const begun = Date.now();
      for (let at = done; at < done + WRITES_AT_ONCE && Date.now() - begun < LATE_MS * 0.7; at += 1) {
        const writer = this.clients[at % WRITERS.length];
        const item = await create(writer, `Own ${at} ${randomUUID()}`);
        if (!(await finds(control === "others" ? this.reader : writer, item))) missed += 1;
        this.acknowledged.push(item);
        this.compared = (this.compared ?? 0) + 1;
      }
      for (const standby of this.replication.standbys) await standby.query("SELECT pg_wal_replay_resume()");
      await this.waitForReplicas();
    }
    if (missed > 0)
      this.violate("stale", `${missed} of ${this.compared} searches missed what their writer saved`);
    return `${this.compared} own writes searched for at once, ${missed} missed`;
  }

  /** A standby that is later than allowed is left out, and comes back. */
  async proveLateness() {
    const [, late] = this.replication.servers;
    await late.query("SELECT pg_wal_replay_pause()");
    const begun = Date.now();
    await create(this.clients[0], `Late ${randomUUID()}`);
    await this.waitForReplicas(1);
    const outAfter = Date.now() - begun;
    const [, ofLate, ofOther] = await this.countSearches(() => this.searchOften(40));
    if (ofLate > 0 || ofOther < 40)
      this.violate("late", `${ofLate} searches at a standby that is late, ${ofOther} at the other`);
    await late.query("SELECT pg_wal_replay_resume()");
    const resumed = Date.now();
    await this.waitForReplicas();
    if (outAfter > LATE_MS + 5_000) this.violate("late", `left out after ${outAfter} ms`);
    return `a standby that replays nothing was left out after ${outAfter} ms, back ${Date.now() - resumed} ms after it went on`;
  }

  /** A standby that is killed costs no search. */
  async proveLoss() {
    const [, , gone] = this.replication.servers;
    const searching = this.searchOften(60);
    await pause(100);
    await gone.kill();
    await searching;
    await this.waitForReplicas(1);
    await gone.start();
    await this.waitForReplicas();
    return "a standby was killed amid 60 searches";
  }

  /** Writes and searches until `stopped`. */
  async write(client, number) {
    while (!this.stopped) {
      const item = await create(client, `Item ${number} ${randomUUID()}`, () => this.stopped);
      if (!item) return;
      this.acknowledged.push(item);
      this.last = Date.now();
    }
  }

  async proveRound(round) {
    const { replication } = this;
    const kind = KINDS[round % KINDS.length];
    const old = replication.primary;
    await pause(CALM_MS);
    if (kind !== "calm") old.sendNothing(kind === "one standby cut off" ? 1 : Infinity);
    if (kind !== "calm") await pause(DISTURBED_MS);
    await old.kill();
    if (kind === "the primary back alone") await this.bringBackAlone(old);
    const { took, apart } = await replication.failOver({ behind: control === "behind" });
    // A write counts from the promotion on: before it no server takes one.
    const promoted = Date.now();
    const isWritable = () => this.last > promoted || Date.now() - promoted > WRITABLE_WITHIN_MS * 1.5;
    await until("writes go on, or do not", isWritable, GIVEN_UP_MS);
    const writable = Date.now() - promoted;
    if (writable > WRITABLE_WITHIN_MS) this.violate("not writable", `${writable} ms after the promotion`);
    await this.bringBackOld(old);
    return { kind, took, apart, writable };
  }

  /** The primary alone comes back from its crash, with what no standby has: it is committed there. */
  async bringBackAlone(primary) {
    const { standbys } = this.replication;
    for (const standby of standbys) await standby.stop();
    await primary.start();
    await pause(DISTURBED_MS * 4);
    await primary.kill();
    for (const standby of standbys) await standby.start();
  }

  /** The old primary comes back as one that has not learnt of it, and would take writes at once. */
  async bringBackOld(old) {
    await old.set(["synchronous_standby_names = ''"]);
    await old.start();
    const before = await old.count(count);
    await pause(RETURNED_MS);
    const after = await old.count(count);
    if (after > before) this.violate("split", `the old primary took ${after - before} writes`);
    await old.stop();
    await this.replication.join(old);
    for (const standby of this.replication.standbys)
      if (!(await this.replication.follows(standby))) await this.remake(standby);
    await this.waitForReplicas();
  }

  /** A standby that has more of the old log than the new primary cannot follow it. */
  async remake(standby) {
    await standby.stop();
    await this.replication.join(standby);
  }

  /** All that was acknowledged, held against the rows of the primary. */
  async compare() {
    // What is acknowledged while the rows are read need not be among them.
    const acknowledged = [...this.acknowledged];
    const rows = await this.replication.primary.query("SELECT id, name FROM catalog_items");
    const names = new Map(rows);
    const times = new Map();
    for (const [, name] of rows) times.set(name, (times.get(name) ?? 0) + 1);
    for (const { id, name } of acknowledged) {
      if (names.get(id) !== name) this.violate("lost", name);
      if ((times.get(name) ?? 0) > 1) this.violate("twice", name);
    }
  }

  async proveFailovers() {
    if (rounds === 0) return "no rounds";
    this.last = Date.now();
    const writers = Promise.all(this.clients.map((client, number) => this.write(client, number)));
    writers.catch((error) => this.violate("fault", error.message));
    const outcomes = [];
    const before = this.violations.length;
    for (let round = 0; round < rounds && this.violations.length === before; round += 1) {
      outcomes.push(await this.proveRound(round));
      await this.compare();
      const { kind, took, apart, writable } = outcomes.at(-1);
      console.error(
        `  round ${round + 1}, ${kind}: promoted in ${took} ms, standbys ${apart} bytes apart, writable after ${writable} ms, ${this.acknowledged.length} writes`,
      );
    }
    this.stopped = true;
    await writers.catch(() => {});
    if (this.violations.length === before) await this.compare();
    const times = outcomes.map(({ writable }) => writable).toSorted((one, other) => one - other);
    const median = times[Math.floor(times.length / 2)];
    return `${outcomes.length} primaries killed, ${this.acknowledged.length} acknowledged writes, writable again ${median} ms after the promotion in the middle, ${times.at(-1)} ms at most`;
  }
}

await concludeProof("failover", control, async () => {
  const proof = await Proof.begin();
  const parts = [await proof.proveSpread()];
  if (control !== "alone")
    parts.push(await proof.proveOwnWrites(), await proof.proveLateness(), await proof.proveLoss());
  if (control !== "others") parts.push(await proof.proveFailovers());
  return { summary: parts.join("; "), violations: proof.violations };
});
