/** Whether the pane of sources stands beside the thread, as the person left it. */
import { useState } from "react";
import { readStored, writeStored } from "../../../lib/storage";

const KEY = "celeiro.chat.sources";
/** Below this width the pane is closed until it is asked for. Pixels. */
const ROOMY = "(min-width: 1180px)";

export function useSourcesOpen(): [boolean, (open: boolean) => void] {
  const [open, setOpen] = useState(() => readStored(KEY) !== "closed" && window.matchMedia(ROOMY).matches);
  const change = (next: boolean) => {
    setOpen(next);
    writeStored(KEY, next ? "open" : "closed");
  };
  return [open, change];
}
