/**
 * Files to and from the program, in pieces: in a browser as they are, in the window, whose bridge
 * takes texts alone, in base64. A piece that did not arrive is sent again; the program knows its place
 * and takes it once.
 */
import { hostKind, saveBytes } from "../host";
import { clientError } from "../host/errors";
import { pause } from "../lib/pause";
import { call, CommandError } from "./command";
import type { Data, Req } from "./command";

type Purpose = Req<"beginUpload">["purpose"];
type Ready = Data<"writeImportErrors">;

/** Above this the wire has no number; the program refuses far smaller files. */
const MAX_SIZE = 2 ** 32 - 1;
const TRIES = 5;
/** Progress is told so often at most, in milliseconds: each time something is drawn anew. */
const TOLD_EVERY = 100;
/** Codes after which another try may help. */
const PASSING = new Set([
  "unreachable",
  "timed_out",
  "rate_limited",
  "starting",
  "database_busy",
  "database_unreachable",
]);

/**
 * Sends a file; resolves to the upload's id, which `onBegin` gets before the first piece goes. `onProgress` gets
 * the fraction that has arrived. A file that cannot be read any more is refused as `file_moved`.
 */
export async function sendFile(
  file: Blob & { name: string },
  purpose: Purpose,
  onProgress: (fraction: number) => void,
  signal?: AbortSignal,
  onBegin?: (id: string) => void,
): Promise<string> {
  const sizeBytes = Math.min(file.size, MAX_SIZE);
  // Without the signal: what has begun is known, and given up below.
  const { id, pieceBytes } = await call("beginUpload", { name: file.name, sizeBytes, purpose });
  onBegin?.(id);
  const read = (offset: number) => readPiece(file.slice(offset, offset + pieceBytes));
  let told = -Infinity;
  try {
    let next = read(0);
    for (let offset = 0; offset < file.size; offset += pieceBytes) {
      const data = await next;
      const end = offset + pieceBytes;
      // The next one is read while this one is under way.
      if (end < file.size) next = quietly(read(end));
      await again(() => call("appendUpload", { id, offset, data }, signal), signal);
      if (end < file.size && performance.now() - told < TOLD_EVERY) continue;
      told = performance.now();
      onProgress(Math.min(1, end / file.size));
    }
    signal?.throwIfAborted();
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
      await pause(500 * tried, signal);
      signal?.throwIfAborted();
    }
  }
}

async function readPiece(piece: Blob): Promise<string> {
  try {
    return await encodePiece(piece);
  } catch {
    throw new CommandError(clientError("file_moved"));
  }
}

/**
 * Encodes a piece of an upload as the host carries it: bytes over HTTP, base64 over the bridge of the
 * window. The type of the bindings is the window's: over HTTP bytes go as they are.
 */
async function encodePiece(piece: Blob): Promise<string> {
  const bytes: Uint8Array & { toBase64?: () => string } = new Uint8Array(await piece.arrayBuffer());
  if (hostKind() === "browser") return bytes as Uint8Array & string;
  return bytes.toBase64 ? bytes.toBase64() : viaAddress(piece);
}

/** For views that have no `toBase64` yet: what follows the comma of a data address. */
function viaAddress(piece: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      const address = reader.result as string;
      resolve(address.slice(address.indexOf(",") + 1));
    };
    reader.onerror = () => reject(reader.error ?? new Error("unreadable"));
    reader.readAsDataURL(piece);
  });
}

/** A promise of a transfer's piece whose failure is handled where it is awaited, however late. */
function quietly<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}
