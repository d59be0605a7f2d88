/** Numbers under bars, as crates/domain/src/catalog/gtin.rs checks them. */

/** Whether the last digit of a GTIN-8, 12, 13 or 14 checks the others. */
export function isGtin(digits: string): boolean {
  if (!/^(\d{8}|\d{12,14})$/.test(digits)) return false;
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return sum > 0 && sum % 10 === 0;
}

/** Without the blanks, hyphens and points that people group digits by. */
export function bareGtin(text: string): string {
  return text.replace(/[\s.-]/gu, "");
}
