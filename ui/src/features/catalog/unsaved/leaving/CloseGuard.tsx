/** In the desktop window: asks before it is closed while cells, forms or files are not stored, for they go with it. */
import { Suspense } from "react";
import { lazyPage } from "../../../../components/page/lazyPage";
import { useCloseQuestion } from "../../../../shared/closing/useCloseQuestion";
import { countSendings } from "../../../../shared/attachments/sendings";
import { countDrafts } from "../../../../shared/drafts/drafts";
import { takeOverTyping } from "./beforeLeaving";
import { useOpenQueue } from "../queue/queues";

/** What is just being sent is waited for so long. Milliseconds. */
const PATIENCE_MS = 2_000;

// A dialog is no part of the first screen.
const CloseDialog = lazyPage(async () => (await import("./CloseDialog")).CloseDialog, "catalog");

export function CloseGuard() {
  const { queue, queues } = useOpenQueue();
  const { asking, stay, close } = useCloseQuestion(async () => {
    takeOverTyping();
    await Promise.race([queue.settled(), new Promise((over) => setTimeout(over, PATIENCE_MS))]);
    return queues.isEmpty() && countDrafts() === 0 && countSendings() === 0;
  });
  if (!asking) return null;
  return (
    <Suspense>
      <CloseDialog onStay={stay} onClose={close} />
    </Suspense>
  );
}
