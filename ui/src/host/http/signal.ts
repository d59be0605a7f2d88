/**
 * Cancelling a call whose generated function takes no signal: the signal is laid beside the call,
 * and the bridge picks it up. That is sound because a command function reaches the bridge in the
 * same synchronous run that calls it.
 */
let ambient: AbortSignal | undefined;

/** Runs `start` with `signal` in reach of the bridge; only its synchronous part sees it. */
export function withSignal<T>(signal: AbortSignal | undefined, start: () => T): T {
  const before = ambient;
  ambient = signal;
  try {
    return start();
  } finally {
    ambient = before;
  }
}

/** The signal laid beside the call that is being started, if any. */
export function ambientSignal(): AbortSignal | undefined {
  return ambient;
}
