/** Which item the form shows: part of the address, so that links and Back work. */
import { useCallback } from "react";
import { useSearchParams } from "react-router";

export type OpenItem = {
  /** The item's id, `new`, or null where no form is open. */
  id: string | null;
  open: (id: string) => void;
  close: () => void;
};

export function useOpenItem(): OpenItem {
  const [params, setParams] = useSearchParams();
  const id = params.get("item");
  const set = useCallback(
    (next: string | null) =>
      setParams((current) => {
        const changed = new URLSearchParams(current);
        // The barcode that a new product was begun for is of that one alone.
        changed.delete("ean");
        if (next === null) changed.delete("item");
        else changed.set("item", next);
        return changed;
      }),
    [setParams],
  );
  const close = useCallback(() => set(null), [set]);
  return { id, open: set, close };
}
