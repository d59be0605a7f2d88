/**
 * A proof, not a test: hundreds of hostile and damaged files are imported and attached over HTTP, under the
 * real limits of the parsing child. No 5xx, no hang; each refusal names code, file and reason and leaves the
 * catalog as it was; searches are answered meanwhile.
 *
 *   node tests/proofs/files.mjs                # 500 files, each previewed, imported and attached
 *   CONTROL=fault node tests/proofs/files.mjs  # a relay tells 500 now and then: that must be noticed
 *
 * FILES sets the size, LANES how many are sent at once, SEED the numbers, CELEIRO the program.
 */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { dataFolder, finallyDo, pause } from "../e2e/lib/processes.mjs";
import { Client } from "./lib/client.mjs";
import { makeHostileFiles, makeWholeFiles } from "./lib/faults/hostile.mjs";
import { concludeProof } from "./lib/outcome.mjs";
import { createRandom } from "./lib/random.mjs";
import { startFaultyRelay } from "./lib/faults/relay.mjs";
import { Server, findPort } from "./lib/server.mjs";
import { readSnapshot } from "./lib/snapshot.mjs";
import { watchSearch } from "./lib/watcher.mjs";

const count = Number(process.env.FILES ?? 500);
const lanes = Number(process.env.LANES ?? 2);
const control = process.env.CONTROL ?? "";
/** A parsing child has 20 s of the processor, and more for large files; the rest is a busy machine. */
const PATIENCE_MS = 90_000;
/** How often an import is asked for again that the database interrupted, as it may on a busy machine. */
const REPETITIONS = 3;
/** A search that takes longer is a violation; the summary tells how many took longer than a second. */
const SLOWEST_SEARCH_MS = 5_000;

class Proof {
  violations = [];
  outcomes = {};
  slowest = 0;
  /** Operations that were accepted: all that may stand in the database. */
  accepted = new Set();

  constructor(client) {
    this.client = client;
  }

  /** Sends a file along every way in; `purpose` names the one on which it must be accepted. */
  async tryFile(file, itemId) {
    const begun = Date.now();
    const imported = await this.#import(file);
    const attached = await this.#attach(file, itemId);
    if (file.purpose === "import" && !imported)
      this.#violate("refused", file, "a whole file is not imported");
    if (file.purpose === "attachment" && !attached)
      this.#violate("refused", file, "a whole file is not attached");
    this.slowest = Math.max(this.slowest, Date.now() - begun);
  }

  /** Looks at the columns, previews and imports; whether that was accepted. */
  async #import(file) {
    const uploadId = await this.#upload("import", file);
    if (!uploadId) return false;
    const request = { uploadId, kind: "items" };
    await this.#send(file, "columns", "/api/imports/columns", request);
    await this.#carryOut(file, "preview", "/api/imports/preview", request);
    const operationId = randomUUID();
    const done = await this.#carryOut(file, "import", "/api/imports", { ...request, operationId });
    if (done) this.accepted.add(operationId);
    else await this.#expectNothing(file, operationId);
    await this.client.ask("DELETE", `/api/uploads/${uploadId}`);
    return done;
  }

  async #attach(file, itemId) {
    const uploadId = await this.#upload("attachment", file);
    if (!uploadId) return false;
    const done = await this.#send(file, "attach", `/api/catalog/items/${itemId}/files`, { uploadId });
    if (!done) await this.client.ask("DELETE", `/api/uploads/${uploadId}`);
    return Boolean(done);
  }

  async #upload(purpose, file) {
    const body = { name: file.name, sizeBytes: file.bytes.length, purpose };
    const begun = await this.#send(file, "upload", "/api/uploads", body);
    if (!begun) return undefined;
    for (let offset = 0; offset < file.bytes.length; offset += begun.pieceBytes) {
      const piece = file.bytes.subarray(offset, offset + begun.pieceBytes);
      const path = `/api/uploads/${begun.id}?offset=${offset}`;
      await this.client.get("PUT", path, piece, { type: "application/octet-stream" });
    }
    return begun.id;
  }

  /** Imports or previews as a client does that asks again where it is told to; whether it succeeded. */
  async #carryOut(file, step, path, request) {
    for (let left = REPETITIONS; ; left -= 1) {
      const state = await this.#waitForEnd(file, step, path, request);
      if (!state) return false;
      const isPassing = state.error?.code === "import_interrupted" && left > 0;
      if (state.error && !isPassing) this.#checkRefusal(file, step, state.error, state.fileName);
      else this.#count(`${step} ${isPassing ? "interrupted" : "done"}`);
      if (!isPassing) return !state.error;
    }
  }

  async #waitForEnd(file, step, path, request) {
    let state = await this.#send(file, step, path, request);
    const end = Date.now() + PATIENCE_MS;
    while (state && !state.result && !state.error) {
      if (Date.now() > end) return this.#violate("hang", file, `${step} is not over after ${PATIENCE_MS} ms`);
      await pause(30);
      state = await this.client.get("GET", `/api/imports/${state.id}`);
    }
    return state;
  }

  /** The body of a success; a refusal is checked. */
  async #send(file, step, path, body) {
    let reply;
    try {
      reply = await this.client.ask("POST", path, body, { patience: PATIENCE_MS });
    } catch (error) {
      return this.#violate("hang", file, `${step}: ${error.message}`);
    }
    if (reply.status === 200) return reply.json;
    if (reply.status >= 500)
      return this.#violate("status", file, `${step}: ${reply.status} ${reply.text.slice(0, 300)}`);
    this.#checkRefusal(file, step, reply.json, file.name);
    return undefined;
  }

  /** A refusal has a code, and words that name the file and say more than its name. */
  #checkRefusal(file, step, { code, message, details }, name) {
    this.#count(`${step} ${code}`);
    const told = `${message} ${JSON.stringify(details)}`;
    // Names are cut at 255 characters.
    const base = baseName(name).slice(0, 255);
    const isNamed = step === "upload" || told.includes(base.slice(0, 40));
    if (!code || !message || !isNamed || message.length < base.length + 15) {
      this.#violate("words", file, `${step}: ${code}: ${told.slice(0, 300)}`);
    }
    if (code === "internal") this.#violate("status", file, `${step}: ${told.slice(0, 300)}`);
  }

  async #expectNothing(file, operationId) {
    const reply = await this.client.ask("GET", `/api/operations/${operationId}`);
    if (reply.status === 404) return;
    this.#violate(
      "stored",
      file,
      `refused, and yet its operation is told with ${reply.status} ${reply.text.slice(0, 200)}`,
    );
  }

  #count(outcome) {
    this.outcomes[outcome] = (this.outcomes[outcome] ?? 0) + 1;
  }

  #violate(kind, file, words) {
    this.violations.push(
      `${kind}: ${JSON.stringify(file.name.slice(0, 60))} (${file.bytes.length} bytes): ${words}`,
    );
    return undefined;
  }
}

/** A name as the program may show it: without folders and signs that no line may hold. */
function baseName(name) {
  return name
    .split(/[\\/]/)
    .at(-1)
    .replace(/[\0-\x1f\u202e]/g, "")
    .trim();
}

/** Nothing stands in the database but what was accepted and the one item to attach to. */
async function auditCatalog(server, accepted) {
  const { revisions } = await readSnapshot(server);
  const foreign = revisions.filter(
    (row) => row.actor === "http" && row.version !== "0" && !accepted.has(row.operation_id),
  );
  return foreign.map((row) => `stored: a revision of ${row.operation_id}, which was not accepted`);
}

function judgeSearches(searches) {
  const failed = searches.filter(({ status, ms }) => status !== 200 || ms > SLOWEST_SEARCH_MS);
  return failed.map(({ status, ms }) => `search: answered ${status} after ${Math.round(ms)} ms`);
}

await concludeProof("hostile files", control, async () => {
  const begun = Date.now();
  const server = new Server(join(dataFolder(), "data"), await findPort());
  await server.start();
  const relay = control === "fault" && (await startFaultyRelay(server.port, finallyDo));
  const client = relay ? new Client(relay, server.client.token) : server.client;
  const proof = new Proof(client);
  const operationId = randomUUID();
  proof.accepted.add(operationId);
  const { id } = await server.client.get("POST", "/api/catalog/items", {
    name: "Item com anexos",
    operationId,
  });
  const endWatch = watchSearch(server.client);
  for (const file of makeWholeFiles()) await proof.tryFile(file, id);
  const files = makeHostileFiles(count, createRandom());
  let sent = 0;
  const run = async () => {
    for (const file of files) {
      await proof.tryFile(file, id);
      if ((sent += 1) % 50 === 0) console.error(`  ${sent} files, ${proof.violations.length} violations`);
    }
  };
  await Promise.all(Array.from({ length: lanes }, run));
  const searches = await endWatch();
  const stored = await auditCatalog(server, proof.accepted);
  await server.stop();
  const times = searches.map(({ ms }) => ms).toSorted((one, other) => one - other);
  const slow = times.filter((ms) => ms > 1000).length;
  const outcomes = Object.entries(proof.outcomes)
    .toSorted()
    .map(([name, number]) => `${name} ${number}`)
    .join(", ");
  return {
    summary:
      `${sent} files (${outcomes}), slowest file ${proof.slowest} ms, ${searches.length} searches meanwhile, ` +
      `${slow} over 1 s, median ${Math.round(times[times.length >> 1])} ms, slowest ${Math.round(times.at(-1))} ms, ` +
      `${Math.round((Date.now() - begun) / 1000)} s`,
    violations: [...proof.violations, ...stored, ...judgeSearches(searches)],
  };
});
