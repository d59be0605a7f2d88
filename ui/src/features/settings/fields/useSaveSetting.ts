/** Saving one setting: under way, done, or refused with the reason in the person's words. */
import { useState } from "react";
import { useCommandMutation } from "../../../api/hooks";
import { useErrorText } from "../../../components/useErrorText";

export function useSaveSetting(name: string) {
  const [saved, setSaved] = useState(false);
  // What was sent may be a key: nothing is remembered of it.
  const { mutate, reset, isPending, error } = useCommandMutation("setSetting", { gcTime: 0 });
  const describe = useErrorText();
  return {
    /** Saves the value, or takes the saved one back where it is null. */
    save: (value: string | null, done?: () => void) => {
      setSaved(false);
      mutate(
        { name, value },
        {
          onSuccess: () => {
            reset();
            setSaved(true);
            done?.();
          },
        },
      );
    },
    saving: isPending,
    saved,
    error: error ? describe(error) : null,
    /** Forgets how the last attempt ended. */
    clear: () => {
      setSaved(false);
      reset();
    },
  };
}
