/** Two values as they are read out: more of a long text would be heard for minutes. */
import { cutAlike } from "../../../../lib/text/cutting";

/** Characters. */
const READ_OUT = 120;

/** Cut where they differ, with a sign. */
export function cutClash(now: string, yours: string): [string, string] {
  return cutAlike([now, yours], READ_OUT);
}

export function cutText(text: string): string {
  const [cut] = cutAlike([text], READ_OUT);
  return cut;
}
