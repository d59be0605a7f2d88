/**
 * A proof, not a test: a card of the assistant is confirmed, and the program or its database is killed at a
 * moment between the click and the commit. Each card ran once or not at all, the program says which, and a
 * confirmation that is sent again runs nothing twice.
 *
 *   node tests/proofs/confirmations.mjs                # 200 kills
 *   CONTROL=again node tests/proofs/confirmations.mjs  # the same change is made a second time past the card: it must show
 *
 * KILLS sets the size, SEED the moments, CELEIRO the program (target/debug/celeiro by default).
 */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { dataFolder, pause, until } from "../e2e/lib/processes.mjs";
import { Provider } from "../e2e/lib/provider.mjs";
import { concludeProof } from "./lib/outcome.mjs";
import { createRandom } from "./lib/random.mjs";
import { Server, findPort, signal } from "./lib/server.mjs";

const kills = Number(process.env.KILLS ?? 200);
const control = process.env.CONTROL ?? "";
const random = createRandom();
const PATIENCE_MS = 900_000;
const MAKER = "Auremã Química Agrícola";
/** A second run of the same card gives another price. */
const PERCENT = 20;
/** Milliseconds after the click within which the kill comes; a confirmation takes ten to forty. */
const LATEST_MS = 60;

const VICTIMS = {
  program: (server) => restart(server),
  "all of the database": async (server) => killAll(server),
  "one back end": async (server) => killBackEnd(server),
  everything: async (server) => {
    killAll(server);
    await restart(server);
  },
};

async function restart(server) {
  await server.kill();
  await server.start(PATIENCE_MS);
}

function killAll(server) {
  for (const id of server.findDatabase()) signal(id, "SIGKILL");
}

function killBackEnd(server) {
  const [, ...others] = server.findDatabase();
  if (others.length > 0) signal(others[random(others.length)], "SIGKILL");
}

/** What the price is after `runs` runs of the card. */
const raised = (price, runs) => Array.from({ length: runs }).reduce((now) => Math.round(now * (100 + PERCENT)) / 100, price);

async function readPrice(server, id) {
  return (await server.client.get("GET", `/api/catalog/items/${id}`)).price;
}

/** A new item and a card that raises its price. */
async function propose(server, provider) {
  const name = `Prova ${randomUUID().slice(0, 8)}`;
  const draft = { name, price: 100, category: "Herbicidas", manufacturer: MAKER };
  const item = await server.client.get("POST", "/api/catalog/items", draft);
  provider.calls = [{ name: "set_price", arguments: { item: name, percent: PERCENT } }];
  const answer = await server.client.get("POST", "/api/chat", { message: `sobe ${PERCENT}% o preço do ${name}`, mode: "assistant" });
  return { item, action: answer.pending[0].actionId };
}

/** Confirms, kills meanwhile, and confirms again until an answer comes. */
async function confirmAndKill(server, action) {
  const path = `/api/actions/${action}/confirm`;
  const clicked = server.client.ask("POST", path, {}).then((reply) => reply.status, () => 0);
  await pause(random(LATEST_MS));
  const [name, kill] = Object.entries(VICTIMS)[random(Object.keys(VICTIMS).length)];
  await kill(server);
  const first = await clicked;
  await server.waitUntilReady(PATIENCE_MS);
  let state = "";
  await until(
    "the action tells its state",
    async () => {
      const told = await server.client.ask("GET", `/api/actions/${action}`).catch(() => null);
      if (told?.status === 200) state = told.json.state;
      return state !== "";
    },
    PATIENCE_MS,
  );
  return { name, first, state };
}

/** Confirms once more; a database that is still starting is asked again. */
async function confirmAgain(server, action) {
  let reply;
  const ask = async () => {
    reply = await server.client.ask("POST", `/api/actions/${action}/confirm`, {}).catch(() => ({ status: 503 }));
    return reply.status !== 503;
  };
  await until("the confirmation is answered", ask, PATIENCE_MS);
  return reply;
}

await concludeProof("confirmations", control, async () => {
  const begun = Date.now();
  const provider = await Provider.listen();
  provider.tick = 1;
  const env = { ...provider.env, CELEIRO_ALLOW_PRIVATE_ADDRESSES: "true" };
  const server = new Server(join(dataFolder(), "data"), await findPort(), { env });
  await server.start(PATIENCE_MS);
  const violations = [];
  const counts = { "ran before the kill": 0, "waited on": 0, "reply lost": 0 };
  for (let done = 0; done < kills; done += 1) {
    const { item, action } = await propose(server, provider);
    const { name, first, state } = await confirmAndKill(server, action);
    const what = `kill ${done} of ${name}, first reply ${first}`;
    const ran = state === "executed";
    counts[ran ? "ran before the kill" : "waited on"] += 1;
    if (ran && first !== 200) counts["reply lost"] += 1;
    if (first === 200 && !ran) violations.push(`lost: ${what}: acknowledged, and the action is ${state}`);
    if (!ran && state !== "pending") violations.push(`ended: ${what}: ${state}`);
    const before = await readPrice(server, item.id);
    if (before !== raised(item.price, ran ? 1 : 0)) violations.push(`untold: ${what}: ${state}, and the price is ${before}`);
    const again = await confirmAgain(server, action);
    if (![200, 409].includes(again.status)) violations.push(`refused: ${what}: ${again.status} ${again.text}`);
    if (control === "again") {
      const { version } = await server.client.get("GET", `/api/catalog/items/${item.id}`);
      await server.client.get("PUT", `/api/catalog/items/${item.id}`, { version, name: item.name, price: raised(item.price, 2) });
    }
    const after = await readPrice(server, item.id);
    if (after !== raised(item.price, 1)) violations.push(`twice: ${what}: the price is ${after}`);
    if ((done + 1) % 20 === 0) console.error(`  ${done + 1} kills, ${violations.length} violations${violations.map((one) => `\n    ${one}`).join("")}`);
  }
  await server.stop();
  await server.verifyChecksums();
  const told = Object.entries(counts).map(([kind, count]) => `${kind} ${count}`).join(", ");
  return { summary: `${kills} kills: ${told}; ${Math.round((Date.now() - begun) / 1000)} s`, violations };
});
