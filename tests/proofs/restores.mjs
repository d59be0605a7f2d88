/**
 * A proof, not a test: a catalog is written to in every way that has an operation id, backed up, and read back into a
 * folder of its own, again and again. Each restore is equal to what was backed up: every row of every table that a
 * backup keeps, by its hash, and every attached file. A byte of each backup is flipped, and is reported. At last a
 * hundred thousand items are backed up within 60 s and read back within 5 min, equal too.
 *
 *   CELEIRO=target/release/celeiro node tests/proofs/restores.mjs   # 100 restores, then 100,000 items
 *   CONTROL=changed node tests/proofs/restores.mjs     # a price is changed in what was read back: must show
 *   CONTROL=lost …       # an attached file is removed from what was read back: must show
 *   CONTROL=unflipped …  # a backup of which no byte was flipped counts as damaged: must show
 *
 * RESTORES and ITEMS set the size (ITEMS=0 leaves the last part out), SEED the numbers, CELEIRO the program. The times
 * are promised of a release build.
 */
import { execFile } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { dataFolder, program, until } from "../e2e/lib/processes.mjs";
import { importItems } from "./lib/catalog.mjs";
import { concludeProof } from "./lib/outcome.mjs";
import { createRandom } from "./lib/random.mjs";
import { Postgres } from "./lib/replicated.mjs";
import { Server, findPort } from "./lib/server.mjs";
import { WRITE_KINDS, withOperation } from "./lib/writekinds.mjs";

const run = promisify(execFile);
const CELEIRO = process.env.CELEIRO ?? program("celeiro");
const control = process.env.CONTROL ?? "";
const restores = Number(process.env.RESTORES ?? (control ? 1 : 100));
const items = Number(process.env.ITEMS ?? (control ? 0 : 100_000));
const random = createRandom();
const MOST_BACKUP_MS = 60_000;
const MOST_RESTORE_MS = 300_000;
const PATIENCE_MS = 3_600_000;
/** Kinds of writes have numbers of their own, so that the names of no two rounds are the same. */
const KINDS_AT_MOST = 100;
/** What a backup leaves out, and the program makes anew. */
const LEFT_OUT = [
  "changed_records",
  "company_sign_ins",
  "digest_columns",
  "digest_rows",
  "digest_words",
  "digests",
  "primary_timelines",
  "shared_content_parts",
  "shared_contents",
  "user_invitations",
  "user_sessions",
];

/** Runs a command of the program on a data folder. */
function runProgram(folder, ...words) {
  const own = { HOME: join(folder, ".."), CELEIRO_DATA_DIR: folder, CELEIRO_KEY_STORE: "file" };
  const without = { DATABASE_URL: undefined, EMBEDDING_PROVIDER: "none", LLM_PROVIDER: "none" };
  return run(CELEIRO, words, { env: { CELEIRO_MODEL_DIR: "none", ...process.env, ...own, ...without } });
}

/** The hash of each table and of each attached file of a data folder that no program uses. */
async function readFingerprint(folder, change = () => {}) {
  await until("the database is at rest", () => !existsSync(join(folder, "pg18/postmaster.pid")));
  const postgres = new Postgres(folder);
  postgres.trustSuperuser();
  await postgres.start();
  await change(postgres);
  const found = new Map();
  const tables = await postgres.query(
    "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace",
  );
  for (const table of tables.flat().filter((name) => !LEFT_OUT.includes(name))) {
    const [[hash]] = await postgres.query(
      `SELECT count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) FROM public."${table}" t`,
    );
    found.set(table, hash);
  }
  await postgres.stop();
  for (const path of listAttached(folder))
    found.set(
      path,
      createHash("sha256")
        .update(readFileSync(join(folder, "files", path)))
        .digest("hex"),
    );
  return found;
}

/** Attached files, below `files`: each is named by its SHA-256. */
function listAttached(folder) {
  const files = join(folder, "files");
  if (!existsSync(files)) return [];
  return readdirSync(files, { recursive: true }).filter((path) => /(^|\/)[0-9a-f]{64}$/.test(path));
}

class Proof {
  violations = [];
  equal = 0;
  parts = 0;

  static async begin() {
    const proof = new Proof();
    proof.root = dataFolder();
    proof.folder = join(proof.root, "data");
    proof.server = new Server(proof.folder, await findPort());
    return proof;
  }

  violate(kind, words) {
    this.violations.push(`${kind}: ${words}`);
  }

  /** One write of each kind, acknowledged; then the program rests. */
  async write(round) {
    await this.server.start(PATIENCE_MS);
    const { client } = this.server;
    for (const [at, prepare] of Object.values(WRITE_KINDS).entries()) {
      const [method, path, body] = await prepare(client, round * KINDS_AT_MOST + at);
      await client.get(method, ...withOperation(path, body, randomUUID()));
    }
    await this.server.stop();
  }

  /** Backs the folder up and reads it back into a new one: how long both took, in ms. */
  async restore(name) {
    const before = await readFingerprint(this.folder);
    const [file, fresh] = [join(this.root, `${name}.tar`), join(this.root, `${name}-restored`)];
    const begun = Date.now();
    await runProgram(this.folder, "backup", file, "--json");
    const made = Date.now();
    await this.flipByte(file);
    const flipped = Date.now();
    const { stdout } = await runProgram(fresh, "restore", file, "--json");
    const over = Date.now();
    const { searches, checkedIndexes } = JSON.parse(stdout);
    if (!searches || !checkedIndexes)
      this.violate("unproven", `${name}: ${searches} searches and ${checkedIndexes} indexes were looked at`);
    if (control === "lost") rmSync(join(fresh, "files", listAttached(fresh)[0]));
    this.compare(name, before, await readFingerprint(fresh, spoil));
    rmSync(fresh, { recursive: true });
    rmSync(file);
    return { backup: made - begun, restore: over - flipped };
  }

  compare(name, before, after) {
    const parts = new Set([...before.keys(), ...after.keys()]);
    const others = [...parts].filter((part) => before.get(part) !== after.get(part));
    for (const part of others)
      this.violate("unequal", `${name}: ${part} was ${before.get(part)}, is ${after.get(part)}`);
    if (others.length === 0) this.equal += 1;
    this.parts = parts.size;
  }

  /** A copy of which one bit is another is told as damaged. */
  async flipByte(file) {
    const damaged = `${file}.damaged`;
    const at = random(statSync(file).size);
    if (control === "unflipped") copyFileSync(file, damaged);
    else {
      const bytes = readFileSync(file);
      bytes[at] ^= 1 << random(8);
      writeFileSync(damaged, bytes);
    }
    const isWhole = await runProgram(this.folder, "backup", "verify", damaged).then(
      () => true,
      () => false,
    );
    if (isWhole) this.violate("flip", `the byte ${at} was flipped and is not reported`);
    rmSync(damaged);
  }

  /** A large catalog: the times that are promised. */
  async restoreLarge() {
    await this.server.start(PATIENCE_MS);
    await importItems(this.server.client, items, random);
    await this.server.stop();
    const { backup, restore } = await this.restore("large");
    if (backup > MOST_BACKUP_MS) this.violate("slow", `the backup of ${items} items took ${backup} ms`);
    if (restore > MOST_RESTORE_MS) this.violate("slow", `the restore of ${items} items took ${restore} ms`);
    return `${items} items backed up in ${(backup / 1000).toFixed(1)} s, read back in ${(restore / 1000).toFixed(1)} s`;
  }
}

/** Changes on purpose what the proof must notice, past the triggers. */
async function spoil(postgres) {
  if (control !== "changed") return;
  await postgres.query(
    `SET session_replication_role = replica;
     UPDATE catalog_items SET price = price + 0.01 WHERE id = (SELECT min(id::text)::uuid FROM catalog_items WHERE price > 0)`,
  );
}

await concludeProof("restores", control, async () => {
  const begun = Date.now();
  const proof = await Proof.begin();
  for (let round = 1; round <= restores; round += 1) {
    await proof.write(round);
    await proof.restore(`round-${round}`);
    console.error(`  ${proof.equal} of ${round} restores equal`);
  }
  const summary = [
    `${proof.equal} of ${restores} restores equal, ${proof.parts} tables and files in the last`,
  ];
  if (items > 0) summary.push(await proof.restoreLarge());
  summary.push(`${Math.round((Date.now() - begun) / 1000)} s`);
  return { summary: summary.join("; "), violations: proof.violations };
});
