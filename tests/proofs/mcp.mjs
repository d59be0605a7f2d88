/**
 * A proof, not a test: `/mcp` is held against the conformance scenarios of the Model Context Protocol for what it
 * offers, and the official client lists and calls the tools, over HTTP and over standard input and output. What a
 * client proposes waits until a person confirms it.
 *
 *   CELEIRO=target/debug/celeiro node tests/proofs/mcp.mjs
 *   CELEIRO_MCP_FIXTURE=target/debug/celeiro-mcp-fixture node tests/proofs/mcp.mjs
 *   CONTROL=damage node tests/proofs/mcp.mjs   # answers without their content on the way: it must be noticed
 *
 * The fixture is the same program built with the feature `mcp-fixture` (crates/cli/src/mcp/fixture.rs): beside the
 * catalog's tools it has those, the prompts and the resources that scenarios ask for by names of their own, so that
 * they go over route, layers and transport of `/mcp`. Without it they are not run, and the outcome says so.
 *
 * The packages of tests/proofs/mcp are fetched where they are not there; where they cannot be, it says so.
 */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";
import { dataFolder, finallyDo, program } from "../e2e/lib/processes.mjs";
import { concludeProof } from "./lib/outcome.mjs";
import { Server, findPort } from "./lib/server.mjs";

const HERE = join(import.meta.dirname, "mcp");
const MODULES = join(HERE, "node_modules");
const CELEIRO = process.env.CELEIRO ?? program("celeiro");
const control = process.env.CONTROL ?? "";
const run = promisify(execFile);

/** What the scenarios ask for by names of their own, and what Celeiro calls it. */
const CODE = "123";
const TOOLS = {
  test_simple_text: { name: "get_item", arguments: { item: CODE } },
  test_error_handling: { name: "get_item", arguments: { item: "nada" } },
};
const CARDS = ["test://static-text", "test://template/123/data"];

/** Scenarios of what Celeiro offers. */
const SCENARIOS = [
  "server-initialize",
  "ping",
  "tools-list",
  "tools-call-simple-text",
  "tools-call-error",
  "resources-list",
  "resources-read-text",
  "resources-templates-read",
  "dns-rebinding-protection",
];
/** Scenarios of what the fixture has besides. */
const FIXTURE_SCENARIOS = [
  "logging-set-level",
  "completion-complete",
  "tools-call-image",
  "tools-call-audio",
  "tools-call-embedded-resource",
  "tools-call-mixed-content",
  "tools-call-with-logging",
  "tools-call-with-progress",
  "json-schema-2020-12",
  "resources-read-binary",
  "resources-subscribe",
  "resources-unsubscribe",
  "prompts-list",
  "prompts-get-simple",
  "prompts-get-with-args",
  "prompts-get-embedded-resource",
  "prompts-get-with-image",
];
/**
 * Scenarios of a server that asks its client for something, or whose streams are resumed, and so of one with sessions:
 * `/mcp-sessions` of the fixture alone. `/mcp` has none on purpose: any server of a team answers a request, also after a
 * restart, and the protocol has had no sessions since 2026-07-28. A warning is a failure here: without a session these
 * scenarios only warn.
 */
const SESSION_SCENARIOS = [
  "tools-call-sampling",
  "tools-call-elicitation",
  "elicitation-sep1034-defaults",
  "elicitation-sep1330-enums",
  "server-sse-polling",
  "server-sse-multiple-streams",
];
/** Celeiro itself says that it has tools and resources, and no more. */
const OFFERED = ["resources", "tools"];
const FIXTURE = process.env.CELEIRO_MCP_FIXTURE;

if (!existsSync(join(MODULES, "node/bin/node"))) {
  const install = ["--prefix", HERE, "ci", "--no-audit", "--no-fund"];
  const failed = await run("npm", install).then(
    () => null,
    (error) => error,
  );
  if (failed) {
    console.log("the Model Context Protocol: SKIPPED; the packages of tests/proofs/mcp cannot be installed");
    process.exit(0);
  }
}

await concludeProof("the Model Context Protocol", control, async () => {
  const folder = dataFolder();
  const port = await findPort();
  // Without a token, which the scenarios cannot send: the server listens on this machine alone.
  const server = new Server(folder, port, { env: { CELEIRO_TOKEN: undefined } });
  await server.start();
  const item = { name: "Arame Jatobá 123", externalId: CODE, price: "10.00" };
  await server.client.get("POST", "/api/catalog/items", item);
  const violations = [];
  const between = await startTranslator(port);

  let passed = 0;
  for (const scenario of SCENARIOS) {
    // The names of hosts are looked at by the server itself.
    const address = scenario === "dns-rebinding-protection" ? port : between;
    const told = await runScenario(scenario, `http://localhost:${address}/mcp`);
    passed += told.passed;
    if (told.failed > 0 || told.passed === 0) violations.push(`scenario: ${scenario}: ${told.text}`);
  }
  const { Client } = await import(join(MODULES, "@modelcontextprotocol/sdk/dist/esm/client/index.js"));
  const { StreamableHTTPClientTransport } = await import(
    join(MODULES, "@modelcontextprotocol/sdk/dist/esm/client/streamableHttp.js")
  );
  const overHttp = new StreamableHTTPClientTransport(new URL(`http://localhost:${between}/mcp`));
  violations.push(...(await useClient("HTTP", Client, overHttp, server)));
  // One program at a time has the folder's own database: the server ends first.
  await server.stop();
  const { StdioClientTransport } = await import(
    join(MODULES, "@modelcontextprotocol/sdk/dist/esm/client/stdio.js")
  );
  const env = { ...process.env, CELEIRO_DATA_DIR: folder, EMBEDDING_PROVIDER: "none", LLM_PROVIDER: "none" };
  delete env.DATABASE_URL;
  const overPipes = new StdioClientTransport({ command: CELEIRO, args: ["mcp"], env, stderr: "ignore" });
  if (!control) violations.push(...(await useClient("standard input and output", Client, overPipes, null)));
  let scenarios = SCENARIOS.length;
  if (FIXTURE && !control) {
    const fixture = await tryFixture();
    scenarios += SCENARIOS.length + FIXTURE_SCENARIOS.length + SESSION_SCENARIOS.length;
    passed += fixture.passed;
    violations.push(...fixture.violations);
  }
  const more = FIXTURE_SCENARIOS.length + SESSION_SCENARIOS.length;
  const fixture = FIXTURE ? "with the fixture" : `without the fixture and its ${more} scenarios`;
  return { summary: `${scenarios} scenarios, ${passed} checks passed, 2 clients, ${fixture}`, violations };
});

/** Every scenario of the package, against the fixture and under the package's names. */
async function tryFixture() {
  const port = await findPort();
  const wrap = ([, ...args]) => [FIXTURE, ...args];
  const server = new Server(dataFolder(), port, { wrap, env: { CELEIRO_TOKEN: undefined } });
  await server.start();
  const violations = [];
  let passed = 0;
  for (const scenario of [...SCENARIOS, ...FIXTURE_SCENARIOS]) {
    const told = await runScenario(scenario, `http://localhost:${port}/mcp`);
    passed += told.passed;
    if (told.failed > 0 || told.passed === 0) violations.push(`fixture: ${scenario}: ${told.text}`);
  }
  for (const scenario of SESSION_SCENARIOS) {
    const told = await runScenario(scenario, `http://localhost:${port}/mcp-sessions`);
    passed += told.passed;
    const isPassed = told.failed === 0 && told.warned === 0 && told.passed > 0;
    if (!isPassed) violations.push(`fixture with sessions: ${scenario}: ${told.text}`);
  }
  await server.stop();
  return { passed, violations };
}

/** Runs one scenario with the Node that the package needs. */
async function runScenario(scenario, url) {
  const file = join(MODULES, "@modelcontextprotocol/conformance/dist/index.js");
  const args = [file, "server", "--url", url, "--scenario", scenario];
  const { stdout, stderr } = await run(join(MODULES, "node/bin/node"), args, { timeout: 60_000 }).catch((error) => error);
  const text = `${stdout ?? ""}\n${stderr ?? ""}`;
  const found = /Passed: (\d+)\/\d+, (\d+) failed/.exec(text) ?? /(\d+) passed, (\d+) failed/.exec(text);
  const warned = Number(/(\d+) warnings/.exec(text)?.[1] ?? 0);
  if (!found) return { passed: 0, failed: 1, warned, text: text.trim().slice(-400) };
  return { passed: Number(found[1]), failed: Number(found[2]), warned, text: text.trim().slice(-400) };
}

/** Gives what the scenarios ask for the names that it has here; as a control, it takes the content from answers. */
async function startTranslator(port) {
  const translator = createServer(async (request, response) => {
    let body = "";
    for await (const piece of request) body += piece;
    const { host, connection, "content-length": length, ...headers } = request.headers;
    const sent = translate(body);
    const answer = await fetch(`http://127.0.0.1:${port}${request.url}`, {
      method: request.method,
      headers,
      body: request.method === "POST" ? sent : undefined,
    });
    let text = await answer.text();
    if (control === "damage") text = text.replaceAll('"content', '"lost').replaceAll('"tools"', '"lost"');
    const kind = answer.headers.get("content-type");
    response.writeHead(answer.status, kind ? { "content-type": kind } : {});
    response.end(text);
  });
  const own = await findPort();
  await new Promise((ready) => translator.listen(own, "localhost", ready));
  finallyDo(() => translator.close());
  return own;
}

function translate(body) {
  if (body === "") return body;
  const message = JSON.parse(body);
  const known = message.method === "tools/call" && TOOLS[message.params?.name];
  if (known) Object.assign(message.params, known);
  if (message.method === "resources/read" && CARDS.includes(message.params?.uri)) message.params.uri = `celeiro://items/${CODE}`;
  return JSON.stringify(message);
}

/** The official client lists, reads, calls and proposes. What it proposes over HTTP is confirmed as a person does. */
async function useClient(way, Client, transport, server) {
  const violations = [];
  const check = (holds, what) => holds || violations.push(`client over ${way}: ${what}`);
  const client = new Client({ name: "Proof & Co.", version: "1" });
  try {
    await client.connect(transport);
    check(client.getServerVersion()?.name === "celeiro", "greeted by another");
    check(String(Object.keys(client.getServerCapabilities()).sort()) === String(OFFERED), "it says that it has more");
    const { tools } = await client.listTools();
    const names = tools.map(({ name }) => name);
    check(names.includes("catalog_search") && names.includes("propose_set_price"), `tools: ${names}`);
    for (const { name, annotations } of tools) {
      check(annotations?.readOnlyHint === !name.startsWith("propose_"), `${name} is annotated wrongly`);
    }
    const found = await client.callTool({ name: "catalog_search", arguments: { vector_query: "arame jatobá" } });
    check(!found.isError && found.content[0].text.includes(CODE), "the search finds nothing");
    const read = async () => (await client.readResource({ uri: `celeiro://items/${CODE}` })).contents[0].text;
    const before = await read();
    const proposal = { name: "propose_set_price", arguments: { item: CODE, price: 12.5 } };
    const proposed = await client.callTool(proposal);
    const [, id] = /^pending: (\S+)/.exec(proposed.content[0].text) ?? [];
    check(id !== undefined, `a proposal was answered: ${proposed.content[0].text}`);
    check((await read()) === before, "a proposal changed something");
    if (server && id) {
      const done = await server.client.get("POST", `/api/actions/${id}/confirm`, {});
      check(done.state === "executed" && (await read()) !== before, "what was confirmed was not done");
      await server.client.get("POST", "/api/actions/undo", { scope: "action", id });
      check((await read()) === before, "what was undone is still there");
    }
    const written = await client.callTool({ name: "set_price", arguments: proposal.arguments }).catch((error) => error);
    check(written.code === -32602, "a tool that writes was answered");
  } catch (error) {
    violations.push(`client over ${way}: ${error.message}`);
  } finally {
    await client.close().catch(() => {});
  }
  return violations;
}
