/** How many characters a text has, as the program counts them: Unicode scalar values. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}
