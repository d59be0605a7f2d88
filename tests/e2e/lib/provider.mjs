// A model provider that says what it is told to: chat completions over HTTP, whole and in a stream, and what recordings say.
import { createServer } from "node:http";
import { finallyDo } from "./processes.mjs";

export class Provider {
  /** Requests as they came: model, whether streamed, the last message's text. */
  requests = [];
  /**
   * The next answers, in order; then the last one again: a text, `{ status, message }` for a refusal, or
   * `{ brokenOff }` for a text after which the connection ends.
   */
  answers = ["Pronto."];
  /** What is said to a request that offers tools, by how many results it has: a text, or `{ name, arguments }`. */
  calls = [];
  /** What the next recordings say, in order; then the last one again: a text, or `{ status, message }`. */
  transcripts = ["Nada."];
  /** Recordings as they came: the whole form as bytes, and as far as it is text. */
  recordings = [];
  /** Streams whose reader went away before the end. */
  abandoned = 0;
  /** Most characters of a piece of a streamed answer, and milliseconds between two. */
  piece = 6;
  tick = 15;

  static async listen() {
    const provider = new Provider();
    const server = createServer((request, response) => provider.#meet(request, response));
    await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
    finallyDo(() => server.close());
    provider.address = `http://127.0.0.1:${server.address().port}/v1`;
    return provider;
  }

  /** What a program needs in its environment to ask here. */
  get env() {
    const dictation = { TRANSCRIPTION_BASE_URL: this.address, TRANSCRIPTION_API_KEY: "sk-e2e-canary-dictation" };
    return { LLM_PROVIDER: "openrouter", OPENROUTER_BASE_URL: this.address, OPENROUTER_API_KEY: "sk-or-e2e-canary", ...dictation };
  }

  async #meet(request, response) {
    const parts = [];
    for await (const part of request) parts.push(part);
    const body = Buffer.concat(parts);
    if (request.url.endsWith("/audio/transcriptions")) return this.#hear(response, body);
    if (!request.url.endsWith("/chat/completions")) return json(response, { data: [{ id: "openai/gpt-4o-mini" }] });
    const asked = JSON.parse(body);
    const last = asked.messages.at(-1).content;
    const text = typeof last === "string" ? last : last.map((part) => part.text).join("");
    this.requests.push({ model: asked.model, streamed: asked.stream === true, text });
    if (asked.stream !== true) return json(response, whole(JSON.stringify({ intent: "catalog" })));
    if (asked.tools?.length > 0 && this.calls.length > 0) {
      const results = asked.messages.filter(({ role }) => role === "tool").length;
      const next = this.calls[Math.min(results, this.calls.length - 1)];
      return typeof next === "string" ? this.#write(response, next) : call(response, next, results);
    }
    const answer = this.answers.length > 1 ? this.answers.shift() : this.answers[0];
    if (answer.status) return refuse(response, answer);
    this.#write(response, answer.brokenOff ?? answer, { isBrokenOff: answer.brokenOff !== undefined });
  }

  #hear(response, form) {
    this.recordings.push({ bytes: form, text: form.toString("latin1") });
    const heard = this.transcripts.length > 1 ? this.transcripts.shift() : this.transcripts[0];
    if (heard.status) return refuse(response, heard);
    json(response, { text: heard, usage: { type: "duration", seconds: 2 } });
  }

  #write(response, answer, { isBrokenOff = false } = {}) {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const pieces = answer.match(new RegExp(`[\\s\\S]{1,${this.piece}}`, "gu"));
    const send = (chunk) => response.write(`data: ${JSON.stringify(chunk)}\n\n`);
    const timer = setInterval(() => {
      const content = pieces.shift();
      if (content !== undefined) return send({ choices: [{ index: 0, delta: { content }, finish_reason: null }] });
      clearInterval(timer);
      if (isBrokenOff) return response.destroy();
      send({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }], usage: { prompt_tokens: 900, completion_tokens: 60, total_tokens: 960, cost: 0.0012 } });
      response.end("data: [DONE]\n\n");
    }, this.tick);
    response.on("close", () => {
      clearInterval(timer);
      if (pieces.length > 0) this.abandoned++;
    });
  }
}

/** A call of one tool, or calls of several in one round, streamed. */
function call(response, next, number) {
  response.writeHead(200, { "content-type": "text/event-stream" });
  const send = (chunk) => response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  [next].flat().forEach(({ name, arguments: given }, index) => {
    const asked = { index, id: `call-${number}-${index}`, type: "function", function: { name, arguments: JSON.stringify(given) } };
    send({ choices: [{ index: 0, delta: { tool_calls: [asked] }, finish_reason: null }] });
  });
  send({ choices: [{ index: 0, delta: {}, finish_reason: "tool_calls" }], usage: { prompt_tokens: 900, completion_tokens: 40, total_tokens: 940, cost: 0.001 } });
  response.end("data: [DONE]\n\n");
}

function refuse(response, { status, message }) {
  response.statusCode = status;
  json(response, { error: { code: status, message } });
}

function whole(content) {
  return {
    choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }],
    usage: { prompt_tokens: 100, completion_tokens: 5, total_tokens: 105, cost: 0.0001 },
  };
}

function json(response, value) {
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify(value));
}
