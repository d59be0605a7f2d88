// A client that only searches, in a process of its own: a proof that is busy is no slow server.
import { fork } from "node:child_process";
import { pause } from "../../e2e/lib/processes.mjs";
import { Client } from "./client.mjs";

const EVERY_MS = 250;

/** Starts searching; the function it gives ends that and tells every search's status and time. */
export function watchSearch({ port, token }) {
  const child = fork(import.meta.filename, [String(port), token]);
  return () =>
    new Promise((told) => {
      child.once("message", told);
      child.send("end");
    });
}

async function search(client) {
  const begun = performance.now();
  const request = { query: "adubo para milho", limit: 3 };
  const reply = await client
    .ask("POST", "/api/rag/search", request, { patience: 30_000 })
    .catch(() => undefined);
  return { status: reply?.status ?? 0, ms: performance.now() - begun };
}

if (process.send && process.argv[1] === import.meta.filename) {
  const client = new Client(Number(process.argv[2]), process.argv[3]);
  const searches = [];
  let over = false;
  process.once("message", () => (over = true));
  while (!over) {
    searches.push(await search(client));
    await pause(EVERY_MS);
  }
  process.send(searches, () => process.exit(0));
}
