/** Numbers under bars, as crates/domain/src/catalog/gtin.rs checks them. */

/** What is wrong: a character, how many digits there are, or that the last one does not check the others. */
export type GtinProblem = "gtin_characters" | "gtin_length" | "wrong_gtin";

const LENGTHS = [8, 12, 13, 14];

/** Finds what is wrong with a barcode; null of a GTIN-8, 12, 13 or 14 whose last digit checks the others. */
export function findGtinProblem(digits: string): GtinProblem | null {
  if (!/^\d*$/.test(digits)) return "gtin_characters";
  if (!LENGTHS.includes(digits.length)) return "gtin_length";
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return sum > 0 && sum % 10 === 0 ? null : "wrong_gtin";
}

/** Strips a barcode of the blanks, hyphens and points that people group digits by. */
export function bareGtin(text: string): string {
  return text.replace(/[\s.-]/gu, "");
}
