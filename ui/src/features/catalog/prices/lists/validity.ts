/** Where the days on which a list of prices is valid stand to today. */
import type { PriceList } from "../types";

export type Validity = "off" | "today" | "later" | "over";
/** `active` is not known everywhere: what is neither valid nor to come nor over is not in use. */
export type Valid = Pick<PriceList, "isValidToday" | "validFrom" | "validUntil"> &
  Partial<Pick<PriceList, "active">>;

/** The program alone says whether it is valid today, by its own zone; `today` says on which side of its days another is. */
export function validityOf({ active, isValidToday, validFrom, validUntil }: Valid, today: string): Validity {
  if (isValidToday) return "today";
  if (active === false) return "off";
  if (validFrom !== null && validFrom > today) return "later";
  return validUntil !== null && validUntil < today ? "over" : "off";
}

/** The day of the calendar where the person is, `days` after today. */
export function localDay(days = 0): string {
  const now = new Date();
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}
