/**
 * A proof, not a test: the reply to a committed write is cut after each of its bytes, and the client asks
 * again under the same operation id. The write is applied once, and the second reply says what the first did.
 *
 *   node tests/proofs/replies.mjs                # every kind of write, at every byte of its reply
 *   CONTROL=fresh node tests/proofs/replies.mjs  # asks again under another id: doubles must show
 *
 * REPLIES is how many must be cut at least (500), STEP cuts at each so many bytes only, KIND names one kind
 * of write, LANES how many are asked for at once, CELEIRO the program.
 */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { dataFolder } from "../e2e/lib/processes.mjs";
import { Client } from "./lib/client.mjs";
import { ReplyCutter, findBody } from "./lib/faults/cutter.mjs";
import { concludeProof } from "./lib/outcome.mjs";
import { Server, findPort } from "./lib/server.mjs";
import { readSnapshot } from "./lib/snapshot.mjs";
import { WRITE_KINDS, withOperation } from "./lib/writekinds.mjs";

const least = Number(process.env.REPLIES ?? 500);
const step = Number(process.env.STEP ?? 1);
const lanes = Number(process.env.LANES ?? 4);
const control = process.env.CONTROL ?? "";

class Proof {
  cuts = 0;
  serial = 0;
  violations = [];
  /** How many operations were asked for, all of which must be there and nothing else. */
  operations = [];

  constructor(server) {
    this.server = server;
  }

  /** Cuts replies of one kind of write, from none of its bytes to all of them. */
  async cutEverywhere(kind, prepare) {
    let next = 0;
    let length = Infinity;
    const run = async () => {
      const cutter = await new ReplyCutter().listen(this.server.port);
      for (let at = next; at <= length; at = next) {
        next += step;
        length = Math.min(length, await this.#cutOnce(kind, prepare, cutter, at));
      }
      cutter.close();
    };
    await Promise.all(Array.from({ length: lanes }, run));
    return length;
  }

  /** The length of the whole reply of which the client got `at` bytes. */
  async #cutOnce(kind, prepare, cutter, at) {
    const { client } = this.server;
    const [method, path, body] = await prepare(client, (this.serial += 1));
    const operationId = randomUUID();
    cutter.cutAt = at;
    const whole = cutter.expectReply();
    const first = new Client(cutter.port, client.token);
    const told = await first.ask(method, ...withOperation(path, body, operationId)).catch(() => undefined);
    const reply = await whole;
    const label = `${kind}, cut at byte ${at} of ${reply.length}`;
    if (!reply.toString("latin1", 0, 12).endsWith("200")) throw new Error(`${label}: ${reply}`);
    if (told && at < reply.length) this.violations.push(`unnoticed: ${label}`);
    const again = control === "fresh" ? randomUUID() : operationId;
    const second = await client.ask(method, ...withOperation(path, body, again));
    const expected = reply.subarray(findBody(reply)).toString();
    if (second.status !== 200 || second.text !== expected) {
      this.violations.push(
        `answer: ${label}: ${second.status} ${second.text.slice(0, 300)} instead of ${expected.slice(0, 300)}`,
      );
    }
    this.operations.push({ id: operationId, label });
    this.cuts += 1;
    return reply.length;
  }

  /** Each operation stands once in the database, with at most one revision of each record. */
  async audit() {
    const { operations, revisions, catalog_items, faqs } = await readSnapshot(this.server);
    const stored = new Set(operations.map((row) => row.id));
    for (const { id, label } of this.operations) if (!stored.has(id)) this.violations.push(`lost: ${label}`);
    const changes = revisions.map((row) => `${row.operation_id} ${row.record_id}`);
    if (new Set(changes).size < changes.length)
      this.violations.push("twice: an operation changed a record two times");
    const titles = [...catalog_items.map((row) => row.name), ...faqs.map((row) => row.question)];
    const doubles = titles.length - new Set(titles).size;
    if (doubles) this.violations.push(`twice: ${doubles} records are there two times`);
    const versions = catalog_items.map(
      (row) => revisions.filter((change) => change.record_id === row.id).length === Number(row.version),
    );
    if (versions.includes(false)) this.violations.push("history: a version without its revision");
  }
}

await concludeProof("cut replies", control, async () => {
  const begun = Date.now();
  const server = new Server(join(dataFolder(), "data"), await findPort());
  await server.start();
  const proof = new Proof(server);
  const lengths = [];
  for (const [kind, prepare] of Object.entries(WRITE_KINDS)) {
    if (process.env.KIND && process.env.KIND !== kind) continue;
    const before = Date.now();
    const length = await proof.cutEverywhere(kind, prepare);
    lengths.push(`${kind} ${length} bytes`);
    console.error(
      `  ${kind}: ${length} bytes, ${Math.round((Date.now() - before) / 1000)} s, ${proof.violations.length} violations`,
    );
  }
  await proof.audit();
  await server.stop();
  if (proof.cuts < least) throw new Error(`only ${proof.cuts} replies were cut`);
  return {
    summary: `${proof.cuts} replies cut (${lengths.join(", ")}), ${Math.round((Date.now() - begun) / 1000)} s`,
    violations: proof.violations,
  };
});
