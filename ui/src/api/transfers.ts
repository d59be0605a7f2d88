/**
 * Files to and from the program, in pieces: the same in the window and in a browser. A piece that did
 * not arrive is sent again; the program knows its place and takes it once.
 */
import { saveBytes } from "../host";
import { call, CommandError } from "./command";
import type { Data, Req } from "./command";

type Purpose = Req<"beginUpload">["purpose"];
type Ready = Data<"writeImportErrors">;

/** Above this the wire has no number; the program refuses far smaller files. */
const MAX_SIZE = 2 ** 32 - 1;
const TRIES = 5;
/** Codes after which another try may help. */
const PASSING = new Set([
  "unreachable",
  "timed_out",
  "rate_limited",
  "starting",
  "database_busy",
  "database_unreachable",
]);

/** Sends a file; resolves to the upload's id. `onProgress` gets the fraction that has arrived. */
export async function sendFile(
  file: Blob & { name: string },
  purpose: Purpose,
  onProgress: (fraction: number) => void,
  signal?: AbortSignal,
): Promise<string> {
  const sizeBytes = Math.min(file.size, MAX_SIZE);
  const { id, pieceBytes } = await call("beginUpload", { name: file.name, sizeBytes, purpose }, signal);
  try {
    for (let offset = 0; offset < file.size; offset += pieceBytes) {
      const data = await base64(file.slice(offset, offset + pieceBytes));
      await again(() => call("appendUpload", { id, offset, data }, signal), signal);
      onProgress(Math.min(1, (offset + pieceBytes) / file.size));
    }
    return id;
  } catch (cause) {
    void call("dropUpload", { id }).catch(() => undefined);
    throw cause;
  }
}

/** Fetches a file that the program has made, and hands it to the person. */
export async function saveDownload(file: Ready, signal?: AbortSignal): Promise<void> {
  const parts: BlobPart[] = [];
  for (let offset = 0; offset < file.sizeBytes;) {
    const { data } = await again(() => call("readDownload", { id: file.id, offset }, signal), signal);
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
    if (bytes.length === 0) break;
    parts.push(bytes);
    offset += bytes.length;
  }
  saveBytes(file.name, new Blob(parts, { type: file.mediaType }));
}

async function again<T>(run: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await run();
    } catch (cause) {
      const passing = cause instanceof CommandError && PASSING.has(cause.code);
      if (!passing || tried >= TRIES || signal?.aborted) throw cause;
      await pause(500 * tried);
    }
  }
}

/** Waits; a signal ends it early. Milliseconds. */
export function pause(duration: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, duration);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

async function base64(piece: Blob): Promise<string> {
  const bytes = new Uint8Array(await piece.arrayBuffer());
  let text = "";
  // As many characters at once as a function takes arguments.
  for (let at = 0; at < bytes.length; at += 0x8000) {
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  }
  return btoa(text);
}
