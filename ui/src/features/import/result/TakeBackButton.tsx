/** Takes all of an operation back. */
import { Button } from "@mantine/core";
import { IconArrowBackUp } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call, type CommandError } from "../../../api/command";
import { invalidatedTags, invalidateTags } from "../../../api/tags";
import { showToast } from "../../../components/toast/toasts";
import { useErrorToast } from "../../../components/toast/useErrorToast";

type Props = {
  /** The operation. */
  id: string;
  isTakenBack: boolean;
  onTakenBack: (id: string) => void;
};

export function TakeBackButton({ id, isTakenBack, onTakenBack }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const showError = useErrorToast();
  const { mutate, isPending } = useMutation<unknown, CommandError>({
    mutationFn: () => call("undoOperation", { id, operationId: crypto.randomUUID() }),
    // Said whether or not the page is still there by then.
    onSuccess: async () => {
      onTakenBack(id);
      showToast({ text: t("import.wasTakenBack"), tone: "info" });
      await invalidateTags(client, invalidatedTags("undoOperation"));
    },
    onError: showError,
  });
  return (
    <Button
      variant="default"
      loading={isPending}
      disabled={isTakenBack}
      leftSection={<IconArrowBackUp size={16} aria-hidden />}
      onClick={() => mutate()}
    >
      {isTakenBack ? t("import.takenBack") : t("import.takeBack")}
    </Button>
  );
}
