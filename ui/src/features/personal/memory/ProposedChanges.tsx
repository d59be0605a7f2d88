/** What runs over messages propose: a yes or a no for each line. Nothing is known before that. */
import { Badge, Button, Group, Text, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useCommandMutation, useCommandQuery } from "../../../api/hooks";
import { DataText } from "../../../components/DataText";
import { QueryError } from "../../../components/QueryError";
import { useErrorToast } from "../../../components/toast/useErrorToast";
import { cleanText } from "../../../lib/text/text";
import classes from "../personal.module.css";
import { listWaiting, MOST_RUNS, type MemoryChange, type MemoryRun } from "./draft";
import { EvidenceList } from "./EvidenceList";

export function ProposedChanges() {
  const { t } = useTranslation();
  const showError = useErrorToast();
  const query = useCommandQuery("listMemoryRuns", { limit: MOST_RUNS });
  const start = useCommandMutation("startMemoryRun");
  const accept = useCommandMutation("acceptMemoryRun");
  const waiting = listWaiting(query.data ?? []);
  const last = query.data?.[0];
  return (
    <section aria-label={t("personal.memory.runs.title")}>
      <Title order={2} size="h4">
        {t("personal.memory.runs.title")}
      </Title>
      <Text size="sm" c="dimmed">
        {t("personal.memory.runs.note")}
      </Text>
      <QueryError title={t("personal.memory.runs.failed")} query={query} />
      {query.data && waiting.length === 0 && (
        <Text size="sm">
          {t(last?.state === "failed" ? "personal.memory.runs.lastFailed" : "personal.memory.runs.none")}
        </Text>
      )}
      {waiting.map(({ run, changes }) => (
        <div key={run.id}>
          <ul className={classes.talks}>
            {changes.map((change) => (
              <ChangeLine key={change.id} run={run} change={change} />
            ))}
          </ul>
          {changes.some(({ needsYes }) => !needsYes) && (
            <Button
              size="compact-sm"
              variant="default"
              loading={accept.isPending}
              onClick={() => accept.mutate({ id: run.id }, { onError: showError })}
            >
              {t("personal.memory.runs.acceptAll")}
            </Button>
          )}
        </div>
      ))}
      <Group mt="xs">
        <Button
          size="compact-sm"
          variant="default"
          loading={start.isPending}
          onClick={() => start.mutate({}, { onError: showError })}
        >
          {t("personal.memory.runs.start")}
        </Button>
      </Group>
    </section>
  );
}

function ChangeLine({ run, change }: { run: MemoryRun; change: MemoryChange }) {
  const { t } = useTranslation();
  const showError = useErrorToast();
  const accept = useCommandMutation("acceptMemoryRun");
  const reject = useCommandMutation("rejectMemoryRun");
  const request = { id: run.id, changes: [change.id] };
  const text = change.draft?.content ?? change.before ?? "";
  // A yes and a no would leave open to what: two statements that seem not to go together are asked about by name. They
  // may, for no rule and no model is sure: then both stay.
  const older = change.kind === "contradicted" && change.draft ? change.before : null;
  const newerLabel =
    older === null
      ? t("personal.memory.runs.yesTo", { text: cleanText(text) })
      : t("personal.memory.runs.newerOf", { text: cleanText(text) });
  const olderLabel =
    older === null
      ? t("personal.memory.runs.noTo", { text: cleanText(text) })
      : t("personal.memory.runs.olderOf", { before: cleanText(older), text: cleanText(text) });
  return (
    <li>
      <Badge size="xs" variant={change.kind === "contradicted" ? "outline" : "default"} mr={6}>
        {t(`personal.memory.runs.kind.${change.kind}`)}
      </Badge>
      <DataText text={text} />
      {change.draft && change.before !== null && (
        <Text size="sm" c="dimmed">
          {t("personal.memory.runs.before")} <DataText text={change.before} />
        </Text>
      )}
      {older !== null && <Text size="sm">{t("personal.memory.runs.which")}</Text>}
      {change.needsYes && change.kind === "contradicted" && (
        <Text size="sm">{t("personal.memory.runs.needsYesAgainst")}</Text>
      )}
      {change.needsYes && (change.kind !== "contradicted" || change.isSensitive) && (
        <Text size="sm">{t("personal.memory.runs.needsYes")}</Text>
      )}
      <EvidenceList evidence={change.evidence} />
      <Group gap="xs" mt={4}>
        <Button
          size="compact-sm"
          aria-label={newerLabel}
          loading={accept.isPending}
          onClick={() => accept.mutate(request, { onError: showError })}
        >
          {t(older === null ? "personal.memory.runs.yes" : "personal.memory.runs.newer")}
        </Button>
        {older !== null && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t("personal.memory.runs.bothOf", { before: cleanText(older), text: cleanText(text) })}
            loading={accept.isPending}
            onClick={() => accept.mutate({ ...request, keepsBoth: true }, { onError: showError })}
          >
            {t("personal.memory.runs.both")}
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="default"
          aria-label={olderLabel}
          loading={reject.isPending}
          onClick={() => reject.mutate(request, { onError: showError })}
        >
          {t(older === null ? "personal.memory.runs.no" : "personal.memory.runs.older")}
        </Button>
      </Group>
    </li>
  );
}
