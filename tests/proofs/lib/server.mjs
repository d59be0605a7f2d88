// The program under proof: started, killed and started again on one folder and one port.
import { execFile } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync, readdirSync } from "node:fs";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { ROOT, finallyDo, program, start, stop, until } from "../../e2e/lib/processes.mjs";
import { Client } from "./client.mjs";

const TOKEN = "a-token-of-the-proof-0123456789abcdef";
const CELEIRO = process.env.CELEIRO ?? program("celeiro");
const POSTGRES = resolve(process.env.CELEIRO_POSTGRES_DIR ?? join(ROOT, "target/postgres"), "pg/18/bin");
const run = promisify(execFile);

export class Server {
  /**
   * `reach` is where this process sees the data folder, if the server sees it under another name; `env` stands
   * before what proofs set otherwise.
   */
  constructor(folder, port, { wrap = (command) => command, reach = folder, log = `${folder}.log`, env = {} } = {}) {
    Object.assign(this, { folder, port, wrap, reach, log, env });
    this.client = new Client(port, TOKEN);
    finallyDo(() => this.end());
  }

  /** Starts the program and waits until its database answers. */
  async start(patience = 120_000) {
    this.launch();
    await this.waitUntilReady(patience);
  }

  /** Starts the program. */
  launch() {
    const log = openSync(this.log, "a");
    const [command, ...args] = this.wrap([CELEIRO, "serve", "--port", String(this.port), "--rate", "0"]);
    this.process = start(command, args, { env: { ...environment(this.folder), ...this.env }, stdio: ["ignore", log, log] });
    closeSync(log);
  }

  async waitUntilReady(patience = 120_000) {
    let health = {};
    const look = async () => {
      if (this.process.exitCode !== null) throw new Error(`the server ended with ${this.process.exitCode}`);
      health = await this.client.get("GET", "/api/health", undefined, { patience: 5000 });
      return health.phase === "ready";
    };
    await until("the server is ready", look, patience).catch((error) => {
      throw new Error(`not ready: ${health.phase} ${health.phaseMessage ?? ""} ${health.warnings ?? ""}`, {
        cause: error,
      });
    });
  }

  /** Ends the program as a crash would. */
  async kill() {
    this.process.kill("SIGKILL");
    await this.process.ended;
  }

  /** Ends program and database in order. */
  async stop() {
    await stop(this.process);
    await until("the database is at rest", () => this.findDatabase().length === 0);
  }

  /** Ends what is left, in whatever state it is. */
  async end() {
    if (!this.process) return;
    await stop(this.process);
    for (const id of this.findDatabase()) signal(id, "SIGKILL");
  }

  /** The ids of the database's processes, the postmaster's first. */
  findDatabase() {
    const file = join(this.folder, "pg18/postmaster.pid");
    if (!existsSync(file)) return [];
    const postmaster = Number(readFileSync(file, "utf8").split("\n")[0]);
    const line = commandLine(postmaster);
    if (!line.includes("postgres") || !line.includes(this.folder)) return [];
    return [postmaster, ...findChildren(postmaster)];
  }

  /** What a program of the PostgreSQL tree prints, run as a role of this server's database. */
  async runTool(tool, args, role = "celeiro") {
    const secret = readFileSync(join(this.reach, "cluster.secret"), "utf8");
    const password = new RegExp(`^${role}=(.*)$`, "m").exec(secret)[1];
    const place = ["-h", join(this.reach, "s"), "-p", "5432", "-U", role];
    const env = { ...process.env, PGPASSWORD: password };
    const { stdout } = await run(join(POSTGRES, tool), [...place, ...args], { env, maxBuffer: 1 << 30 });
    return stdout;
  }

  /** Verifies every page of a database at rest; rejects where one is damaged. */
  async verifyChecksums() {
    await run(join(POSTGRES, "pg_checksums"), ["--check", "-D", join(this.reach, "pg18")]);
  }
}

/** A port that is free now. */
export function findPort() {
  return new Promise((done) => {
    const socket = createServer().listen(0, "127.0.0.1", () => {
      const { port } = socket.address();
      socket.close(() => done(port));
    });
  });
}

export function signal(id, name) {
  try {
    process.kill(id, name);
  } catch (error) {
    if (error.code !== "ESRCH") throw error;
  }
}

function environment(folder) {
  return {
    HOME: folder,
    CELEIRO_DATA_DIR: folder,
    // A database that is not the proof's own is neither killed nor filled.
    DATABASE_URL: undefined,
    CELEIRO_KEY_STORE: "file",
    CELEIRO_TOKEN: TOKEN,
    EMBEDDING_PROVIDER: "none",
    LLM_PROVIDER: "none",
  };
}

function commandLine(id) {
  try {
    return readFileSync(`/proc/${id}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

/** The ids of the processes that this one started and that still run. */
export function findChildren(parent) {
  return readdirSync("/proc")
    .filter((id) => /^\d+$/.test(id))
    .map(Number)
    .filter((id) => parentOf(id) === parent);
}

function parentOf(id) {
  try {
    const text = readFileSync(`/proc/${id}/stat`, "utf8");
    return Number(text.slice(text.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return 0;
  }
}
