/**
 * A stream of events over HTTP, read to its end: what the desktop's bridge does with a channel, the
 * browser does with a body of server-sent events.
 */
import { clientError } from "../../errors";
import { EventParser, type ServerEvent } from "./sse";

/** Longest silence. The server says something at least every 15 s, if only that it is there. */
export const SILENCE_MS = 60_000;

/**
 * Hands every event of `body` to `deliver`, as the object that its data holds. An event's name is
 * its `type`, where the object names none itself.
 *
 * @throws the `AppError` `bad_response` for data that is no object; `timed_out` after `silenceMs`
 * without a byte; whatever the body throws when the connection breaks.
 */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  deliver: (event: unknown) => void,
  silenceMs = SILENCE_MS,
): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const parser = new EventParser();
  try {
    for (;;) {
      const { done, value } = await withinSilence(reader.read(), silenceMs);
      if (done) return;
      for (const event of parser.push(decoder.decode(value, { stream: true }))) deliver(open(event));
    }
  } catch (cause) {
    // The rest is not wanted: without this the connection would stay open.
    void reader.cancel().catch(() => undefined);
    throw cause;
  }
}

function open({ event, data }: ServerEvent): unknown {
  try {
    const value: unknown = JSON.parse(data);
    if (typeof value === "object" && value !== null) return { type: event, ...value };
  } catch {
    // Said below.
  }
  throw clientError("bad_response", { event }) as unknown as Error;
}

async function withinSilence<T>(read: Promise<T>, silenceMs: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(clientError("timed_out") as unknown as Error), silenceMs);
  });
  try {
    return await Promise.race([read, silence]);
  } finally {
    clearTimeout(timer);
  }
}
