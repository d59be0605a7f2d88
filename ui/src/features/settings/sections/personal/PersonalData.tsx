/** All that the personal assistant keeps: as a file, and the way to delete it for good. */
import { Button, Group, Text } from "@mantine/core";
import { IconFileExport, IconTrash } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call, type CommandError } from "../../../../api/command";
import { showToast } from "../../../../components/toast/toasts";
import { useErrorToast } from "../../../../components/toast/useErrorToast";
import { saveText } from "../../../../host/save";
import { usePersonalState } from "../../../../shared/personal/state";
import classes from "../../SettingsPage.module.css";
import { ForgetDialog } from "./ForgetDialog";
import { useCountsText } from "./useCountsText";

export function PersonalData() {
  const { t } = useTranslation();
  const isOn = usePersonalState().data?.on === true;
  const [asking, setAsking] = useState(false);
  const save = useSaveAll();
  return (
    <div className={classes.kept}>
      <h3 className={classes.subheading}>{t("settings.personalData.title")}</h3>
      <Text size="sm" c="dimmed">
        {t(isOn ? "settings.personalData.text" : "settings.personalData.off")}
      </Text>
      {isOn && (
        <Group gap="xs" mt="sm">
          <Button
            variant="default"
            leftSection={<IconFileExport size={16} aria-hidden />}
            loading={save.isPending}
            onClick={() => save.mutate()}
          >
            {t("settings.personalData.export")}
          </Button>
          <Button
            variant="subtle"
            color="red"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => setAsking(true)}
          >
            {t("settings.personalData.forget.open")}
          </Button>
          <ForgetDialog opened={asking} onClose={() => setAsking(false)} />
        </Group>
      )}
    </div>
  );
}

/** The lists of records of money in an export. */
type FinanceKind = "bills" | "expenses" | "incomes" | "debts" | "investments";

/** Nothing of it stays in the page's cache: it is asked for and handed over. */
function useSaveAll() {
  const { t } = useTranslation();
  const countsText = useCountsText();
  const onError = useErrorToast();
  return useMutation<void, CommandError>({
    mutationFn: async () => {
      const all = await call("exportPersonal", {});
      const { people, reminders, decisions, metrics, knowledge, reports, exportedAt } = all;
      const finance = all.finance as Record<FinanceKind, unknown[]>;
      const name = `celeiro-personal-${exportedAt.slice(0, 10)}.json`;
      saveText(name, "application/json", `${JSON.stringify(all, null, 2)}\n`);
      const counts = countsText({
        people: people.length,
        reminders: reminders.length,
        decisions: decisions.length,
        metrics: metrics.length,
        knowledge: knowledge.length,
        bills: finance.bills.length,
        expenses: finance.expenses.length,
        incomes: finance.incomes.length,
        debts: finance.debts.length,
        investments: finance.investments.length,
        reports: reports.length,
      });
      const text =
        counts === ""
          ? t("settings.personalData.exportedNothing")
          : t("settings.personalData.exported", { counts });
      showToast({ tone: "info", text });
    },
    onError,
  });
}
