/**
 * Calls commands by name: the types of the command list, and errors as one exception. The generated functions are not
 * called, so that the first load does not carry one for each command.
 */
import { invoke } from "@tauri-apps/api/core";
import type { commands } from "../bindings";
import { outlivePage, withSignal } from "../host";
import type { AppError } from "../host/errors";
import { noteRefusal } from "./unauthorized";

type Commands = typeof commands;
/** Commands that answer as a stream of events (stream.ts): their second argument is a channel. */
export type StreamName = {
  [N in keyof Commands]: Parameters<Commands[N]>["length"] extends 2 ? N : never;
}[keyof Commands];
export type CommandName = Exclude<keyof Commands, StreamName>;
export type Req<N extends CommandName> = Parameters<Commands[N]>[0];
type Outcome<N extends CommandName> = Awaited<ReturnType<Commands[N]>>;
export type Data<N extends CommandName> = Extract<Outcome<N>, { status: "ok" }>["data"];

/** A refused command. `code` is stable; `message` is for people, in the interface language. */
export class CommandError extends Error {
  readonly code: string;
  readonly details: AppError["details"];

  constructor(error: AppError) {
    super(error.message);
    this.name = "CommandError";
    this.code = error.code;
    this.details = error.details;
  }
}

/** Whether a command failed because the database is unreachable. */
export function isOfDatabase(error: unknown): boolean {
  return error instanceof CommandError && error.code.startsWith("database_");
}

/**
 * Runs a command; resolves to its data, rejects with a `CommandError`, or with the reason of an aborted `signal`. The
 * window's bridge has no cancellation: an answer after the abort is dropped here.
 */
export async function call<N extends CommandName>(
  name: N,
  req: Req<N>,
  signal?: AbortSignal,
): Promise<Data<N>> {
  signal?.throwIfAborted();
  const data = await withSignal(signal, () => invokeByName<Data<N>>(name, { req }));
  signal?.throwIfAborted();
  return data;
}

/**
 * Sends a command over the bridge, which knows it by its Rust name (`listProfiles` is `list_profiles` there).
 * Rejects with a `CommandError` where the program refuses, and with the `Error` where the page itself is at fault.
 */
export async function invokeByName<T>(name: keyof Commands, args: Record<string, unknown>): Promise<T> {
  return invokeByWireName<T>(
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    args,
  );
}

/** Sends a command under the bridge's own name for it: also for calls outside the list of operations (session.ts). */
export async function invokeByWireName<T>(name: string, args: Record<string, unknown>): Promise<T> {
  try {
    return await invoke<T>(name, args);
  } catch (cause) {
    if (cause instanceof Error) throw cause;
    const error = asAppError(cause);
    noteRefusal(error);
    throw new CommandError(error);
  }
}

/** Sends a command without waiting for its answer; the request survives the closing of the page. */
export function sendInParting<N extends CommandName>(name: N, req: Req<N>): void {
  void outlivePage(() => invokeByName(name, { req })).catch(() => undefined);
}

/** Converts a thrown value to a `CommandError`; any other value is a fault of the page itself. */
export function asCommandError(cause: unknown): CommandError {
  if (cause instanceof CommandError) return cause;
  return new CommandError({ code: "internal", message: String(cause), details: null });
}

/** The desktop bridge refuses with a bare string (for a command off its list, for example). */
function asAppError(error: unknown): AppError {
  if (typeof error === "object" && error !== null && "code" in error) return error as AppError;
  return { code: "internal", message: String(error), details: null };
}
