/** What a scanner types ends with Enter: the one product with that barcode opens, on sale or not. */
import { call } from "../../api/command";
import { bareGtin, findGtinProblem } from "../../lib/packages/gtin";

/** The number of a text that is a barcode and nothing else; null of any other text. */
export function readBarcode(text: string): string | null {
  const digits = bareGtin(text);
  return digits !== "" && findGtinProblem(digits) === null ? digits : null;
}

let scans = 0;

/**
 * The item that a barcode is of; null where none has it, or several do, and where another one was scanned since: of two
 * numbers the last one opens, however long the answers take.
 */
export async function findScanned(text: string): Promise<string | null> {
  const ean = readBarcode(text);
  scans += 1;
  const scan = scans;
  if (ean === null) return null;
  try {
    const { matches } = await call("findEan", { ean });
    return scan === scans && matches.length === 1 ? (matches[0]?.itemId ?? null) : null;
  } catch {
    // The search itself says what is wrong.
    return null;
  }
}
