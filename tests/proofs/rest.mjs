/**
 * A proof, not a test: a server imports and embeds a hundred thousand items over HTTP, is searched and asked by
 * eight at once, and is then left alone. Five minutes later at most 128 MB of PostgreSQL's log are left, ten
 * minutes later the server takes at most 150 MB and its database 200 MB (proportional set size, as the kernel
 * accounts it).
 *
 *   CELEIRO=target/release/celeiro node tests/proofs/rest.mjs
 *   CONTROL=busy node tests/proofs/rest.mjs   # measured at once, not after ten minutes: too much must show
 *
 * ITEMS sets the size, SEED the words.
 */
import { randomUUID } from "node:crypto";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { dataFolder, pause, until } from "../e2e/lib/processes.mjs";
import { concludeProof } from "./lib/outcome.mjs";
import { createRandom } from "./lib/random.mjs";
import { Server, findPort } from "./lib/server.mjs";

const items = Number(process.env.ITEMS ?? 100_000);
const control = process.env.CONTROL ?? "";
const MINUTE_MS = 60_000;
const PATIENCE_MS = 90 * MINUTE_MS;
const MOST_LOG_MB = 128;
const MOST_SERVER_MB = 150;
const MOST_DATABASE_MB = 200;
const ASKERS = 8;
const QUESTIONS = 50;

const SYLLABLES = "ba ce di fo gu la me ni po ru sa te vi xo zu ção lha nho pra cri dro flu gra tri".split(" ");
const PURPOSES = ["fungicida", "herbicida", "inseticida", "acaricida", "fertilizante", "adjuvante"];
const CROPS = ["soja", "milho", "trigo", "café", "algodão", "feijão", "arroz", "citros"];

/** Forty-word descriptions out of thirty thousand words, the first of them the most frequent. */
function makeCatalog(random) {
  const word = (rank) => {
    const own = createRandom(rank);
    return Array.from({ length: 2 + own(3) }, () => SYLLABLES[own(SYLLABLES.length)]).join("");
  };
  const words = Array.from({ length: 30_000 }, (_, rank) => word(rank));
  const draw = () => words[Math.min(words.length - 1, Math.floor(words.length ** (random(1_000_000) / 1_000_000)))];
  const rows = ["external_id;name;description;category;price"];
  for (let at = 0; at < items; at++) {
    const purpose = PURPOSES[random(PURPOSES.length)];
    const text = Array.from({ length: 38 }, draw).join(" ");
    rows.push(`R${at};${draw()} ${words[20_000 + (at % 10_000)]} ${at};${text} ${purpose} para ${CROPS[random(CROPS.length)]};${purpose};${1 + random(9000)}`);
  }
  return Buffer.from(rows.join("\n"));
}

async function importCatalog({ client }, bytes) {
  const uploadId = await client.upload("import", "catalog.csv", bytes);
  let state = await client.get("POST", "/api/imports", { uploadId, kind: "items", operationId: randomUUID() });
  await until("the import is over", async () => {
    state = await client.get("GET", `/api/imports/${state.id}`);
    return state.result ?? state.error;
  }, PATIENCE_MS);
  if (state.error) throw new Error(`the import failed: ${JSON.stringify(state.error)}`);
}

async function ask({ client }, random) {
  for (let question = 0; question < QUESTIONS; question++) {
    const query = `${PURPOSES[random(PURPOSES.length)]} para ${CROPS[random(CROPS.length)]}`;
    await client.get("POST", "/api/rag/search", { query, limit: 10 });
    if (question % 10 === 0) await client.ask("POST", "/api/chat", { message: `tem ${query}?` });
  }
}

/** Megabytes of a process's own share, as the kernel accounts it. */
function readShare(id) {
  const [, kilobytes] = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, "utf8"));
  return Number(kilobytes) / 1024;
}

function measure(server) {
  const log = join(server.folder, "pg18/pg_wal");
  const sizes = readdirSync(log).map((name) => statSync(join(log, name))).map((stat) => (stat.isFile() ? stat.size : 0));
  const database = server.findDatabase().map(readShare);
  return {
    server: readShare(server.process.pid),
    database: database.reduce((sum, share) => sum + share, 0),
    log: sizes.reduce((sum, size) => sum + size, 0) / 1e6,
  };
}

function tellFigures({ server, database, log }) {
  return `server ${server.toFixed(0)} MB, database ${database.toFixed(0)} MB, log ${log.toFixed(0)} MB`;
}

async function prove() {
  const random = createRandom();
  const server = new Server(dataFolder(), await findPort(), { env: { EMBEDDING_PROVIDER: undefined } });
  await server.start();
  const begun = Date.now();
  await importCatalog(server, makeCatalog(random));
  const imported = Date.now();
  await until("all is embedded", async () => {
    const { embeddings } = await server.client.get("GET", "/api/health");
    return embeddings.find(({ corpus }) => corpus === "items").embedded === items;
  }, PATIENCE_MS);
  const embedded = Date.now();
  await Promise.all(Array.from({ length: ASKERS }, () => ask(server, random)));
  const busy = measure(server);
  if (!control) await pause(5 * MINUTE_MS);
  const five = measure(server);
  if (!control) await pause(5 * MINUTE_MS);
  const ten = measure(server);
  const bounds = [
    ["log", five.log, MOST_LOG_MB],
    ["server", ten.server, MOST_SERVER_MB],
    ["database", ten.database, MOST_DATABASE_MB],
  ];
  const violations = bounds
    .filter(([, figure, most]) => figure > most)
    .map(([name, figure, most]) => `${name}: ${figure.toFixed(0)} MB, at most ${most}`);
  const seconds = (ms) => `${(ms / 1000).toFixed(0)} s`;
  const summary = `${items} items, imported in ${seconds(imported - begun)}, embedded ${seconds(embedded - imported)} later; at work ${tellFigures(busy)}; after five minutes ${tellFigures(five)}; after ten ${tellFigures(ten)}`;
  return { summary, violations };
}

await concludeProof("rest", control, prove);
