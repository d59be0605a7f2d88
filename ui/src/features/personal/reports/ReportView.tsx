/** One report: its text, the score with what counts in it, and the figures with where they come from. */
import { Button, Group, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useCommandMutation } from "../../../api/hooks";
import { Markdown } from "../../../components/markdown/Markdown";
import { useErrorToast } from "../../../components/toast/useErrorToast";
import { useUndoToast } from "../../../components/toast/useUndoToast";
import { useFormats } from "../../../i18n/language";
import { useIsThere } from "../../../lib/hooks/useIsThere";
import { FigureTable } from "./FigureTable";
import type { Report } from "./kinds";
import { ScoreBox } from "./ScoreBox";
import classes from "./reports.module.css";

export function ReportView({ report, onGone }: { report: Report; onGone: () => void }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const showError = useErrorToast();
  const showUndoable = useUndoToast();
  const isThere = useIsThere();
  const { id, kind, figures } = report;
  const restore = useCommandMutation("restoreReport");
  const bringBack = () => restore.mutateAsync({ id, operationId: crypto.randomUUID() });
  const remove = useCommandMutation("deleteReport", {
    onAnswer: () => {
      showUndoable(t("personal.reports.deleted"), bringBack);
      // What was opened meanwhile stays open.
      if (isThere()) onGone();
    },
  });
  const { from, to } = figures.period;
  const days = from === to ? formats.day(to) : `${formats.day(from)} – ${formats.day(to)}`;
  const deleteReport = () => remove.mutate({ id, operationId: crypto.randomUUID() }, { onError: showError });
  return (
    <article className={classes.report} aria-label={`${t(`personal.reports.kind.${kind}`)}, ${days}`}>
      <Text component="h2" size="sm" fw="normal" c="dimmed">
        {t(`personal.reports.kind.${kind}`)} · {days} · {t(`personal.reports.author.${report.author}`)}
      </Text>
      {report.leftOut > 0 && (
        <Text size="sm" role="note">
          {t("personal.reports.leftOut", { count: report.leftOut })}
        </Text>
      )}
      <Markdown text={report.text} />
      {figures.score && <ScoreBox score={figures.score} />}
      <FigureTable figures={figures.figures} />
      <Group mt="md">
        <Button variant="default" size="compact-sm" loading={remove.isPending} onClick={deleteReport}>
          {t("personal.reports.delete")}
        </Button>
      </Group>
    </article>
  );
}
