// A desktop without a person: a screen, a session bus, and WebKit's driver for a window on it.
import { printed, start, until } from "./processes.mjs";

/** A screen and a session bus; puts their addresses into `env`. */
export async function startDesktop(env) {
  const screen = start("Xvfb", ["-displayfd", "1", "-screen", "0", "1440x900x24", "-nolisten", "tcp"]);
  env.DISPLAY = `:${(await printed(screen, /(\d+)\n/))[1]}`;
  const bus = start("dbus-daemon", ["--session", "--nofork", "--print-address=1"], { env, stdio: ["ignore", "pipe", "ignore"] });
  env.DBUS_SESSION_BUS_ADDRESS = (await printed(bus, /(\S+)\n/))[1];
}

/** A driver whose windows live in `env`: its address, and what its windows have logged so far, debug messages too. */
export async function startDriver(env) {
  const port = 4400 + (process.pid % 500);
  const driver = start("WebKitWebDriver", [`--port=${port}`, "--host=127.0.0.1"], {
    env: { ...env, CELEIRO_LOG: "info,celeiro_app=debug,celeiro_store=debug,celeiro_desktop=debug", TAURI_WEBVIEW_AUTOMATION: "true" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [driver.stdout, driver.stderr]) {
    stream.on("data", (part) => {
      text += part;
      // What goes wrong is seen beside the walk, too.
      const lines = String(part).split("\n").filter((line) => line !== "" && !/ (DEBUG|INFO) /.test(line));
      if (lines.length > 0) console.error(lines.join("\n"));
    });
  }
  const address = `http://127.0.0.1:${port}`;
  await until("the driver", async () => (await fetch(`${address}/status`)).ok);
  return { address, log: () => text };
}

/** Reads what programs on the bus of `env` ask to be shown as notifications; returns what was asked so far. */
export function listenForNotifications(env) {
  const monitor = start("dbus-monitor", ["--session", "interface=org.freedesktop.Notifications,member=Notify"], { env });
  let text = "";
  monitor.stdout.on("data", (part) => (text += part));
  return () => text;
}
