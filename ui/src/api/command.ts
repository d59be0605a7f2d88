/** Calling a command by name: the types of the command list, and errors as one exception. */
import { commands } from "../bindings";
import { outlivePage, withSignal } from "../host";
import type { AppError } from "../host/errors";

type Commands = typeof commands;
/** Commands that answer in events (stream.ts): the second thing they take is a channel. */
export type StreamName = {
  [N in keyof Commands]: Parameters<Commands[N]>["length"] extends 2 ? N : never;
}[keyof Commands];
export type CommandName = Exclude<keyof Commands, StreamName>;
export type Req<N extends CommandName> = Parameters<Commands[N]>[0];
type Outcome<N extends CommandName> = Awaited<ReturnType<Commands[N]>>;
export type Data<N extends CommandName> = Extract<Outcome<N>, { status: "ok" }>["data"];

/** A refused command. `code` is stable; `message` is for people, in their language. */
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

/** Whether Celeiro answered that its database does not. */
export function isOfDatabase(error: unknown): boolean {
  return error instanceof CommandError && error.code.startsWith("database_");
}

/**
 * Runs a command; resolves to its data, rejects with a `CommandError`, or with the reason of a `signal` that is
 * aborted by then. The window's bridge hears no signal: what it answers after that is dropped here.
 */
export async function call<N extends CommandName>(
  name: N,
  req: Req<N>,
  signal?: AbortSignal,
): Promise<Data<N>> {
  const run = commands[name] as (req: Req<N>) => Promise<Outcome<N>>;
  signal?.throwIfAborted();
  const outcome = await withSignal(signal, () => run(req));
  signal?.throwIfAborted();
  if (outcome.status === "ok") return outcome.data;
  throw new CommandError(asAppError(outcome.error));
}

/** Runs a command of which no answer is waited for: it reaches the program although its page goes away. */
export function sendInParting<N extends CommandName>(name: N, req: Req<N>): void {
  const run = commands[name] as (req: Req<N>) => Promise<Outcome<N>>;
  void outlivePage(() => run(req)).catch(() => undefined);
}

/** What was thrown, as a refused command; what is none comes of a fault of the page's own. */
export function asCommandError(cause: unknown): CommandError {
  if (cause instanceof CommandError) return cause;
  return new CommandError({ code: "internal", message: String(cause), details: null });
}

/** The desktop bridge itself refuses (a command off its list, say) with a bare string. */
export function asAppError(error: unknown): AppError {
  if (typeof error === "object" && error !== null && "code" in error) return error as AppError;
  return { code: "internal", message: String(error), details: null };
}
