/** Whether the personal assistant is on, where its clock is, and how much of it waits for the person. */
import { useCommandQuery } from "../../api/hooks";

/** What is due is asked for again after this long. Milliseconds. */
const ASK_AGAIN_MS = 60_000;

export function usePersonalState() {
  return useCommandQuery("getPersonalState", {});
}

/** Reminders whose time has come and decisions to be reviewed; 0 while the assistant is off or does not answer. */
export function useWaitingCount(): number {
  const isOn = usePersonalState().data?.on === true;
  const options = { enabled: isOn, refetchInterval: ASK_AGAIN_MS };
  const due = useCommandQuery("listDueReminders", {}, options);
  const toReview = useCommandQuery("listDecisionsToReview", {}, options);
  return isOn ? (due.data?.length ?? 0) + (toReview.data?.length ?? 0) : 0;
}
