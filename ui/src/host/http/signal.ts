/**
 * What a call whose generated function takes only its request is given besides: a signal that cancels it, or
 * leave to outlive its page. It is laid beside the call, and the bridge picks it up. That is sound because a
 * command function reaches the bridge in the same synchronous run that calls it.
 */
type Beside = { signal?: AbortSignal; outlives?: boolean };

let ambient: Beside = {};

/** Runs `start` with `signal` in reach of the bridge; only its synchronous part sees it. */
export function withSignal<T>(signal: AbortSignal | undefined, start: () => T): T {
  return withBeside(signal ? { signal } : {}, start);
}

/** Runs `start` so that a call in its synchronous part is sent to its end although its page goes away. */
export function outlivePage<T>(start: () => T): T {
  return withBeside({ outlives: true }, start);
}

function withBeside<T>(beside: Beside, start: () => T): T {
  const before = ambient;
  ambient = beside;
  try {
    return start();
  } finally {
    ambient = before;
  }
}

/** What is laid beside the call that is being started. */
export function ambientBeside(): Beside {
  return ambient;
}
