// A disk whose power can be cut: ext4 in an image file on a file system that copies files by reference.
// Such a copy, made while the image is mounted, is what the disk held at that moment: all that was only in
// the kernel's memory is missing from it.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { finallyDo } from "../../../e2e/lib/processes.mjs";

const SIZE = { host: "40G", disk: "4G" };

export class Disk {
  /** Builds both file systems below `folder`; needs root, btrfs-progs (or xfsprogs) and e2fsprogs. */
  constructor(folder) {
    this.host = join(folder, "host");
    this.live = join(folder, "live");
    this.copy = join(folder, "copy");
    for (const point of [this.host, this.live, this.copy]) mkdirSync(point);
    makeImage(join(folder, "host.img"), SIZE.host, ["mkfs.btrfs", "-q"]);
    mount(join(folder, "host.img"), this.host);
    this.image = join(this.host, "disk.img");
    makeImage(this.image, SIZE.disk, ["mkfs.ext4", "-q", "-E", "lazy_itable_init=0,lazy_journal_init=0"]);
    mount(this.image, this.live);
  }

  /** Copies what the disk holds now. */
  cutPower() {
    execFileSync("cp", ["--reflink=always", this.image, this.#copied]);
  }

  /** Mounts the copy as a machine does that starts again. */
  mountCopy() {
    mount(this.#copied, this.copy);
  }

  dropCopy() {
    execFileSync("umount", [this.copy]);
    rmSync(this.#copied);
  }

  get #copied() {
    return join(this.host, "cut.img");
  }
}

function makeImage(path, size, [format, ...options]) {
  execFileSync("truncate", ["-s", size, path]);
  execFileSync(format, [...options, path]);
}

function mount(image, point) {
  execFileSync("mount", ["-o", "loop", image, point]);
  // A copy is unmounted before that; then there is nothing to do, and that is no error.
  finallyDo(() => spawnSync("umount", ["--lazy", "--detach-loop", "--quiet", point]));
}
