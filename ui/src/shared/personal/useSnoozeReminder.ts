/** Puts a reminder off by a few minutes; without effect on its next ones. */
import { useCommandMutation } from "../../api/hooks";
import { useErrorToast } from "../../components/toast/useErrorToast";

export const SNOOZE_MINUTES = 10;

export function useSnoozeReminder(): (id: string) => void {
  const snooze = useCommandMutation("snoozeReminder");
  const showError = useErrorToast();
  return (id) =>
    void snooze
      .mutateAsync({ id, minutes: SNOOZE_MINUTES, operationId: crypto.randomUUID() })
      .catch(showError);
}
