/**
 * A proof, not a test: twenty thousand items on a primary with two standbys, and three programs, of which one reads at
 * the primary and each of the others at a standby of its own. The answers to 200 queries are the same, score by score,
 * and those read at a standby take a tenth of the primary's processor at most. Then a standby is killed, and stopped,
 * amid searches that are read there: none of them fails.
 *
 *   node tests/proofs/alike.mjs
 *   CONTROL=paused node tests/proofs/alike.mjs   # one standby replays nothing while items are added: must show
 *
 * ITEMS and QUERIES set the size, SEED the words, CELEIRO the program. A standby whose disk is full is not shown.
 */
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { dataFolder, pause, until } from "../e2e/lib/processes.mjs";
import { importItems, makeQueries } from "./lib/catalog.mjs";
import { concludeProof } from "./lib/outcome.mjs";
import { createRandom } from "./lib/random.mjs";
import { Replication } from "./lib/replicated.mjs";
import { Server, findPort, signal } from "./lib/server.mjs";

const control = process.env.CONTROL ?? "";
const items = Number(process.env.ITEMS ?? (control ? 500 : 20_000));
const random = createRandom();
const queries = makeQueries(Number(process.env.QUERIES ?? (control ? 5 : 200)), random);
const PATIENCE_MS = 3_600_000;
const SEARCHERS = 4;
/** How long searches go on before a standby is lost, while it is, and after it is back. */
const AROUND_MS = 2_000;
const LOST_MS = 8_000;
/** Counts of words are taken anew now and then: an answer that differs is asked for again. */
const ATTEMPTS = 3;
const BETWEEN_MS = 2_000;

/** The share of the primary's work for a search that may be left where it is read at a standby. */
const MOST_LEFT = 0.1;
/** Where the times of a process begin in the line that the kernel tells of it, behind its name. */
const USED = 11;
const TICK_MS = 10;

/** Vectors of the model that is fitted to the catalog: the same in each run. */
const OWN_VECTORS = { EMBEDDING_PROVIDER: undefined };

async function waitUntilEmbedded({ client }) {
  const look = async () => {
    const { embeddings } = await client.get("GET", "/api/health");
    return embeddings.find(({ corpus }) => corpus === "items").embedded >= items;
  };
  await until("all is embedded", look, PATIENCE_MS);
}

/** What a search finds, without its times and the name of its trace. */
async function search({ client }, query) {
  const answer = await client.get("POST", "/api/rag/search", { query, limit: 20 });
  const { timings, traceId, ...found } = answer;
  return { found: JSON.stringify(found), hits: answer.results.length, byVectors: answer.embeddingUsed };
}

class Proof {
  violations = [];
  hits = 0;
  byVectors = 0;

  static async begin() {
    const [proof, root] = [new Proof(), dataFolder()];
    const fill = async (folder) => {
      const server = new Server(folder, await findPort(), { env: OWN_VECTORS });
      await server.start();
      await importItems(server.client, items, random);
      await waitUntilEmbedded(server);
      await server.stop();
    };
    proof.replication = await Replication.make(root, { fill });
    const [primary, ...standbys] = proof.replication.servers;
    proof.programs = [];
    for (const [at, standby] of [undefined, ...standbys].entries()) {
      const [folder, metrics] = [join(root, `program-${at}`), await findPort()];
      mkdirSync(folder, { mode: 0o700 });
      const replicas = standby ? { DATABASE_REPLICA_URLS: standby.url } : {};
      const own = { DATABASE_URL: primary.url, METRICS_LISTEN: `127.0.0.1:${metrics}`, CELEIRO_LOG: "warn,celeiro_store=info" };
      const server = new Server(folder, await findPort(), { env: { ...OWN_VECTORS, ...own, ...replicas } });
      await server.start();
      await waitUntilEmbedded(server);
      proof.programs.push(Object.assign(server, { metrics, standby }));
    }
    for (const program of proof.programs.slice(1)) await proof.waitUntilServing(program);
    return proof;
  }

  violate(kind, words) {
    this.violations.push(`${kind}: ${words}`);
  }

  async waitUntilServing({ metrics, log }) {
    const look = async () => (await readFigure(metrics, "celeiro_replica_serving")) === 1;
    await until("the replica serves", look, 120_000).catch((error) => {
      const parts = readFileSync(log, "utf8").split("\n").filter((line) => line.includes("has another part"));
      throw new Error([error.message, ...parts.slice(-5)].join("\n"), { cause: error });
    });
  }

  /** Each query at all three: the answers are the same. */
  async compare() {
    const before = await this.countAtStandbys();
    for (const query of queries) {
      const answers = await this.askUntilAlike(query);
      this.hits += answers[0].hits;
      this.byVectors += answers[0].byVectors ? 1 : 0;
      if (new Set(answers.map(({ found }) => found)).size > 1)
        this.violate(
          "unlike",
          `${query}: ${answers.map(({ hits }) => hits).join(", ")} hits, or other scores`,
        );
    }
    const after = await this.countAtStandbys();
    for (const [at, count] of after.entries())
      if (count - before[at] < queries.length)
        this.violate(
          "elsewhere",
          `${count - before[at]} of ${queries.length} searches were read at standby ${at + 1}`,
        );
    if (this.hits === 0) this.violate("empty", "nothing was found");
    if (!control && this.byVectors === 0) this.violate("vectors", "they took part in no search");
  }

  async askUntilAlike(query) {
    for (let attempt = 1; ; attempt += 1) {
      const answers = await Promise.all(this.programs.map((program) => search(program, query)));
      const isAlike = new Set(answers.map(({ found }) => found)).size === 1;
      if (isAlike || attempt === ATTEMPTS || control) return answers;
      await pause(BETWEEN_MS);
    }
  }

  countAtStandbys() {
    return Promise.all(
      this.programs.slice(1).map(({ metrics }) => readFigure(metrics, "celeiro_replica_searches_total")),
    );
  }

  /** One standby is late, and each query has an item more on the primary. */
  async addBehindStandby() {
    await this.programs[2].standby.query("SELECT pg_wal_replay_pause()");
    for (const query of queries)
      await this.programs[0].client.get("POST", "/api/catalog/items", { name: query, price: 1 });
  }

  /** What searches cost the primary's processor where they are read at a standby: a tenth at most. */
  async proveRelief() {
    const [there, elsewhere] = [
      await this.measurePrimary(this.programs[0]),
      await this.measurePrimary(this.programs[1]),
    ];
    const told = `${there.toFixed(1)} ms of the primary's processor for a search there, ${elsewhere.toFixed(1)} ms for one at a standby`;
    if (elsewhere > there * MOST_LEFT) this.violate("relief", told);
    return told;
  }

  /** How long the primary's processes worked for each search of a program, in ms. */
  async measurePrimary(program) {
    const { primary } = this.replication;
    const before = readProcessorMs(primary);
    for (const query of queries) await search(program, query);
    // What follows a search, as its entry in the log, belongs to it.
    await pause(BETWEEN_MS);
    return (readProcessorMs(primary) - before) / queries.length;
  }

  /** No search fails while the standby where it is read is lost and comes back. */
  async proveLoss(what, lose, bringBack) {
    const [, program] = this.programs;
    let [over, done, slowest] = [false, 0, 0];
    const work = async (number) => {
      for (let at = number; !over; at += SEARCHERS) {
        const begun = Date.now();
        const failure = await search(program, queries[at % queries.length]).then(
          () => undefined,
          (error) => error,
        );
        if (failure) this.violate("failed", `${what}: ${failure.message}`);
        done += 1;
        slowest = Math.max(slowest, Date.now() - begun);
      }
    };
    const searching = Promise.all(Array.from({ length: SEARCHERS }, (_, number) => work(number)));
    await pause(AROUND_MS);
    await lose(program.standby);
    await pause(LOST_MS);
    await bringBack(program.standby);
    await this.waitUntilServing(program);
    await pause(AROUND_MS);
    over = true;
    await searching;
    return `${what}: ${done} searches, the slowest ${slowest} ms`;
  }
}

/** A figure of the first replica. */
async function readFigure(port, name) {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(new RegExp(`^${name}\\{server="1"\\} (\\d+)$`, "m").exec(text)?.[1] ?? 0);
}

/** The processor time of a server's processes, with those that have ended, in ms. */
function readProcessorMs(server) {
  const [postmaster, ...others] = server.findProcesses();
  const ticks = [postmaster, ...others].map((id) => {
    const [user, system, ofEnded, systemOfEnded] = readTimes(id);
    return user + system + (id === postmaster ? ofEnded + systemOfEnded : 0);
  });
  return ticks.reduce((sum, one) => sum + one, 0) * TICK_MS;
}

/** Four times of a process, in ticks; of one that is gone by now, none. */
function readTimes(id) {
  try {
    const text = readFileSync(`/proc/${id}/stat`, "utf8");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return fields.slice(USED, USED + 4).map(Number);
  } catch {
    return [0, 0, 0, 0];
  }
}

function signalAll(standby, name) {
  for (const id of standby.findProcesses()) signal(id, name);
}

await concludeProof("alike", control, async () => {
  const proof = await Proof.begin();
  if (control === "paused") await proof.addBehindStandby();
  await proof.compare();
  const parts = [
    `${items} items, ${queries.length} queries at three servers: ${proof.hits} hits, by vectors too in ${proof.byVectors}`,
  ];
  if (!control) {
    parts.push(
      await proof.proveLoss(
        "killed",
        (standby) => standby.kill(),
        (standby) => standby.start(),
      ),
    );
    const [stop, goOn] = ["SIGSTOP", "SIGCONT"].map((name) => (standby) => signalAll(standby, name));
    parts.push(await proof.proveLoss("stopped", stop, goOn));
  }
  return { summary: parts.join("; "), violations: proof.violations };
});
