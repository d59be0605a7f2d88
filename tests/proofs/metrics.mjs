/**
 * A proof, not a test: what a server states of itself at `/metrics` is read by Prometheus's own program without a
 * complaint, while it is asked for things, refuses some, and people sign in. `promtool` comes from the Debian package
 * prometheus; PROMTOOL names another. Without it the text is held against the rules of its format alone.
 *
 *   node tests/proofs/metrics.mjs
 *   CONTROL=damage node tests/proofs/metrics.mjs   # a line without its type, and a series that is there twice
 */
import { spawnSync } from "node:child_process";
import { dataFolder } from "../e2e/lib/processes.mjs";
import { checkExposition } from "./lib/figures/exposition.mjs";
import { concludeProof } from "./lib/outcome.mjs";
import { Server, findPort } from "./lib/server.mjs";

const control = process.env.CONTROL ?? "";
const promtool = process.env.PROMTOOL ?? "promtool";
const MOST_SERIES = 500;

/** What `promtool check metrics` says of a text; none where there is no such program. */
function runPromtool(text) {
  const ran = spawnSync(promtool, ["check", "metrics"], { input: text, encoding: "utf8" });
  if (ran.error?.code === "ENOENT") return undefined;
  if (ran.error) throw ran.error;
  const said = `${ran.stdout}${ran.stderr}`.split("\n").filter((line) => line.trim() !== "");
  if (ran.status !== 0 && said.length === 0) said.push(`ended with ${ran.status}`);
  return said.map((line) => `promtool: ${line}`);
}

function damage(text) {
  const [series] = text.split("\n").filter((line) => line.startsWith("celeiro_login_total"));
  return `${text.replace(/^# TYPE celeiro_ready .*\n/m, "# TYPE celeiro_ready\n")}${series}\n`;
}

async function prove() {
  const metrics = await findPort();
  const server = new Server(dataFolder(), await findPort(), {
    env: { METRICS_LISTEN: `127.0.0.1:${metrics}` },
  });
  await server.start();
  const { client } = server;
  await client.get("POST", "/api/users", { login: "ana", role: "admin", password: "trator azul na chuva" });
  await client.ask("POST", "/api/session", { login: "ana", password: "granizo sobre o galpao" });
  await client.get("POST", "/api/rag/search", { query: "fungicida", limit: 10 });
  await client.ask("POST", "/api/chat", { message: "tem fungicida?" });
  for (const path of ["/api/catalog/items/none", "/api/nowhere", "/api/health"]) await client.ask("GET", path);
  const answer = await fetch(`http://127.0.0.1:${metrics}/metrics`);
  const stated = await answer.text();
  const text = control === "damage" ? damage(stated) : stated;
  const { series, violations } = checkExposition(text);
  if (series > MOST_SERIES) violations.push(`size: ${series} series, at most ${MOST_SERIES}`);
  const said = runPromtool(text);
  const by = said ? "by promtool and by the rules of the format" : "by the rules of the format alone, without promtool";
  return { summary: `${series} series, checked ${by}`, violations: [...violations, ...(said ?? [])] };
}

await concludeProof("metrics", control, prove);
