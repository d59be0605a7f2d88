/**
 * A proof, not a test: a data folder as an older program left it (schema and rows of then) is opened by this one, which
 * makes a backup and brings the schema up to date. Program and database are killed at random moments of that; each
 * time the database has the old schema, the new one, or one between them whole, and every row with its history. The
 * next opening ends it: schema and objects are those of a new folder, the rows those of before, a search finds them, a
 * write is taken, the backup before it is whole, and no page is damaged. An older folder has one role that does
 * everything; afterwards everyday work signs in as the second one, which may what it may in a new folder. A folder of
 * another major version of PostgreSQL is refused and stays as it is.
 *
 *   node tests/proofs/upgrade.mjs                  # 50 kills, of five older schemas in turn
 *   CONTROL=lost node tests/proofs/upgrade.mjs     # a migration that loses a revision and changes a price: must show
 *   CONTROL=skipped node tests/proofs/upgrade.mjs  # a migration that is entered and was not made: must show
 *   CONTROL=rights node tests/proofs/upgrade.mjs   # the second role may change a history: must show
 *
 * KILLS and ITEMS set the size, SCHEMAS the older versions (with commas), SEED the numbers, CELEIRO the program.
 * POSTGRES_BEFORE names the PostgreSQL tree that made the folders, of an earlier minor version: their server is then
 * exchanged too. There is one pinned tree, so without it that is not shown.
 */
import { execFile, execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { dataFolder, pause, program, until } from "../e2e/lib/processes.mjs";
import { findBrokenHistories } from "./lib/audit.mjs";
import {
  FIRST_WITH_FIELDS,
  SOUGHT,
  TABLES,
  enterMigration,
  listMigrations,
  makeOlderFolder,
  readSchema,
} from "./lib/older.mjs";
import { concludeProof } from "./lib/outcome.mjs";
import { query } from "./lib/query.mjs";
import { createRandom } from "./lib/random.mjs";
import { Postgres } from "./lib/replicated.mjs";
import { Server, findPort, signal } from "./lib/server.mjs";
import { readSnapshot } from "./lib/snapshot.mjs";

const run = promisify(execFile);
const CELEIRO = process.env.CELEIRO ?? program("celeiro");
const control = process.env.CONTROL ?? "";
const kills = Number(process.env.KILLS ?? (control ? 1 : 50));
const items = Number(process.env.ITEMS ?? 3_000);
const schemas = (
  process.env.SCHEMAS ?? "20261122001500,20261127000200,20261129000500,20261130000300,20261130000700"
)
  .split(",")
  .map(Number);
const random = createRandom();
const PATIENCE_MS = 600_000;
/** What the program makes anew from what people wrote. */
const DERIVED = new Set([
  "search_text",
  "search_words",
  "attribute_text",
  "length_key",
  "question_normalized",
]);

/** What is killed; each is drawn as often as the others. */
const VICTIMS = {
  program: (server) => server.kill(),
  database: async (server) => killDatabase(server),
  everything: async (server) => {
    killDatabase(server);
    await server.kill();
  },
};

function killDatabase(server) {
  for (const id of server.findDatabase()) signal(id, "SIGKILL");
}

class Proof {
  violations = [];
  states = { old: 0, between: 0, new: 0 };
  done = 0;

  violate(kind, words) {
    this.violations.push(`${kind}: ${words}`);
  }

  /**
   * Opens a copy of `older`, killed `count` times on the way at moments within `within` ms; tells how long the last
   * opening took.
   */
  async upgrade(older, { count = 0, within = 0 } = {}) {
    const folder = `${older.folder}-copy`;
    execFileSync("cp", ["-a", older.folder, folder]);
    const server = new Server(folder, await findPort());
    try {
      if (control && control !== "rights") await spoil(folder, older);
      for (let kill = 0; kill < count; kill += 1) await this.interrupt(server, older, within);
      const begun = Date.now();
      await server.start(PATIENCE_MS);
      const took = Date.now() - begun;
      if (control === "rights")
        await query(join(folder, "s"), "GRANT UPDATE, DELETE ON revisions TO celeiro_work");
      await this.examine(server, older);
      return took;
    } catch (error) {
      this.violate("closed", `from ${older.version}: ${error.message}`);
      return within;
    } finally {
      await server.end();
      rmSync(folder, { recursive: true, force: true });
      rmSync(server.log, { force: true });
    }
  }

  /** Kills while the folder is opened, and looks at what is there then. */
  async interrupt(server, older, within) {
    server.launch();
    await pause(random(within));
    const names = Object.keys(VICTIMS);
    await VICTIMS[names[random(names.length)]](server);
    // A program that lost its database may be at work on it again.
    await pause(random(200));
    await server.kill();
    const [version, rows] = await this.readAtRest(server);
    const state = version === older.version ? "old" : version === listMigrations().at(-1) ? "new" : "between";
    this.states[state] += 1;
    this.done += 1;
    this.compare(older, rows, `killed at ${version}`);
    console.error(`  ${this.done} kills, the last from ${older.version} left it ${state}`);
  }

  /** Version and rows of a folder whose program is gone; its database may run still. */
  async readAtRest(server) {
    const postgres = new Postgres(server.folder);
    const runs = server.findDatabase().length > 0;
    if (!runs) await postgres.start();
    const look = () => query(postgres.sockets, "SELECT max(version) FROM _sqlx_migrations WHERE success");
    const [[version]] = await until("the database answers", look, PATIENCE_MS);
    const rows = await readSnapshot(server, TABLES);
    if (!runs) await postgres.stop();
    return [Number(version), rows];
  }

  /** Every row of before is there with what people wrote, nothing was added, and histories are whole. */
  compare(older, rows, when) {
    for (const table of TABLES) {
      const known = new Map(rows[table].map((row) => [row.id, row]));
      const label = `${table} from ${older.version}, ${when}`;
      if (known.size > older.rows[table].length) this.violate("twice", `${label}: rows that nobody wrote`);
      const lost = older.rows[table].filter(({ id }) => !known.has(id));
      if (lost.length) this.violate("lost", `${label}: ${lost.length} rows`);
      const changed = older.rows[table].filter((row) => known.has(row.id) && differs(row, known.get(row.id)));
      if (changed.length) this.violate("changed", `${label}: ${changed.length} rows`);
    }
    this.violations.push(...findBrokenHistories(rows));
  }

  async examine(server, older) {
    this.compare(older, await readSnapshot(server, TABLES), "opened");
    const [schema, { newest }] = [await readSchema(server), older];
    const others = [
      ...newest.filter((part) => !schema.includes(part)),
      ...schema.filter((part) => !newest.includes(part)),
    ];
    if (others.length)
      this.violate(
        "schema",
        `from ${older.version}: ${others.length} objects are not those of a new folder: ${others[0]?.slice(0, 200)}`,
      );
    const [[entered]] = await query(
      join(server.folder, "s"),
      "SELECT string_agg(version::text, ',' ORDER BY version) FROM _sqlx_migrations WHERE success",
    );
    if (entered !== listMigrations().join(",")) this.violate("schema", `entered are ${entered}`);
    await this.work(server, older);
    await this.examineRoles(server, older);
    if (older.version >= FIRST_WITH_FIELDS) await this.examineFields(server, older);
    await server.stop();
    await server.verifyChecksums();
    await this.verifyBackups(server, older);
  }

  /** What people ask for is done by the second role, which an older folder has not, with the password of its file. */
  async examineRoles(server, older) {
    const roles = await query(
      join(server.folder, "s"),
      "SELECT DISTINCT usename FROM pg_stat_activity WHERE datname = 'celeiro' AND application_name = 'celeiro'",
    );
    const names = roles.flat().join(", ");
    if (!names.split(", ").includes("celeiro_work"))
      this.violate("role", `from ${older.version}: everyday work signs in as ${names || "nobody"}`);
    await server
      .runTool("pg_dump", ["-d", "celeiro", "--data-only", "--no-sync", "-t", "faqs"], "celeiro_work")
      .catch((error) => this.violate("role", `from ${older.version}: ${error.stderr ?? error.message}`));
  }

  /** What was left out of searches still is, and what a category expects is handed down to those below it. */
  async examineFields(server, older) {
    const [field] = await server.client.get("GET", "/api/catalog/fields");
    const [change] = await server.client.get("GET", `/api/catalog/fields/${field?.id}/history`);
    const [[handedDown, stale]] = await query(
      join(server.folder, "s"),
      `SELECT (SELECT count(*) FROM inherited_expectations
          WHERE category = 'fertilizantes' AND 'registro' = ANY(attributes)),
         (SELECT count(*) FROM catalog_grid g JOIN catalog_grid_rows r USING (item_id)
          WHERE g.completeness <> r.completeness)`,
    );
    const label = `from ${older.version}`;
    if (field?.searchWeight !== "none" || change?.after?.searchWeight !== "none")
      this.violate("changed", `${label}: the search reads a field that was left out, or its history is gone`);
    if (handedDown !== "1" || stale !== "0")
      this.violate(
        "changed",
        `${label}: expectations are handed down ${handedDown} times, ${stale} rows are stale`,
      );
  }

  /** A search finds what was there, and a write is taken. */
  async work({ client }, older) {
    const { results } = await client.get("POST", "/api/rag/search", { query: SOUGHT, limit: 5 });
    if (!results.some(({ item }) => item?.name === SOUGHT)) this.violate("lost", `${SOUGHT} is not found`);
    const item = { name: `Depois de ${older.version}`, price: 1, operationId: randomUUID() };
    await client.get("POST", "/api/catalog/items", item);
  }

  /** The backup before the migration is there and whole; none is half. */
  async verifyBackups(server, older) {
    const folder = join(server.folder, "backups");
    const files = readdirSync(folder).filter((name) => /^before-.*\.tar$/.test(name));
    // Two are kept: one that was interrupted twice between two schemas has made three.
    if (files.length === 0) this.violate("backup", `none was made before ${older.version} was changed`);
    for (const name of files)
      await runProgram(server.folder, "backup", "verify", join(folder, name)).catch((error) =>
        this.violate("backup", `${name}: ${error.stderr}`),
      );
  }

  /** A folder of another major version is refused, and opens again as it was. */
  async refuseOtherMajor(older) {
    const version = join(older.folder, "pg18/PG_VERSION");
    const [own, files] = [readFileSync(version, "utf8"), readOwnFiles(older.folder)];
    writeFileSync(version, "17\n");
    const told = await runProgram(older.folder, "doctor", "--json").catch((error) => error);
    const { checks } = JSON.parse(told.stdout);
    const database = checks.find(({ name }) => name === "database");
    if (database?.state !== "failed" || !database.found.includes("17"))
      this.violate("major", `a folder of PostgreSQL 17 is not refused: ${database?.found}`);
    if (readOwnFiles(older.folder) !== files)
      this.violate("major", "a folder of PostgreSQL 17 was changed before it was refused");
    writeFileSync(version, own);
  }
}

/** What the program writes into a folder beside the cluster's own files: passwords, and that it is set up. */
function readOwnFiles(folder) {
  return ["cluster.secret", "pg18/celeiro.ready"]
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join();
}

/** Breaks on purpose what the proof must notice: the folder is at rest, and is opened next. */
async function spoil(folder, older) {
  const postgres = new Postgres(folder);
  await postgres.start();
  if (control === "lost") {
    // As a migration would that goes past the triggers.
    await postgres.query(
      `SET session_replication_role = replica;
       DELETE FROM revisions WHERE id = (SELECT max(id) FROM revisions WHERE kind = 'items');
       UPDATE catalog_items SET price = 4 WHERE price = 9.75`,
    );
  } else {
    const last = older.entered.at(-1);
    await postgres.query(enterMigration(last));
  }
  await postgres.stop();
}

/** Runs a command on a folder. */
function runProgram(folder, ...words) {
  const own = { HOME: folder, CELEIRO_DATA_DIR: folder, CELEIRO_KEY_STORE: "file", DATABASE_URL: undefined };
  return run(CELEIRO, words, { env: { CELEIRO_MODEL_DIR: "none", ...process.env, ...own } });
}

function differs(before, after) {
  return Object.keys(before).some(
    (column) => column in after && !DERIVED.has(column) && before[column] !== after[column],
  );
}

await concludeProof("upgrade", control, async () => {
  const begun = Date.now();
  const [proof, root] = [new Proof(), dataFolder()];
  const olders = [];
  for (const version of schemas) {
    const older = await makeOlderFolder(
      join(root, String(version)),
      version,
      items,
      process.env.POSTGRES_BEFORE,
    );
    older.took = await proof.upgrade(older);
    olders.push(older);
  }
  await proof.refuseOtherMajor(olders[0]);
  for (let round = 0; proof.done < kills && proof.violations.length === 0; round += 1) {
    const older = olders[round % olders.length];
    // One opening in three is killed twice: what the first kill left is what the second one meets.
    const count = Math.min(kills - proof.done, round % 3 === 2 ? 2 : 1);
    await proof.upgrade(older, { count, within: older.took });
  }
  const states = Object.entries(proof.states).map(([state, count]) => `${state} ${count}`);
  const times = olders.map(({ version, took }) => `${version} ${took} ms`);
  return {
    summary:
      `${proof.done} kills (schema then: ${states.join(", ")}), ${items} items, ` +
      `opened without a kill: ${times.join(", ")}, ${Math.round((Date.now() - begun) / 1000)} s`,
    violations: proof.violations,
  };
});
