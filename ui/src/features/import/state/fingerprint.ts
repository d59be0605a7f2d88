/** By what a file is known again: its content, whatever its name. */

/** Bytes that are in memory at once; a file of more is known by the digests of its pieces. */
const PIECE_BYTES = 16 * 1024 * 1024;

/** SHA-256 in hexadecimal digits; null where the file cannot be read, or the browser has no digests. */
export async function fingerprint(file: Blob): Promise<string | null> {
  try {
    let digits = "";
    for (let offset = 0; offset === 0 || offset < file.size; offset += PIECE_BYTES)
      digits += await digest(new Uint8Array(await file.slice(offset, offset + PIECE_BYTES).arrayBuffer()));
    return file.size > PIECE_BYTES ? await digest(new TextEncoder().encode(digits)) : digits;
  } catch {
    return null;
  }
}

async function digest(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const found = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(found, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
