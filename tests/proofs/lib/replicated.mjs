// A primary and a standby on this machine, made of the files of a stopped server: the tree has no pg_basebackup.
import { execFile, execFileSync } from "node:child_process";
import {
  appendFileSync,
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { ROOT, finallyDo, start, until } from "../../e2e/lib/processes.mjs";
import { findChildren, signal } from "./server.mjs";

const POSTGRES = resolve(process.env.CELEIRO_POSTGRES_DIR ?? join(ROOT, "target/postgres"), "pg/18/bin");
const run = promisify(execFile);
/** PostgreSQL refuses root, and takes a user namespace in which root has another name. */
const AS_USER = process.getuid() === 0 ? ["unshare", "--user", "--map-user=65534", "--map-group=65534"] : [];

/** One PostgreSQL server on the data folder of a Celeiro that does not run. */
export class Postgres {
  constructor(folder) {
    this.folder = folder;
    this.pgdata = join(folder, "pg18");
    this.sockets = join(folder, "s");
    finallyDo(() => this.kill());
  }

  /** Starts the server and waits until it takes connections. */
  async start() {
    execFileSync("mkdir", ["-p", "-m", "0700", this.sockets]);
    const log = openSync(join(this.folder, "proof.log"), "a");
    const postgres = [join(POSTGRES, "postgres"), "-D", this.pgdata, "-k", this.sockets, "-p", "5432"];
    const [command, ...args] = [...AS_USER, ...postgres];
    this.process = start(command, args, { stdio: ["ignore", log, log] });
    closeSync(log);
    const isReady = () =>
      run(join(POSTGRES, "pg_isready"), ["-h", this.sockets]).then(
        () => true,
        () => false,
      );
    await until("PostgreSQL takes connections", isReady, 60_000);
  }

  /** Adds lines to the settings; a running server reads them at once. */
  async set(lines) {
    appendFileSync(join(this.pgdata, "postgresql.auto.conf"), `\n${lines.join("\n")}\n`);
    if (this.process) await this.control("reload");
  }

  /** Makes a standby the primary. */
  async promote() {
    await this.control("promote", "-w");
  }

  async control(...words) {
    const [command, ...args] = [...AS_USER, join(POSTGRES, "pg_ctl"), ...words, "-D", this.pgdata];
    await run(command, args);
  }

  /** Stops the server in order. */
  async stop() {
    if (!this.process) return;
    await this.control("stop", "-m", "fast", "-w");
    this.process = undefined;
  }

  /** Ends the server as a power cut would. */
  async kill() {
    const file = join(this.pgdata, "postmaster.pid");
    if (!this.process || !existsSync(file)) return;
    const postmaster = Number(readFileSync(file, "utf8").split("\n")[0]);
    for (const id of [postmaster, ...findChildren(postmaster)]) signal(id, "SIGKILL");
    this.process = undefined;
  }

  /** The address of the database, as DATABASE_URL takes it. */
  get url() {
    const host = this.sockets.replaceAll("/", "%2F");
    return `postgres://celeiro:${this.password("celeiro")}@${host}:5432/celeiro`;
  }

  password(role) {
    const secret = readFileSync(join(this.folder, "cluster.secret"), "utf8");
    return new RegExp(`^${role}=(.*)$`, "m").exec(secret)[1];
  }
}

/** Makes `to` a standby of `from`, which must be stopped, with a copy of its files. */
export function makeStandby(from, to) {
  rmSync(to.folder, { recursive: true, force: true });
  execFileSync("cp", ["-a", from.folder, to.folder]);
  rmSync(join(to.pgdata, "postmaster.pid"), { force: true });
  const login = `host=${from.sockets} port=5432 user=postgres password=${from.password("postgres")}`;
  appendFileSync(join(to.pgdata, "postgresql.auto.conf"), `\nprimary_conninfo = '${login}'\n`);
  // In force once it is the primary: it has no standby then, and commits must not wait for one.
  appendFileSync(join(to.pgdata, "postgresql.auto.conf"), "synchronous_standby_names = ''\n");
  writeFileSync(join(to.pgdata, "standby.signal"), "");
}
