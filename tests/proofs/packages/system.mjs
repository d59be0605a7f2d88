// A clean Debian, booted with its own init in namespaces of its own: no network, no files of this machine.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ROOT, finallyDo, until } from "../../e2e/lib/processes.mjs";

/** Where roots are kept between runs. */
const STORE = process.env.ROOTS ?? join(ROOT, "target/proofs/roots");
const BOOT = join(import.meta.dirname, "boot.sh");
const PATHS = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/** What the systems have besides Debian's least: an init for services; a desktop's libraries and a screen. */
const WITH = {
  server: "systemd,systemd-sysv,dbus",
  desktop:
    "systemd,systemd-sysv,dbus,dbus-x11,xvfb,x11-utils,x11-apps,fonts-dejavu-core,libwebkit2gtk-4.1-0,libgtk-3-0,imagemagick",
};

/** The archive of a root, made by mmdebstrap from the mirror that it knows, once. */
function makeRoot(release, kind) {
  const archive = join(STORE, `${release}.${kind}.tar`);
  if (existsSync(archive)) return archive;
  mkdirSync(STORE, { recursive: true });
  const partial = archive.replace(/\.tar$/, ".partial.tar");
  const options = ["--variant=minbase", `--include=${WITH[kind]}`, release, partial];
  mustRun("mmdebstrap", options, { stdio: ["ignore", "inherit", "inherit"] });
  renameSync(partial, archive);
  return archive;
}

function mustRun(command, args, options) {
  const { status, error, stderr } = spawnSync(command, args, { encoding: "utf8", ...options });
  if (error || status !== 0) throw new Error(`${command} ${args.join(" ")}: ${error ?? `${status} ${stderr}`}`);
}

export class CleanSystem {
  /** Boots a root of `release` (such as bookworm) of `kind`, with the account `ana`. */
  static async boot(release, kind) {
    const archive = makeRoot(release, kind);
    const systems = join(ROOT, "target/proofs");
    mkdirSync(systems, { recursive: true });
    const root = mkdtempSync(join(systems, `system-${release}-`));
    finallyDo(() => rmSync(root, { recursive: true, force: true }));
    mustRun("tar", ["-C", root, "--numeric-owner", "-xf", archive]);
    const system = new CleanSystem(root);
    await system.start();
    system.must("useradd --create-home --shell /bin/sh ana");
    return system;
  }

  constructor(root) {
    this.root = root;
  }

  async start() {
    const spaces = "--mount --propagation private --uts --ipc --net --pid --cgroup --fork --kill-child";
    // One processor is enough, and leaves this machine the others.
    const command = `exec taskset -c 0 unshare ${spaces} sh "$0" "$1"`;
    const outer = spawn("sh", ["-c", command, BOOT, this.root], { stdio: ["ignore", "ignore", "inherit"] });
    const ended = new Promise((done) => outer.on("exit", done));
    finallyDo(async () => {
      outer.kill("SIGKILL");
      await ended;
    });
    this.init = await until("the clean system has a first process", () => {
      const children = readFileSync(`/proc/${outer.pid}/task/${outer.pid}/children`, "utf8").trim();
      return Number(children.split(" ")[0]) || null;
    });
    // Degraded where a unit wants what namespaces do not give, as loading modules of the kernel.
    await until("the clean system is up", () =>
      /running|degraded/.test(this.run("systemctl is-system-running").output),
    );
  }

  /** Runs a line of shell in the system; `as` is an account. */
  run(line, { as = "root", env = {} } = {}) {
    const home = as === "root" ? "/" : as === "celeiro" ? "/var/lib/celeiro" : "/home/ana";
    const given = Object.entries({ PATH: PATHS, HOME: home, LANG: "C.UTF-8", ...env });
    const words = given.map(([name, value]) => `${name}=${value}`);
    const become = as === "root" ? [] : ["runuser", "-u", as, "--"];
    const enter = ["-t", String(this.init), "--all", "--root", "--wd", "env", "-i", ...words, ...become];
    const done = spawnSync("nsenter", [...enter, "sh", "-c", line], { encoding: "utf8", maxBuffer: 1 << 28 });
    if (done.error) throw done.error;
    return { code: done.status, output: done.stdout + done.stderr, stdout: done.stdout };
  }

  /** The same; another exit code than 0 ends the proof. */
  must(line, options) {
    const done = this.run(line, options);
    if (done.code !== 0) throw new Error(`${line}: ${done.code}\n${done.output}`);
    return done;
  }

  /** One request from within the system: status and text, or why there is no answer. */
  ask(method, address, body) {
    const program = `
      const [method, address, body] = process.argv.slice(1);
      const headers = body ? { "content-type": "application/json" } : {};
      fetch(address, { method, headers, body: body || undefined, signal: AbortSignal.timeout(60000) })
        .then(async (reply) => console.log(JSON.stringify({ status: reply.status, text: await reply.text() })))
        .catch((error) => console.log(JSON.stringify({ status: 0, text: String(error.cause ?? error) })));`;
    const words = ["-e", program, "--", method, address, body ? JSON.stringify(body) : ""];
    const enter = ["-t", String(this.init), "--net", process.execPath, ...words];
    const { stdout } = spawnSync("nsenter", enter, { encoding: "utf8", maxBuffer: 1 << 28 });
    return JSON.parse(stdout);
  }

  /** Every path of the system that a package could leave behind. */
  listFiles() {
    const lines = this.must("find / -xdev -print").stdout.split("\n");
    // What dpkg, init and the tools for accounts keep by themselves.
    const passing =
      /^\/(proc|sys|dev|run|tmp|var\/(lib\/(dpkg|systemd|dbus)|log|cache|tmp|backups)|etc\/[^/]*-$|etc\/\.)/;
    return new Set(lines.filter((path) => path && !passing.test(path)));
  }
}
