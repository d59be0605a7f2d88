/** Which reports come by themselves, each with its hour. None does unless it is switched on. */
import { Checkbox, NativeSelect, Skeleton, Switch, Text, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Data } from "../../../api/command";
import { useCommandMutation, useCommandQuery } from "../../../api/hooks";
import { QueryError } from "../../../components/QueryError";
import { useErrorToast } from "../../../components/toast/useErrorToast";
import { DAYS } from "./kinds";
import classes from "./reports.module.css";

type Plan = Data<"getReportPlan">;
type Hour = number | null;

/** The kinds with the field of their hour, and the hour that they are switched on with. */
const KINDS = [
  { kind: "morning", field: "morningHour", usual: 7, at: (hour: Hour) => ({ morningHour: hour }) },
  { kind: "weekly", field: "weeklyHour", usual: 18, at: (hour: Hour) => ({ weeklyHour: hour }) },
  { kind: "checkin", field: "checkinHour", usual: 18, at: (hour: Hour) => ({ checkinHour: hour }) },
] as const;
const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, "0")}:00`,
}));

export function ReportPlanBox() {
  const { t } = useTranslation();
  const showError = useErrorToast();
  const query = useCommandQuery("getReportPlan", {});
  const { mutate, isPending } = useCommandMutation("saveReportPlan");
  const plan = query.data;
  const save = (part: Partial<Plan>) => plan && mutate({ ...plan, ...part }, { onError: showError });
  return (
    <section aria-label={t("personal.reports.plan.title")}>
      <Title order={2} size="h4" mt="lg">
        {t("personal.reports.plan.title")}
      </Title>
      <Text size="sm" c="dimmed">
        {t("personal.reports.plan.note")}
      </Text>
      <QueryError title={t("personal.reports.plan.failed")} query={query} />
      {query.isPending && <Skeleton height={120} />}
      {plan &&
        KINDS.map(({ kind, field, usual, at }) => {
          const hour = plan[field] ?? null;
          const name = t(`personal.reports.kind.${kind}`);
          return (
            <div key={kind} className={classes.planned}>
              <Switch
                label={name}
                checked={hour !== null}
                disabled={isPending}
                onChange={(event) => save(at(event.currentTarget.checked ? usual : null))}
              />
              {hour !== null && (
                <NativeSelect
                  size="xs"
                  aria-label={t("personal.reports.plan.hourOf", { name })}
                  value={String(hour)}
                  disabled={isPending}
                  onChange={(event) => save(at(Number(event.currentTarget.value)))}
                  data={HOURS}
                />
              )}
              {hour !== null && kind === "weekly" && (
                <NativeSelect
                  size="xs"
                  aria-label={t("personal.reports.plan.day")}
                  value={plan.weeklyDay ?? "monday"}
                  disabled={isPending}
                  onChange={(event) =>
                    save({ weeklyDay: event.currentTarget.value as (typeof DAYS)[number] })
                  }
                  data={DAYS.map((value) => ({ value, label: t(`personal.reports.plan.days.${value}`) }))}
                />
              )}
            </div>
          );
        })}
      {plan && (
        <Checkbox
          mt="xs"
          label={t("personal.reports.plan.byModel")}
          checked={plan.byModel === true}
          disabled={isPending}
          onChange={(event) => save({ byModel: event.currentTarget.checked })}
        />
      )}
    </section>
  );
}
