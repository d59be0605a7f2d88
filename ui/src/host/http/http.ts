/**
 * The stand-in for the desktop bridge: `invoke(command, { req })` over HTTP. It answers as the
 * bridge does: with the data, or by throwing an `AppError` (never an `Error`, which the generated
 * bindings would take for a fault of the program).
 */
import { Channel } from "../core";
import { deadlineOf } from "./deadline";
import { clientError, isAppError, type AppError } from "../errors";
import { hostLanguage } from "../language";
import { commandName, toHttpRequest, type HttpRequest } from "./request";
import { routeOf } from "./route";
import { ambientBeside } from "./signal";
import { readEvents } from "./stream/stream";

export type HttpOptions = {
  /** Origin before the paths of commands; empty for the page's own. */
  base: string;
  token: () => string | null;
  /** How long an answer is waited for, in milliseconds; `deadlineOf` where absent. */
  deadline?: typeof deadlineOf;
};

type Invoke = (command: string, args?: Record<string, unknown>) => Promise<unknown>;

export function createHttpInvoke({ base, token, deadline = deadlineOf }: HttpOptions): Invoke {
  return async (command, args = {}) => {
    const name = commandName(command);
    const route = routeOf(name);
    if (!route) throw refusal(clientError("unknown_command", { command }));
    const request = toHttpRequest(route, (args["req"] ?? {}) as Record<string, unknown>);
    const { signal: caller, outlives = false } = ambientBeside();
    const channel = Object.values(args).find((value) => value instanceof Channel);
    if (channel) return stream(base + request.path, init(request, token()), channel, caller);
    const patience = AbortSignal.timeout(deadline(name, route));
    const signal = caller ? AbortSignal.any([caller, patience]) : patience;
    try {
      const response = await fetch(base + request.path, {
        ...init(request, token()),
        signal,
        keepalive: outlives,
      });
      return await read(response);
    } catch (cause) {
      throw refusal(translate(cause, patience, caller));
    }
  };
}

/**
 * The bridge's functions that the page uses, over HTTP. A channel asks for a place where the
 * desktop would call it back; here nothing does, `stream` below speaks to the channel itself.
 */
export function createHttpBridge(options: HttpOptions): { invoke: Invoke; transformCallback: () => number } {
  let callbacks = 0;
  return { invoke: createHttpInvoke(options), transformCallback: () => ++callbacks };
}

/**
 * Sends a command over HTTP that answers in events. It has no deadline as a whole: an answer may take its
 * time.
 */
async function stream(
  address: string,
  request: RequestInit,
  channel: Channel<unknown>,
  caller: AbortSignal | undefined,
): Promise<null> {
  let begun = false;
  try {
    const response = await fetch(address, { ...request, ...(caller && { signal: caller }) });
    const kind = response.headers.get("content-type") ?? "";
    if (!response.ok || !response.body || !kind.startsWith("text/event-stream")) {
      await read(response);
      throw refusal(clientError("bad_response", { status: response.status }));
    }
    await readEvents(response.body, (event) => {
      begun = true;
      channel.onmessage(event);
    });
    return null;
  } catch (cause) {
    if (isAppError(cause) || caller?.aborted) throw cause;
    throw refusal(clientError(begun ? "broken_off" : "unreachable"));
  }
}

function init(request: HttpRequest, token: string | null): RequestInit {
  const headers = new Headers({ accept: "application/json", "accept-language": hostLanguage() });
  if (request.body instanceof Uint8Array) headers.set("content-type", "application/octet-stream");
  else if (request.body !== null) headers.set("content-type", "application/json");
  if (token) headers.set("authorization", `Bearer ${token}`);
  return { method: request.method, headers, body: request.body, redirect: "error" };
}

async function read(response: Response): Promise<unknown> {
  if (response.status === 204) return null;
  const text = await response.text();
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    throw refusal(clientError("bad_response", { status: response.status }));
  }
  if (response.ok) return data;
  throw refusal(isAppError(data) ? data : clientError("bad_response", { status: response.status }));
}

/** Translates a failed HTTP request for the person; a cancelled one stays what it is. */
function translate(cause: unknown, deadline: AbortSignal, caller: AbortSignal | undefined): unknown {
  if (isAppError(cause)) return cause;
  if (caller?.aborted) return cause;
  return clientError(deadline.aborted ? "timed_out" : "unreachable");
}

/**
 * Types a refused HTTP command as the bridge does: a plain value is thrown, so the type says `Error` where
 * there is none.
 */
function refusal(error: unknown): Error {
  return error as AppError & Error;
}
