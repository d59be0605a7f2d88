/**
 * Above the conversation: reminders that came due in the last day and are not done, while the personal assistant is
 * on. The list is fetched where there are any.
 */
import { Suspense } from "react";
import { lazyPage } from "../../../components/page/lazyPage";
import { useWaiting } from "../../../shared/personal/state";

export const DueReminderList = lazyPage(
  async () => (await import("./DueReminderList")).DueReminderList,
  "chat",
  "due",
);

export function DueReminders() {
  const waiting = useWaiting();
  if (!waiting || waiting.fired.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <DueReminderList waiting={waiting} />
    </Suspense>
  );
}
