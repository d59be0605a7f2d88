/**
 * A proof, not a test: writers change the catalog over HTTP, and again and again the power is cut: what the
 * disk holds at that moment is copied, and the program is started on the copy as on a machine that starts
 * again. Every acknowledged write is there, batches and imports are there whole or not at all, histories
 * replay to the records, and the checksum of every page is right.
 *
 *   sudo node tests/proofs/powercuts.mjs                            # 100 cuts
 *   sudo CONTROL=fsync node tests/proofs/powercuts.mjs              # nothing is forced to disk: losses must show
 *   sudo CONTROL=synchronous_commit node tests/proofs/powercuts.mjs # commits are not waited for: losses must show
 *
 * CUTS sets the size, WRITERS how many write at once, SEED the numbers, CELEIRO the program. Needs root,
 * btrfs-progs and unshare.
 */
import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { dataFolder, finallyDo, pause } from "../e2e/lib/processes.mjs";
import { Expected, findViolations } from "./lib/audit.mjs";
import { Disk } from "./lib/faults/disk.mjs";
import { Ledger } from "./lib/ledger.mjs";
import { concludeProof } from "./lib/outcome.mjs";
import { createRandom } from "./lib/random.mjs";
import { Server, findChildren, findPort } from "./lib/server.mjs";
import { readSnapshot } from "./lib/snapshot.mjs";
import { Writers } from "./lib/writers.mjs";

const cuts = Number(process.env.CUTS ?? 100);
const control = process.env.CONTROL ?? "";
const random = createRandom();
/** Indexes are verified against their tables at one cut in so many; it takes longer than all the rest. */
const AMCHECK_EVERY = 10;

/** Starts a server whose protection is switched off where a control says so. */
async function startLive(folder) {
  mkdirSync(folder, { mode: 0o700 });
  const server = new Server(folder, await findPort());
  await server.start();
  if (control) {
    await server.stop();
    appendFileSync(join(folder, "pg18/postgresql.auto.conf"), `${control} = off\n`);
    execFileSync("sync");
    await server.start();
  }
  return server;
}

/**
 * Starts the program on the copy, under the path of the original and with process ids of its own, as after
 * a restart: no stale lock file names a process that runs.
 */
class RestartedServer extends Server {
  constructor(disk, live, port) {
    const script = `mount --bind '${disk.copy}' '${disk.live}' && exec "$@"`;
    const wrap = (command) => [
      "unshare",
      "--mount",
      "--pid",
      "--fork",
      "--mount-proc",
      "--kill-child",
      "sh",
      "-c",
      script,
      "sh",
      ...command,
    ];
    super(live.folder, port, { wrap, reach: join(disk.copy, "data"), log: `${disk.copy}.log` });
  }

  async stop() {
    for (const id of findChildren(this.process.pid)) process.kill(id, "SIGTERM");
    await this.process.ended;
  }

  async end() {
    this.process?.kill("SIGKILL");
  }
}

/** Starts the program on what the disk held and audits it; `acknowledged` were so before the cut. */
async function auditCut(disk, live, ledger, acknowledged, number) {
  disk.mountCopy();
  const server = new RestartedServer(disk, live, await findPort());
  try {
    await server.start(control ? 60_000 : 120_000);
    const snapshot = await readSnapshot(server);
    const expect = (entry) => (acknowledged.has(entry) ? Expected.stored : Expected.open);
    const violations = findViolations(snapshot, ledger.entries, expect);
    if (number % AMCHECK_EVERY === 0) {
      await server.runTool(
        "pg_amcheck",
        ["-d", "celeiro", "--install-missing", "--heapallindexed"],
        "postgres",
      );
    }
    await server.stop();
    await server.verifyChecksums();
    return violations;
  } catch (error) {
    return [`unusable: ${error.message} ${error.cause?.message ?? ""} ${error.stdout ?? ""}`];
  } finally {
    await server.end();
    await server.process.ended;
    disk.dropCopy();
  }
}

await concludeProof("power cuts", control, async () => {
  const begun = Date.now();
  const disk = new Disk(dataFolder());
  const live = await startLive(join(disk.live, "data"));
  const ledger = new Ledger();
  const writers = new Writers(live.client, ledger, {
    count: Number(process.env.WRITERS ?? 8),
    importEvery: 100,
  });
  const written = writers.run();
  written.catch(() => {});
  finallyDo(() => writers.stop());
  const violations = [];
  let open = 0;
  let broken = 0;
  for (let number = 0; number < cuts; number += 1) {
    await pause(300 + random(1500));
    const acknowledged = new Set(ledger.entries.filter((entry) => entry.acknowledged));
    open += ledger.entries.length - acknowledged.size;
    disk.cutPower();
    await writers.pause();
    const found = await auditCut(disk, live, ledger, acknowledged, number);
    broken += found.length ? 1 : 0;
    violations.push(...found.map((violation) => `${violation} (cut ${number + 1})`));
    console.error(
      `  cut ${number + 1}: ${acknowledged.size} writes acknowledged, ${found.length} violations`,
    );
    writers.resume();
  }
  writers.stop();
  await written;
  await live.stop();
  return {
    summary:
      `${cuts} cuts, ${ledger.acknowledged} writes acknowledged, ${open} under way at the cuts, ` +
      `${broken} copies with violations, ${Math.round((Date.now() - begun) / 1000)} s`,
    violations: [...violations, ...ledger.faults.map((fault) => `fault: ${fault}`)],
  };
});
