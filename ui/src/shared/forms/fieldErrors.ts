/** What a refused save says of each field, in the person's words. */
import type { CommandError } from "../../api/command";
import { problemsOf } from "./refusal";
import { useProblemText } from "./useProblemText";

/** A longer value stands in its field anyway. */
const REPEATED_CHARS = 60;

/** By field; empty where the refusal is about something else. */
export function useFieldErrors(): (error: CommandError | null) => Record<string, string> {
  const describe = useProblemText();
  return (error) => {
    const texts: Record<string, string> = {};
    for (const { field, code, value, allowed } of problemsOf(error)) {
      const text =
        value === "" || value.length > REPEATED_CHARS
          ? describe({ code, allowed })
          : `«${value}»: ${describe({ code, allowed })}`;
      texts[field] = texts[field] === undefined ? text : `${texts[field]} ${text}`;
    }
    return texts;
  };
}
