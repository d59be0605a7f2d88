/**
 * Suggestions for the empty fields of a form: asked for by the person, accepted, edited or rejected one
 * by one, and put into the unsaved form. The record is saved by the form alone.
 */
import { Button, Skeleton } from "@mantine/core";
import { IconInfoCircle, IconSparkles } from "@tabler/icons-react";
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { useCommandMutation } from "../../api/hooks";
import { DataText } from "../../components/DataText";
import { ErrorNotice } from "../../components/ErrorNotice";
import { Notice } from "../../components/Notice";
import classes from "./Assist.module.css";
import { SuggestionCard, type Outcome } from "./SuggestionCard";
import {
  suggestionsOf,
  type AcceptedValue,
  type AssistField,
  type AssistRequest,
  type Suggestion,
} from "./suggestions";

/** A value for the form, and the trace that it is saved with (`sources` of the save). */
export type AcceptedSuggestion = {
  field: AssistField;
  value: AcceptedValue;
  currency: string | null;
  traceId: string;
};

/** The button that asks, for those who press it from elsewhere. */
export const ASSIST_ASK_ID = "assist-ask";

type Props = { draft: AssistRequest; onAccept: (accepted: AcceptedSuggestion) => void; onLeave: () => void };

export function AssistPanel({ draft, onAccept, onLeave }: Props) {
  const { t } = useTranslation();
  const asked = useCommandMutation("assist");
  const outcome = useCommandMutation("setAssistOutcome");
  const [decided, setDecided] = useState<Partial<Record<AssistField, Outcome>>>({});
  const [active, setActive] = useState(0);
  const named = draft.name.trim() !== "";
  const suggestions = asked.data ? suggestionsOf(asked.data) : [];
  const button = useRef<HTMLButtonElement>(null);
  // A button that is busy loses the focus. Where no card takes it, the button gets it back.
  useEffect(() => {
    if (!asked.isPending && document.activeElement === document.body && asked.submittedAt > 0)
      button.current?.focus({ preventScroll: true });
  }, [asked.isPending, asked.submittedAt]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    onLeave();
  };

  const ask = () => {
    setDecided({});
    setActive(0);
    asked.mutate(draft);
  };
  const decide = (suggestion: Suggestion, how: Outcome, value: AcceptedValue) => {
    if (!asked.data) return;
    const { field, currency } = suggestion;
    const { traceId } = asked.data;
    setDecided((before) => ({ ...before, [field]: how }));
    setActive((at) => Math.min(at + 1, suggestions.length - 1));
    if (how !== "rejected") onAccept({ field, value, currency, traceId });
    outcome.mutate({ traceId, field, outcome: how, value: how === "edited" ? value : null });
  };

  return (
    <section className={classes.panel} aria-labelledby="assist-title" onKeyDown={onKeyDown}>
      <div className={classes.head}>
        <h3 className={classes.title} id="assist-title">
          {t("assist.title")}
        </h3>
        <Button
          id={ASSIST_ASK_ID}
          ref={button}
          size="xs"
          variant="light"
          aria-keyshortcuts="Alt+S"
          title={`${t("assist.ask")} (Alt S)`}
          leftSection={<IconSparkles size={16} />}
          onClick={ask}
          loading={asked.isPending}
          disabled={!named}
        >
          {t(asked.data ? "assist.again" : "assist.ask")}
        </Button>
      </div>
      {asked.isPending && (
        <div aria-busy aria-label={t("assist.asking")}>
          <Skeleton h={90} radius={10} />
        </div>
      )}
      {asked.error && !asked.isPending && (
        <ErrorNotice title={t("assist.failed")} error={asked.error} onRetry={ask} />
      )}
      {!asked.data && !asked.isPending && !asked.error && (
        <p className={classes.reason}>{t(named ? "assist.hint" : "assist.nameFirst")}</p>
      )}
      {asked.data && !asked.isPending && (
        <>
          {suggestions.length === 0 && <p className={classes.reason}>{t("assist.nothing")}</p>}
          <ul className={classes.list} aria-label={t("assist.title")}>
            {suggestions.map((suggestion, at) => (
              <SuggestionCard
                key={`${asked.data.traceId}-${suggestion.field}`}
                suggestion={suggestion}
                current={draft[suggestion.field]}
                active={at === active}
                decided={decided[suggestion.field] ?? null}
                onDecide={(how, value) => decide(suggestion, how, value)}
                onMove={(by) => setActive(Math.max(0, Math.min(at + by, suggestions.length - 1)))}
              />
            ))}
          </ul>
          {asked.data.warnings.length > 0 && (
            <Notice icon={<IconInfoCircle size={18} />}>
              <ul className={classes.warnings}>
                {asked.data.warnings.map((warning) => (
                  <li key={`${warning.code}-${warning.field ?? ""}`}>
                    <DataText text={warning.message} />
                  </li>
                ))}
              </ul>
            </Notice>
          )}
        </>
      )}
    </section>
  );
}
