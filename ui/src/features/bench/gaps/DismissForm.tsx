/** Takes a gap off the list for a reason. */
import { Textarea } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCommandMutation } from "../../../api/hooks";
import type { GapEntry } from "./reasons";
import { RemedyForm } from "./RemedyForm";

/** Longest reason, in characters. */
const MAX_REASON = 2_000;

export function DismissForm({ gap, onClose }: { gap: GapEntry; onClose: () => void }) {
  const { t } = useTranslation();
  const [reason, setReason] = useState("");
  const { mutate, isPending, error } = useCommandMutation("dismissGap");
  return (
    <RemedyForm
      label={t("bench.gaps.remedy.dismiss")}
      sendLabel={t("bench.gaps.dismiss.send")}
      sending={isPending}
      complete={reason.trim() !== ""}
      error={error}
      onSend={() => mutate({ id: gap.id, reason }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Textarea
        label={t("bench.gaps.dismiss.reason")}
        description={t("bench.gaps.dismiss.hint")}
        autosize
        minRows={1}
        maxRows={4}
        maxLength={MAX_REASON}
        autoFocus
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </RemedyForm>
  );
}
