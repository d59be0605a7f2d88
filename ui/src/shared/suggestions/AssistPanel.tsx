/**
 * Suggestions for the empty fields of a form: asked for by the person, accepted, edited or rejected one
 * by one, and put into the unsaved form. The record is saved by the form alone.
 */
import { Button, Skeleton } from "@mantine/core";
import { IconInfoCircle, IconSparkles } from "@tabler/icons-react";
import { useEffect, useRef, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { DataText } from "../../components/DataText";
import { ErrorNotice } from "../../components/ErrorNotice";
import { Notice } from "../../components/Notice";
import classes from "./Assist.module.css";
import { editBoxId } from "./edits";
import { SuggestionCard } from "./SuggestionCard";
import type { AssistRequest } from "./suggestions";
import type { Suggestions } from "./useSuggestions";

/** The button that asks, for those who press it from elsewhere. */
export const ASSIST_ASK_ID = "assist-ask";

type Props = { draft: AssistRequest; suggestions: Suggestions; onLeave: () => void };

export function AssistPanel({ draft, suggestions, onLeave }: Props) {
  const { t } = useTranslation();
  const { asked, listed, active, ask } = suggestions;
  const named = draft.name.trim() !== "";
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
      {listed.length === 0 && !asked.data && !asked.isPending && !asked.error && (
        <p className={classes.reason}>{t(named ? "assist.hint" : "assist.nameFirst")}</p>
      )}
      {listed.length === 0 && asked.data && !asked.isPending && (
        <p className={classes.reason}>{t("assist.nothing")}</p>
      )}
      {listed.length > 0 && (
        <ul className={classes.list} aria-label={t("assist.title")}>
          {listed.map((one, at) => (
            <SuggestionCard
              key={`${one.traceId}-${one.suggestion.field}`}
              suggestion={one.suggestion}
              current={draft[one.suggestion.field]}
              currentCurrency={draft.currency ?? null}
              active={at === active}
              decided={one.decided}
              barred={one.barred}
              text={one.text}
              boxId={editBoxId(one)}
              onText={(text) => suggestions.edit(one, text)}
              onDecide={(how, value) => suggestions.decide(one, how, value)}
              onMove={(by) => suggestions.move(at + by)}
            />
          ))}
        </ul>
      )}
      {asked.data && !asked.isPending && (
        <>
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
