/** Calling a command that answers in events, as `call` does one that answers at once. */
import { Channel } from "@tauri-apps/api/core";
import { withSignal } from "../host";
import type { commands } from "../bindings";
import { invokeByName, type StreamName } from "./command";

type Streams = Pick<typeof commands, StreamName>;
export type StreamReq<N extends StreamName> = Parameters<Streams[N]>[0];
export type StreamEvent<N extends StreamName> =
  Parameters<Streams[N]>[1] extends Channel<infer Event> ? Event : never;

/**
 * Runs a command and hands on its events; resolves after the last, rejects with a `CommandError`.
 * `signal` breaks the connection off where there is one; in the window nothing hears it.
 */
export async function stream<N extends StreamName>(
  name: N,
  req: StreamReq<N>,
  onEvent: (event: StreamEvent<N>) => void,
  signal?: AbortSignal,
): Promise<void> {
  const channel = new Channel<StreamEvent<N>>();
  channel.onmessage = onEvent;
  await withSignal(signal, () => invokeByName(name, { req, events: channel }));
}
