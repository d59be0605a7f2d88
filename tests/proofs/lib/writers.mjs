// Writers that change the catalog over HTTP and ask again, under the same operation id, for every write
// whose answer was lost. Each owns its records, so what must come of them is known.
import { randomUUID } from "node:crypto";
import { pause } from "../../e2e/lib/processes.mjs";
import { LedgerEntry } from "./ledger.mjs";
import { createRandom } from "./random.mjs";

const BATCH = 5;
const IMPORTED_ROWS = 200;
/** The longest pause before a write is asked for again. */
const LONGEST_PAUSE_MS = 1_000;
/** Statuses after which a client asks again. */
const PASSING = new Set([408, 429, 503]);
/** What ends an import whose database went away. */
const INTERRUPTIONS = new Set([
  "import_interrupted",
  "database_unreachable",
  "database_stuck",
  "database_busy",
]);

/**
 * `renew` breaks the rule on purpose: a repeated write gets an operation id of its own. Then records are only
 * created, because the version of a changed one would betray the repetition.
 */
export class Writers {
  #open = Promise.resolve();
  #openGate = () => {};
  #idle = 0;
  #serial = 0;
  #stopped = false;

  constructor(client, ledger, { count = 8, renew = false, importEvery = 400 } = {}) {
    Object.assign(this, { client, ledger, count, renew, importEvery });
  }

  /** Writes until `stop` is called and the writes under way are acknowledged. */
  run() {
    const writers = Array.from({ length: this.count }, (_, number) => this.#write(number));
    return Promise.all([...writers, this.#import()]);
  }

  stop() {
    this.#stopped = true;
    this.resume();
  }

  /** Lets no new write begin and waits for those under way. */
  async pause() {
    this.#open = new Promise((open) => (this.#openGate = open));
    while (this.#idle < this.count + 1) await pause(10);
  }

  resume() {
    this.#openGate();
    this.#open = Promise.resolve();
  }

  async #pass() {
    this.#idle += 1;
    await this.#open;
    this.#idle -= 1;
    return !this.#stopped;
  }

  async #write(number) {
    const random = createRandom(number + 1);
    const items = [];
    while (await this.#pass()) {
      const draw = this.renew ? 0 : random(10);
      if (items.length < BATCH || draw < 5) items.push(await this.#createItem(number));
      else if (draw < 8) await this.#updateItem(items[random(items.length)]);
      else if (draw < 9) await this.#editCells(items.slice(-BATCH));
      else await this.#createFaq(number);
    }
    this.#idle += 1;
  }

  async #createItem(number) {
    const entry = this.#begin("create-item", (serial) => [`Adubo ${number} ${serial}`]);
    const item = await this.#send(entry, "POST", "/api/catalog/items", {
      name: entry.targets[0],
      price: entry.serial,
      description: "Grânulos para cobertura, saco de 50 kg. ".repeat(5),
    });
    return { id: item.id, name: entry.targets[0], version: item.version };
  }

  async #updateItem(item) {
    const entry = this.#begin("update-item", () => [item.name]);
    const path = `/api/catalog/items/${item.id}`;
    const stored = await this.#send(entry, "PUT", path, {
      version: item.version,
      name: item.name,
      price: entry.serial,
    });
    item.version = stored.version;
  }

  /** Several records in one operation: all of them or none. */
  async #editCells(items) {
    const entry = this.#begin("edit-cells", () => items.map(({ name }) => name));
    const cells = items.map(({ id, version }) => ({ id, version, field: "price", value: entry.serial }));
    const { rows } = await this.#send(entry, "POST", "/api/catalog/cells", { cells });
    for (const [at, row] of rows.entries()) {
      if (row.error) this.ledger.faults.push(`edit-cells: ${row.error.code}`);
      else items[at].version = row.version;
    }
  }

  async #createFaq(number) {
    const entry = this.#begin("create-faq", (serial) => [`Quanto rende o adubo ${number} ${serial}?`]);
    await this.#send(entry, "POST", "/api/faqs", {
      question: entry.targets[0],
      answer: "Dez sacos por hectare.",
    });
  }

  /** Imports a file each time `importEvery` writes were begun. */
  async #import() {
    for (let next = this.importEvery; await this.#pass(); await pause(20)) {
      if (this.ledger.entries.length < next) continue;
      const names = (serial) => Array.from({ length: IMPORTED_ROWS }, (_, row) => `Semente ${serial} ${row}`);
      const entry = this.#begin("import", names);
      const lines = entry.targets.map((name) => `${name};${entry.serial},00`);
      await this.#carryOut(entry, Buffer.from(`nome;preco\n${lines.join("\n")}\n`));
      next = this.ledger.entries.length + this.importEvery;
    }
    this.#idle += 1;
  }

  #begin(kind, nameTargets) {
    const serial = (this.#serial += 1);
    return this.ledger.add(new LedgerEntry(kind, randomUUID(), serial, nameTargets(serial)));
  }

  async #send(entry, method, path, body) {
    return this.#insist(entry, async () => {
      const reply = await this.client.ask(method, path, { ...body, operationId: entry.operationId });
      return this.#judge(entry, reply);
    });
  }

  /** A file is sent again too: an upload does not outlive the program. */
  async #carryOut(entry, bytes) {
    await this.#insist(entry, async () => {
      const uploadId = await this.client.upload("import", "sementes.csv", bytes);
      try {
        const request = { uploadId, kind: "items", operationId: entry.operationId };
        let state = await this.client.get("POST", "/api/imports", request);
        while (!state.result && !state.error) {
          await pause(50);
          state = await this.client.get("GET", `/api/imports/${state.id}`);
        }
        if (state.error && !INTERRUPTIONS.has(state.error.code))
          this.ledger.faults.push(`import: ${state.error.code}`);
        if (state.error) throw new Error(state.error.code);
      } finally {
        await this.client.ask("DELETE", `/api/uploads/${uploadId}`).catch(() => {});
      }
    });
  }

  #judge(entry, reply) {
    if (reply.status === 200) return reply.json;
    this.ledger.refused += 1;
    if (!PASSING.has(reply.status)) {
      this.ledger.faults.push(`${entry.kind}: ${reply.status} ${reply.text.slice(0, 200)}`);
      throw new UnexpectedReply(reply.text);
    }
    throw new Error(reply.text);
  }

  /** Does `action` until it succeeds; what it throws meanwhile counts as a lost answer. */
  async #insist(entry, action) {
    for (;;) {
      entry.sent += 1;
      entry.lastSent = Date.now();
      try {
        const result = await action();
        entry.acknowledged = true;
        return result;
      } catch (error) {
        if (error instanceof UnexpectedReply) throw error;
        this.ledger.lost += 1;
        if (this.renew) entry.operationId = randomUUID();
        await pause(Math.min(100 * 2 ** entry.sent, LONGEST_PAUSE_MS));
      }
    }
  }
}

class UnexpectedReply extends Error {}
