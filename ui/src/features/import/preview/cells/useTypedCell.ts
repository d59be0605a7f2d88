/**
 * A field in which a cell is corrected: what is typed becomes a correction once the field is left. A check that comes
 * back meanwhile may show the cell elsewhere: typing goes on there.
 */
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useStable } from "../../../../lib/hooks/useStable";
import { cellKey } from "../../columns/targets";
import type { ImportDesk } from "../../state/useImport";

type Input = {
  desk: Pick<ImportDesk, "fix" | "fixAndCheck" | "check" | "caret">;
  row: number;
  column: string;
  /** What stands there as long as nothing is typed. */
  said: string;
  /** Says when another value begins to be typed, and when it is no longer. */
  onTyping: (isTyping: boolean) => void;
};

export function useTypedCell({ desk, row, column, said, onTyping }: Input) {
  const [typed, setTyped] = useState<string | null>(null);
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const value = typed ?? said;
  const isTyped = value !== said;
  const key = cellKey(row, column);
  const come = useStable(() => field.current && desk.caret.take(key, field.current));
  const go = useStable(() => {
    if (field.current && field.current === document.activeElement) desk.caret.leave(key, field.current);
    if (isTyped) desk.fix(row, column, value);
  });
  useLayoutEffect(() => {
    come();
    return () => go();
  }, [come, go]);
  const tell = useStable(onTyping);
  useEffect(() => {
    if (!isTyped) return undefined;
    tell(true);
    return () => tell(false);
  }, [isTyped, tell]);
  return {
    field,
    value,
    isTyped,
    change: setTyped,
    leave: () => {
      setTyped(null);
      if (isTyped) desk.fix(row, column, value);
    },
    /** All is checked anew, what is typed among it. */
    check: () => {
      setTyped(null);
      void (isTyped ? desk.fixAndCheck(row, column, value) : desk.check());
    },
  };
}
