/**
 * Asks before the page of a record's form is left with something typed in it: that can be kept for this tab. Within
 * its page, as where another record is looked at, it is kept without a question, and named above the list.
 */
import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useBlocker } from "react-router";
import { LeavingDialog } from "../../../../components/leave/LeavingDialog";
import type { StoredRecord } from "./useKeptForm";
import type { RecordFormState } from "./useRecordForm";

type Props = {
  form: Pick<RecordFormState<StoredRecord, object>, "saving" | "forget"> & {
    listUnsaved: () => readonly string[];
  };
};

export function LeaveRecordGuard({ form }: Props) {
  const { t } = useTranslation();
  // Asked of the moment: a save that was just answered may not be drawn yet. One under way goes on without the page.
  const blocker = useBlocker(
    ({ currentLocation: here, nextLocation: next }) =>
      here.pathname !== next.pathname && !form.saving && form.listUnsaved().length > 0,
  );
  const leave = () => blocker.proceed?.();
  return (
    <LeavingDialog
      opened={blocker.state === "blocked"}
      title={t("recordForm.leave.title")}
      stay={t("recordForm.leave.stay")}
      onStay={() => blocker.reset?.()}
      ways={[
        {
          label: t("recordForm.leave.discard"),
          loses: true,
          onTake: () => {
            form.forget();
            leave();
          },
        },
        { label: t("recordForm.leave.keep"), onTake: leave },
      ]}
    >
      <Text size="sm">{t("recordForm.leave.text")}</Text>
    </LeavingDialog>
  );
}
