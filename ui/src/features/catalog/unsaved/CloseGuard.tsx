/** In the desktop window: asks before it is closed while cells are not stored, for they go with it. */
import { Suspense, useEffect, useState } from "react";
import { lazyPage } from "../../../components/page/lazyPage";
import { closeWindow, keepWindow, onClosing } from "../../../host";
import { useStable } from "../../../lib/useStable";
import { takeOverTyping } from "./beforeLeaving";
import { useCellQueue, useUnsaved } from "./queues";
import { waitingCells } from "./work";

/** What is just being sent is waited for so long. Milliseconds. */
const PATIENCE_MS = 2_000;

// A dialog is no part of the first screen.
const CloseDialog = lazyPage(async () => (await import("./CloseDialog")).CloseDialog, "catalog");

export function CloseGuard() {
  const queue = useCellQueue();
  const unsaved = useUnsaved();
  const [asking, setAsking] = useState(false);
  const ask = useStable(async () => {
    takeOverTyping();
    await Promise.race([queue.settled(), new Promise((over) => setTimeout(over, PATIENCE_MS))]);
    if (queue.isEmpty()) closeWindow();
    else setAsking(true);
  });
  useEffect(() => onClosing(() => void ask()), [ask]);
  const stay = () => {
    setAsking(false);
    keepWindow();
  };
  const count = waitingCells(unsaved).length + unsaved.held.length;
  if (!asking) return null;
  return (
    <Suspense>
      <CloseDialog count={count} onStay={stay} />
    </Suspense>
  );
}
