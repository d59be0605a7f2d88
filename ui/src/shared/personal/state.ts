/** Whether the personal assistant is on, where its clock is, and how much of it waits for the person. */
import { useCommandQuery } from "../../api/hooks";

/** What is due is asked for again after this long. Milliseconds. */
const ASK_AGAIN_MS = 30_000;

export function usePersonalState() {
  return useCommandQuery("getPersonalState", {});
}

/** What waits, counted, and the reminders that came due; nothing while the assistant is off or does not answer. */
export function useWaiting() {
  const isOn = usePersonalState().data?.on === true;
  const waiting = useCommandQuery("getWaiting", {}, { enabled: isOn, refetchInterval: ASK_AGAIN_MS });
  return isOn ? waiting.data : undefined;
}

/** Reminders whose time has come and decisions to be reviewed. */
export function useWaitingCount(): number {
  const waiting = useWaiting();
  return (waiting?.reminders ?? 0) + (waiting?.decisions ?? 0);
}
