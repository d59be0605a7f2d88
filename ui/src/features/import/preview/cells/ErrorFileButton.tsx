/** The rejected rows as a file of their own, to be mended in a spreadsheet and imported. */
import { Button } from "@mantine/core";
import { IconFileDownload } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call, type CommandError } from "../../../../api/command";
import { saveDownload } from "../../../../api/transfers";
import { useErrorToast } from "../../../../components/toast/useErrorToast";

export function ErrorFileButton({ id }: { id: string }) {
  const { t } = useTranslation();
  const showError = useErrorToast();
  const { mutate, isPending } = useMutation<void, CommandError>({
    mutationFn: async () => saveDownload(await call("writeImportErrors", { id })),
    onError: showError,
  });
  return (
    <Button
      size="xs"
      variant="default"
      loading={isPending}
      leftSection={<IconFileDownload size={16} aria-hidden />}
      onClick={() => mutate()}
    >
      {t("import.errorFile")}
    </Button>
  );
}
