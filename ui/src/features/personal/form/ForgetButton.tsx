/** Deletes a record for good, after asking: nothing brings it back. */
import { Button, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Req } from "../../../api/command";
import { useCommandMutation } from "../../../api/hooks";
import { LeavingDialog } from "../../../components/leave/LeavingDialog";
import { showToast } from "../../../components/toast/toasts";
import { useErrorToast } from "../../../components/toast/useErrorToast";
import { cleanText } from "../../../lib/text/text";

export type ForgottenKind = NonNullable<Req<"forgetPersonal">["kind"]>;

type Props = { kind: ForgottenKind; id: string; name: string; onForgotten: () => void };

export function ForgetButton({ kind, id, name, onForgotten }: Props) {
  const { t } = useTranslation();
  const showError = useErrorToast();
  const [asking, setAsking] = useState(false);
  const words = { name: cleanText(name) };
  const { mutate, isPending } = useCommandMutation("forgetPersonal", {
    onAnswer: () => {
      showToast({ tone: "info", text: t("personal.forget.done", words) });
      onForgotten();
    },
  });
  const forget = () => {
    setAsking(false);
    mutate({ kind, id }, { onError: showError });
  };
  return (
    <>
      <Button variant="subtle" color="red" loading={isPending} onClick={() => setAsking(true)}>
        {t("personal.forget.button")}
      </Button>
      <LeavingDialog
        opened={asking}
        title={t("personal.forget.title", words)}
        stay={t("personal.forget.stay")}
        onStay={() => setAsking(false)}
        ways={[{ label: t("personal.forget.confirm"), loses: true, onTake: forget }]}
      >
        <Text size="sm">{t("personal.forget.text")}</Text>
      </LeavingDialog>
    </>
  );
}
