/** Values of a file as they are shown before it is imported. */
import type { Lang } from "../../../lib/language";
import type { Column, FoundColumns } from "./targets";

/**
 * A sample of the column. Workbooks and JSON hold numbers, which the program writes with a decimal point: they
 * are shown as the language writes them. What a CSV says is shown as it stands there, to be found again.
 */
export function sampleText(
  sample: string,
  { foundType, target }: Column,
  format: FoundColumns["file"]["format"],
  language: Lang,
): string {
  const isNumeric = foundType === "number" || target === "price";
  if (format === "csv" || !isNumeric || !/^-?\d+\.\d+$/.test(sample)) return sample;
  return language === "en" ? sample : sample.replace(".", ",");
}
