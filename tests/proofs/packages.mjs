/**
 * A proof, not a test: the packages on clean systems without a network. For each release of Debian a server's
 * root is booted: the portable archive runs from a home; the package is installed, its program fills the demo
 * catalog and finds in it, the service is off until it is turned on; an upgrade stops and starts the running
 * service and loses nothing; an earlier program refuses a newer schema; purging leaves the data and nothing else.
 * In a desktop's root the window opens on a screen without a screen (a picture of it goes to artifacts).
 *
 *   BINARIES=target/release node tests/proofs/packages.mjs
 *   CONTROL=residue node tests/proofs/packages.mjs   # a file is left behind: must be noticed
 *   CONTROL=wipe node tests/proofs/packages.mjs      # the data go with the package: must be noticed
 *
 * It needs root, mmdebstrap, and Debian's mirror for the first run (ROOTS keeps the systems). BINARIES_EARLIER
 * names programs of an earlier schema: then the upgrade migrates, and the backup before it is looked for.
 * RELEASES and SYSTEMS choose fewer; KEEP=1 takes the packages of the run before.
 */
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, cleanUp, until } from "../e2e/lib/processes.mjs";
import { concludeProof } from "./lib/outcome.mjs";
import { CleanSystem } from "./packages/system.mjs";

const control = process.env.CONTROL ?? "";
const releases = (process.env.RELEASES ?? "bookworm trixie").split(" ");
const systems = (process.env.SYSTEMS ?? "server desktop").split(" ");
const earlierBinaries = process.env.BINARIES_EARLIER;
const OUT = join(ROOT, "target/proofs/packages");
const SERVICE = "http://127.0.0.1:4180";
const QUERY = "fungicida para ferrugem da soja";
const AS_SERVICE = {
  as: "celeiro",
  env: { CELEIRO_DATA_DIR: "/var/lib/celeiro", CELEIRO_KEY_STORE: "file", EMBEDDING_PROVIDER: "local" },
};
// Filling the vectors of the neural model would take the one processor for minutes, and shows nothing here.
const ANA = { as: "ana", env: { EMBEDDING_PAUSED: "true" } };
/** Lists processes of ours with their programs; `ps` is not on every system. */
const LIST_OURS = `for p in /proc/[0-9]*; do
  case $(readlink $p/exe) in /usr/bin/celeiro* | /usr/lib/celeiro/*) echo "\${p#/proc/}:$(readlink $p/exe)" ;; esac
done`;
const DATA = ["/var/lib/celeiro", "/home/ana/.local/share/celeiro"];

/** Builds the packages of one version and gives its files. */
function build(name, binaries, version) {
  const out = join(OUT, name);
  if (process.env.KEEP && existsSync(join(out, "SHA256SUMS"))) return out;
  const env = { ...process.env, OUT: out, QUICK: "1" };
  if (binaries) env.BINARIES = binaries;
  if (version) env.VERSION = version;
  const { status } = spawnSync("sh", ["scripts/package.sh"], {
    cwd: ROOT,
    env,
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (status !== 0) throw new Error(`scripts/package.sh: ${status}`);
  return out;
}

const violations = [];

/** Notes a violation where `holds` is not so. */
function demand(holds, words) {
  if (!holds) violations.push(words);
  return holds;
}

/** Copies packages into the system, under names of their own. */
function bring(system, folder, name) {
  const target = join(system.root, "srv", name);
  mkdirSync(target, { recursive: true });
  for (const file of readdirSync(folder).filter((file) => /\.(deb|tar\.gz)$/.test(file))) {
    copyFileSync(join(folder, file), join(target, file));
  }
  return `/srv/${name}`;
}

function findHits(system, label, command, options) {
  const { code, stdout, output } = system.run(`${command} search --json "${QUERY}"`, options);
  const hits = code === 0 ? JSON.parse(stdout).results : [];
  demand(hits.length > 0, `search: ${label} found nothing: ${output.slice(0, 400)}`);
}

/** The program runs the PostgreSQL at `place` and has the neural model. */
function demandTrees(system, program, place) {
  const doctor = system.run(`${program} doctor`, ANA).output;
  demand(doctor.includes(`${place}/pg/`), `layout: another PostgreSQL than ${place} runs: ${doctor}`);
  demand(
    /(Modelo de vetores|Embedding model) .*neural$/m.test(doctor),
    `layout: the neural model is not found: ${doctor}`,
  );
}

async function provePortable(system, folder) {
  const home = ANA;
  system.must(`cd && tar -xzf ${folder}/celeiro-*-linux-*.tar.gz && mv celeiro-*-linux-* portable`, home);
  const program = "$HOME/portable/bin/celeiro --data-dir $HOME/of-the-archive";
  system.must(`${program} init --demo`, home);
  findHits(system, "the archive", program, home);
  demandTrees(system, program, "/home/ana/portable/postgres");
  system.must("rm -r $HOME/portable $HOME/of-the-archive", home);
}

function install(system, folder, names) {
  return system.must(`dpkg --install ${names.map((name) => `${folder}/${name}_*.deb`).join(" ")}`);
}

const isActive = (system) => system.run("systemctl is-active celeiro").output.trim() === "active";
const mainProcess = (system) => system.must("systemctl show --property MainPID celeiro").stdout.trim();

async function awaitService(system) {
  await until("the service is ready", () => {
    const { status, text } = system.ask("GET", `${SERVICE}/api/health`);
    return status === 200 && JSON.parse(text).phase === "ready";
  });
}

function searchService(system, label) {
  const { status, text } = system.ask("POST", `${SERVICE}/api/rag/search`, { query: QUERY });
  demand(status === 200 && JSON.parse(text).results.length > 0, `search: ${label}: ${status} ${text.slice(0, 300)}`);
}

/** Runs one statement in the service's database, with its server stopped. */
function alterDatabase(system, statement) {
  // A command has ended a moment before its server has.
  system.must("while [ -e /var/lib/celeiro/pg18/postmaster.pid ]; do sleep 0.2; done");
  const single = "/usr/lib/celeiro/postgres/pg/18/bin/postgres --single -D /var/lib/celeiro/pg18 celeiro";
  system.must(`echo "${statement}" | ${single}`, { as: "celeiro" });
}

async function proveService(system) {
  demand(!isActive(system), "service: it runs although nobody turned it on");
  demand(system.run("systemctl is-enabled celeiro").output.trim() === "disabled", "service: it is enabled");
  const mode = system.must("stat --format '%a %U:%G' /etc/default/celeiro").stdout.trim();
  demand(mode === "640 root:root", `settings: others read them: ${mode}`);
  // A setting of the administrator's, which an upgrade keeps.
  system.must("echo EMBEDDING_PROVIDER=local >>/etc/default/celeiro");
  system.must("systemctl enable --now celeiro");
  await awaitService(system);
  system.must("celeiro init --demo", AS_SERVICE);
  searchService(system, "the service");
  const item = { name: "Prova do pacote", externalId: "PROVA-1" };
  const { status, text } = system.ask("POST", `${SERVICE}/api/catalog/items`, item);
  demand(status < 300, `write: ${status} ${text}`);
}

function proveItemIsThere(system, label) {
  const { text } = system.ask("POST", `${SERVICE}/api/rag/search`, { query: "PROVA-1" });
  demand(text.includes("Prova do pacote"), `lost: the item is not there ${label}: ${text.slice(0, 300)}`);
}

async function proveUpgrade(system, folder) {
  system.must("nohup celeiro serve --port 4280 >$HOME/serve.out 2>&1 & echo $! >$HOME/serve.pid", ANA);
  await until("ana's server is ready", () => {
    const { status, text } = system.ask("GET", "http://127.0.0.1:4280/api/health");
    return status === 200 && JSON.parse(text).phase === "ready";
  });
  const earlier = mainProcess(system);
  const { output } = install(system, folder, ["celeiro"]);
  demand(isActive(system), "upgrade: the service that ran does not run any more");
  demand(mainProcess(system) !== earlier, "upgrade: the service is the process of before");
  await awaitService(system);
  searchService(system, "the service after the upgrade");
  proveItemIsThere(system, "after the upgrade");
  const kept = system.run("grep -q EMBEDDING_PROVIDER=local /etc/default/celeiro").code === 0;
  demand(kept, "upgrade: the service's settings are not those of before");
  const log = system.must("cat /var/lib/celeiro/cluster.log").stdout;
  demand(!log.includes("was not properly shut down"), "upgrade: PostgreSQL was not stopped in order");
  const own = system.must("cat /home/ana/serve.pid").stdout.trim();
  demand(output.includes(own), `upgrade: it does not name ana's server ${own}: ${output}`);
  const { status } = system.ask("POST", "http://127.0.0.1:4280/api/rag/search", { query: QUERY });
  demand(status === 200, `upgrade: ana's server does not go on: ${status}`);
  system.must(`kill ${own}; while [ -d /proc/${own} ]; do sleep 0.2; done`);
  if (!earlierBinaries) return;
  const backups = system.run("ls /var/lib/celeiro/backups/before-*.tar").stdout.trim().split("\n");
  demand(backups[0], "backup: there is none of before the migration");
  const verified = system.run(`celeiro backup verify ${backups[0]}`, AS_SERVICE);
  demand(verified.code === 0, `backup: ${verified.output}`);
}

/** A program of before meets the schema of a later one: it says so, changes nothing, and the later one goes on. */
async function proveDowngrade(system, earlier, newer) {
  system.must("systemctl stop celeiro");
  const row = "999, 'later', now(), true, '', 0";
  const columns = "version, description, installed_on, success, checksum, execution_time";
  // Programs of the same schema: a row stands for a later one.
  if (!earlierBinaries) {
    alterDatabase(system, `INSERT INTO public._sqlx_migrations (${columns}) VALUES (9${row})`);
  }
  install(system, earlier, ["celeiro"]);
  const { code, output } = system.run(`celeiro search "${QUERY}"`, AS_SERVICE);
  demand(code === 1 && output.includes("schema_mismatch"), `downgrade: it is not refused: ${code} ${output}`);
  console.log(`  downgrade: ${output.trim()}`);
  if (!earlierBinaries) alterDatabase(system, "DELETE FROM public._sqlx_migrations WHERE description = 'later'");
  install(system, newer, ["celeiro"]);
  demand(!isActive(system), "upgrade: a service that was stopped runs");
  system.must("systemctl start celeiro");
  await awaitService(system);
  proveItemIsThere(system, "after a downgrade that was refused");
}

async function provePurge(system, before, folder) {
  if (control === "residue") system.must("touch /usr/lib/celeiro/residue");
  const { output } = system.must("dpkg --purge celeiro");
  if (control === "wipe") system.must("rm -rf /var/lib/celeiro /home/ana/.local/share/celeiro");
  demand(!isActive(system), "purge: the service still runs");
  for (const folder of DATA) demand(output.includes(folder), `purge: it does not say that ${folder} stays: ${output}`);
  const around = ["/home/ana/.local", "/home/ana/.local/share", "/home/ana/serve.out", "/home/ana/serve.pid"];
  const left = [...system.listFiles()].filter(
    (path) =>
      !before.has(path) && !around.includes(path) && !DATA.some((data) => path === data || path.startsWith(`${data}/`)),
  );
  demand(left.length === 0, `left: ${left.length} paths, among them ${left.slice(0, 8).join(" ")}`);
  // The data are whole: the next installation goes on with them.
  install(system, folder, ["celeiro"]);
  demand(!isActive(system), "service: it runs although its settings were purged");
  system.must("systemctl start celeiro");
  await awaitService(system);
  proveItemIsThere(system, "after a purge");
  findHits(system, "ana after a purge", "celeiro", ANA);
}

async function proveServer(release, packages) {
  const system = await CleanSystem.boot(release, "server");
  try {
    await walkServer(system, packages);
  } catch (error) {
    console.error(system.run("journalctl -u celeiro -n 40; tail -n 40 /var/lib/celeiro/cluster.log").output);
    throw error;
  }
}

async function walkServer(system, packages) {
  const begun = Date.now();
  const log = (step) =>
    process.env.VERBOSE &&
    console.log(`  ${Math.round((Date.now() - begun) / 1000)} s  ${step} (${violations.length})`);
  demand(system.run("cat /proc/net/dev").stdout.trim().split("\n").length === 3, "control: the system has a network");
  const earlier = bring(system, packages.earlier, "earlier");
  const newer = bring(system, packages.newer, "newer");
  log("archive");
  await provePortable(system, newer);
  const before = system.listFiles();
  log("install");
  install(system, earlier, ["celeiro"]);
  system.must("celeiro init --demo", ANA);
  findHits(system, "ana", "celeiro", ANA);
  demandTrees(system, "celeiro", "/usr/lib/celeiro/postgres");
  log("service");
  await proveService(system);
  log("upgrade");
  await proveUpgrade(system, newer);
  log("downgrade");
  await proveDowngrade(system, earlier, newer);
  log("purge");
  await provePurge(system, before, newer);
}

async function proveDesktop(release, packages) {
  const system = await CleanSystem.boot(release, "desktop");
  const newer = bring(system, packages.newer, "newer");
  const before = system.listFiles();
  install(system, newer, ["celeiro", "celeiro-desktop"]);
  const home = { as: "ana", env: { ...ANA.env, DISPLAY: ":7", XDG_RUNTIME_DIR: "/tmp/ana" } };
  system.must("mkdir -m 700 /tmp/ana; celeiro init --demo", home);
  system.must("nohup Xvfb :7 -screen 0 1400x900x24 >/dev/null 2>&1 &", home);
  await until("there is a screen", () => system.run("xwininfo -root", home).code === 0);
  system.must("nohup dbus-run-session celeiro-desktop >$HOME/window.out 2>&1 &", home);
  const found = await until("the window is there", () => {
    const { stdout } = system.run("xwininfo -root -tree", home);
    return /"Celeiro": \("([^"]+)" "([^"]+)"\)\s+(\d+)x(\d+)/.exec(stdout);
  });
  demand(Number(found[3]) >= 720, `window: it is ${found[3]} wide`);
  console.log(`  window on ${release}: class ${found[1]}, ${found[2]}, ${found[3]}x${found[4]}`);
  // A page that was painted has more than the few colours of an empty window.
  await until("the page is painted", () => {
    const { stdout } = system.run("import -window root /tmp/window.png && identify -format %k /tmp/window.png", home);
    return Number(stdout) > 200;
  });
  system.must("sleep 5; import -window root /tmp/window.png", home);
  mkdirSync(join(ROOT, "artifacts"), { recursive: true });
  const { stdout } = system.must("base64 --wrap=0 /tmp/window.png");
  writeFileSync(join(ROOT, `artifacts/package-${release}.png`), Buffer.from(stdout, "base64"));
  findHits(system, "ana beside the window", "celeiro", ANA);
  system.must(`kill $(${LIST_OURS} | grep celeiro-desktop | cut -d : -f 1)`);
  await until("the window and its database have ended", () => system.run(LIST_OURS).stdout === "");
  system.must("dpkg --purge celeiro-desktop celeiro");
  const left = [...system.listFiles()].filter((path) => !before.has(path) && !path.startsWith("/home/ana/"));
  demand(left.length === 0, `left: of the window ${left.slice(0, 8).join(" ")}`);
}

await concludeProof("packages", control, async () => {
  const packages = {
    earlier: build("earlier", earlierBinaries ?? process.env.BINARIES, "0.0.9"),
    newer: build("newer", process.env.BINARIES, process.env.VERSION),
  };
  const begun = Date.now();
  for (const release of releases) {
    if (systems.includes("server")) await proveServer(release, packages);
    await cleanUp();
    if (systems.includes("desktop") && !control) await proveDesktop(release, packages);
    await cleanUp();
  }
  const seconds = Math.round((Date.now() - begun) / 1000);
  return { summary: `${releases.join(", ")}: ${systems.join(", ")}; ${seconds} s`, violations };
});
