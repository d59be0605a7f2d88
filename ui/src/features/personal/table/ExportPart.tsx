/**
 * One part of what the personal assistant keeps, as a file: all of it, also what the list leaves out. Nothing of it stays
 * in the page's cache.
 */
import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call, type CommandError, type Data } from "../../../api/command";
import { showToast } from "../../../components/toast/toasts";
import { useErrorToast } from "../../../components/toast/useErrorToast";
import { saveText } from "../../../host/save";
import { useFormats } from "../../../i18n/language";
import { useMay } from "../../../shared/account/useMe";
import classes from "../personal.module.css";

type Props = {
  part: Extract<keyof Data<"exportPersonal">, "people" | "reminders" | "decisions" | "knowledge" | "reports">;
};

export function ExportPart({ part }: Props) {
  const { t } = useTranslation();
  const { integer } = useFormats();
  const onError = useErrorToast();
  // Who may not have all of it sees the list alone.
  const mayExport = useMay("personal");
  const save = useMutation<void, CommandError>({
    mutationFn: async () => {
      const { version, exportedAt, timeZone, [part]: rows } = await call("exportPersonal", {});
      const name = `celeiro-${part}-${exportedAt.slice(0, 10)}.json`;
      const content = JSON.stringify({ version, exportedAt, timeZone, [part]: rows }, null, 2);
      saveText(name, "application/json", `${content}\n`);
      const shown = integer(rows.length);
      showToast({ tone: "info", text: t("personal.part.exported", { count: rows.length, shown }) });
    },
    onError,
  });
  return mayExport ? (
    <Button
      className={classes.exportPart}
      size="compact-sm"
      variant="default"
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      {t("personal.part.export")}
    </Button>
  ) : null;
}
