// A primary and its standbys on this machine, by PostgreSQL's streaming replication. Standbys are made of copies of the
// primary's files, taken as pg_basebackup takes them, which the tree has not.
import { execFile, execFileSync } from "node:child_process";
import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { ROOT, finallyDo, start, until } from "../../e2e/lib/processes.mjs";
import { Session, query } from "./query.mjs";
import { Server, findChildren, findPort, signal } from "./server.mjs";

const TREE = process.env.CELEIRO_POSTGRES_DIR ?? join(ROOT, "target/postgres");
const run = promisify(execFile);
/** PostgreSQL refuses root, and takes a user namespace in which root has another name. */
const AS_USER = process.getuid() === 0 ? ["unshare", "--user", "--map-user=65534", "--map-group=65534"] : [];

const TRUST = "local all postgres trust\n";

/** What each of the servers has, so that any of them can be the primary. */
const SETTINGS = [
  "wal_level = 'replica'",
  "max_wal_senders = 8",
  "wal_keep_size = '256MB'",
  "hot_standby_feedback = on",
  // A standby that follows another primary asks again soon.
  "wal_retrieve_retry_interval = '500ms'",
];

/** One PostgreSQL server on the data folder of a Celeiro that does not run. */
export class Postgres {
  /** `tree` is the PostgreSQL tree whose programs run it, if not that of the program. */
  constructor(folder, tree = TREE) {
    this.folder = folder;
    this.programs = resolve(tree, "pg/18/bin");
    this.pgdata = join(folder, "pg18");
    this.sockets = join(folder, "s");
  }

  /** Lets the superuser in without a password, by the socket of this folder; from the next start on. */
  trustSuperuser() {
    const file = join(this.pgdata, "pg_hba.conf");
    const lines = readFileSync(file, "utf8");
    if (!lines.startsWith(TRUST)) writeFileSync(file, TRUST + lines);
  }

  /** Starts the server and waits until it takes connections. */
  async start() {
    execFileSync("mkdir", ["-p", "-m", "0700", this.sockets]);
    const log = openSync(join(this.folder, "proof.log"), "a");
    const postgres = [join(this.programs, "postgres"), "-D", this.pgdata, "-k", this.sockets, "-p", "5432"];
    const [command, ...args] = [...AS_USER, ...postgres];
    this.process = start(command, args, { stdio: ["ignore", log, log] });
    closeSync(log);
    // Asked in order, a server waits for its clients, and they for theirs.
    finallyDo(() => this.kill());
    const isReady = () =>
      run(join(this.programs, "pg_isready"), ["-h", this.sockets]).then(
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
    const [command, ...args] = [...AS_USER, join(this.programs, "pg_ctl"), ...words, "-D", this.pgdata];
    await run(command, args);
  }

  /** Stops the server in order, without waiting for its clients. */
  async stop() {
    if (!this.process) return;
    await this.control("stop", "-m", "fast", "-w");
    this.process = undefined;
  }

  /** Ends the server as a power cut would. */
  async kill() {
    if (!this.process) return;
    const [postmaster, ...others] = this.findProcesses();
    for (const id of [postmaster, ...others]) signal(id, "SIGKILL");
    await this.process.ended;
    this.process = undefined;
  }

  /** Sends nothing more to standbys until it is killed or `sendAgain`: what a network does that is cut off. */
  sendNothing(count = Infinity) {
    const senders = this.findProcesses().filter((id) => readCommand(id).includes("walsender"));
    this.silent = senders.slice(0, count);
    for (const id of this.silent) signal(id, "SIGSTOP");
  }

  sendAgain() {
    for (const id of this.silent ?? []) signal(id, "SIGCONT");
    this.silent = undefined;
  }

  findProcesses() {
    const file = join(this.pgdata, "postmaster.pid");
    if (!existsSync(file)) return [];
    const postmaster = Number(readFileSync(file, "utf8").split("\n")[0]);
    return [postmaster, ...findChildren(postmaster)];
  }

  /** The rows of a statement of the superuser. */
  query(sql) {
    return query(this.sockets, sql);
  }

  /** The one value of a statement, as a number. */
  async count(sql) {
    const [[value]] = await this.query(sql);
    return Number(value);
  }

  /** How far a standby has received the primary's log, in bytes. */
  countReceived() {
    return this.count("SELECT coalesce(pg_last_wal_receive_lsn(), '0/0') - '0/0'");
  }

  /** The address of the database, as DATABASE_URL takes it. */
  get url() {
    const host = this.sockets.replaceAll("/", "%2F");
    return `postgres://celeiro:${this.password("celeiro")}@${host}:5432/celeiro`;
  }

  /** Where a standby finds this server. */
  get login() {
    return `primary_conninfo = 'host=${this.sockets} port=5432 user=postgres password=${this.password("postgres")}'`;
  }

  password(role) {
    const secret = readFileSync(join(this.folder, "cluster.secret"), "utf8");
    return new RegExp(`^${role}=(.*)$`, "m").exec(secret)[1];
  }
}

/** A primary and standbys that follow it; which of them is the primary changes. */
export class Replication {
  /**
   * Makes servers in folders of `root` that all run: the first, with the schema of the program, is the primary. A
   * commit waits until one standby has it on disk, unless `synchronous` is false. `fill` may fill the data folder with a program that is at rest.
   */
  static async make(root, { standbys = 2, synchronous = true, fill = makeSchema } = {}) {
    const replication = new Replication();
    const [first, ...others] = ["a", "b", "c", "d"]
      .slice(0, 1 + standbys)
      .map((name) => new Postgres(join(root, name)));
    Object.assign(replication, { servers: [first, ...others], primary: first });
    mkdirSync(first.folder, { mode: 0o700 });
    await fill(first.folder);
    first.trustSuperuser();
    await first.set([...SETTINGS, `synchronous_standby_names = '${synchronous ? "ANY 1 (*)" : ""}'`]);
    await first.start();
    for (const standby of others) await replication.join(standby);
    return replication;
  }

  get standbys() {
    return this.servers.filter((server) => server !== this.primary);
  }

  /** The settings of a program that works with these servers; the first is that of DATABASE_URL. */
  get env() {
    const [first, ...others] = this.servers.map(({ url }) => url);
    return { DATABASE_URL: first, DATABASE_REPLICA_URLS: others.join(",") };
  }

  /** Makes a server that does not run a standby of the primary, with its files of this moment, and starts it. */
  async join(server) {
    rmSync(server.folder, { recursive: true, force: true });
    mkdirSync(server.folder, { mode: 0o700 });
    execFileSync("cp", ["-a", join(this.primary.folder, "cluster.secret"), server.folder]);
    const session = await Session.open(this.primary.sockets);
    await session.query("SELECT pg_backup_start('proof', true)");
    // Files that go while they are copied are in the log.
    await run("cp", ["-a", this.primary.pgdata, server.folder]).catch(() => {});
    const [[label]] = await session.query("SELECT labelfile FROM pg_backup_stop()");
    session.close();
    for (const file of ["postmaster.pid", "postmaster.opts", "standby.signal"])
      rmSync(join(server.pgdata, file), { force: true });
    execFileSync("sh", [
      "-c",
      'rm -rf "$1"/pg_wal/* "$1"/pg_replslot/* && mkdir -m 0700 "$1/pg_wal/archive_status"',
      "sh",
      server.pgdata,
    ]);
    writeFileSync(join(server.pgdata, "backup_label"), label);
    writeFileSync(join(server.pgdata, "standby.signal"), "");
    await server.set([this.primary.login]);
    await server.start();
    await until("the standby follows", () => this.isFollowedBy(server), 60_000);
  }

  /** Whether a standby receives the log of the primary; asked for a moment, for it may be on its way there. */
  async follows(server) {
    const look = () => this.isFollowedBy(server);
    return until("the standby follows", look, 10_000).catch(() => false);
  }

  /** Whether a standby has received all that the primary has now. */
  async isFollowedBy(server) {
    const written = await this.primary.count("SELECT pg_current_wal_flush_lsn() - '0/0'");
    return (await server.countReceived()) >= written;
  }

  /**
   * Promotes the standby that has received most, or least where `behind`, once the primary is gone, and has the others
   * follow it. Tells how long the promotion took, in ms.
   */
  async failOver({ behind = false } = {}) {
    const begun = Date.now();
    const received = await Promise.all(this.standbys.map((server) => server.countReceived()));
    const most = Math[behind ? "min" : "max"](...received);
    const [old, next] = [this.primary, this.standbys[received.indexOf(most)]];
    await next.promote();
    this.primary = next;
    for (const server of this.standbys.filter((one) => one !== old)) await server.set([next.login]);
    return { old, took: Date.now() - begun, apart: Math.max(...received) - Math.min(...received) };
  }
}

async function makeSchema(folder) {
  const server = new Server(folder, await findPort());
  await server.start();
  await server.stop();
}

function readCommand(id) {
  try {
    return readFileSync(`/proc/${id}/cmdline`, "utf8");
  } catch {
    return "";
  }
}
