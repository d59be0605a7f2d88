/** The records of one query, one card at a time; keys of the grades, S, N, U and the arrows. */
import { Button, Kbd, Skeleton, Textarea } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useCommandQuery } from "../../../api/hooks";
import { DataText } from "../../../components/DataText";
import { ErrorNotice } from "../../../components/ErrorNotice";
import { showToast } from "../../../components/toast/toasts";
import { useErrorText } from "../../../components/useErrorText";
import { useStable } from "../../../lib/hooks/useStable";
import { JudgeCard } from "./JudgeCard";
import { useJudging } from "./useJudging";
import type { Card, QuerySet, SetQuery } from "../sets/names";
import classes from "./Judge.module.css";
import pageClasses from "../sets/Sets.module.css";

/** The grades of a set's scale, each with what it says: a file may bring one that goes up to 3. */
const SCALES = {
  2: { 0: "no", 1: "helps", 2: "meant" },
  3: { 0: "no", 1: "little", 2: "helps", 3: "meant" },
} as const;

type Props = {
  set: QuerySet;
  query: SetQuery;
  /** Who judges; never blank. */
  judge: string;
  blind: boolean;
  against: string | null;
  isLast: boolean;
  onNext: () => void;
};

export function JudgeQuery(props: Props) {
  const { t } = useTranslation();
  const { query, judge, blind, against } = props;
  const request = { id: query.id, judge, blind, against };
  const pool = useCommandQuery("judgingPool", request, { staleTime: 0, gcTime: 0 });
  if (pool.isPending) return <Skeleton height={260} radius={10} aria-label={t("judge.loading")} />;
  if (!pool.data)
    return (
      <ErrorNotice
        error={pool.error}
        title={t("judge.failed")}
        onRetry={() => void pool.refetch()}
        retrying={pool.isFetching}
      />
    );
  if (pool.data.cards.length === 0)
    return (
      <div className={pageClasses.empty}>
        <p>
          <DataText text={query.query} />
        </p>
        <p>{t("judge.nothing")}</p>
      </div>
    );
  return <Cards {...props} cards={pool.data.cards} named={pool.data.judge} />;
}

function Cards({
  set,
  query,
  blind,
  isLast,
  onNext,
  cards,
  named,
}: Props & { cards: Card[]; named: string }) {
  const { t } = useTranslation();
  const describe = useErrorText();
  const onFailed = (error: unknown) =>
    showToast({ tone: "bad", text: error instanceof Error ? describe(error) : t("error.unknown") });
  const judging = useJudging({ queryId: query.id, cards, judge: named, blind, onFailed });
  const { at, card, done } = judging;
  const grades = Object.entries(SCALES[set.topGrade > 2 ? 3 : 2]);
  const noteField = useRef<HTMLTextAreaElement>(null);
  const frame = useRef<HTMLElement>(null);
  useEffect(() => frame.current?.focus({ preventScroll: true }), []);

  const keyAction = (event: KeyboardEvent): (() => void) | null => {
    const key = event.key.toLowerCase();
    if (event.ctrlKey || event.metaKey) return key === "z" ? judging.undo : null;
    if (grades.some(([grade]) => grade === key)) return () => judging.grade(Number(key));
    if (key === "s") return judging.skip;
    if (key === "u" || key === "backspace") return judging.undo;
    if (key === "n") return () => noteField.current?.focus();
    if (key === "arrowright" || key === "arrowdown") return () => judging.move(1);
    if (key === "arrowleft" || key === "arrowup") return () => judging.move(-1);
    // On a button Enter presses it.
    if (key === "enter" && done && !isLast && !(event.target instanceof HTMLButtonElement)) return onNext;
    return null;
  };
  const onKey = useStable((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || isTyping(event.target)) return;
    const act = keyAction(event);
    if (!act) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [onKey]);

  if (!card) return null;
  const said = judging.of(card.record);
  return (
    <section ref={frame} tabIndex={-1} className={classes.work} aria-label={t("judge.title")}>
      <header className={classes.head}>
        <h3 className={classes.query}>
          <DataText text={query.query} />
        </h3>
        <span className="tabular" role="status">
          {t("judge.cardOf", { at: at + 1, of: cards.length, judged: judging.judged })}
        </span>
      </header>
      <JudgeCard card={card} blind={blind} />
      <div className={classes.grades} role="group" aria-label={t("judge.grades")}>
        {grades.map(([grade, word]) => (
          <Button
            key={grade}
            variant={said.grade === Number(grade) ? "filled" : "default"}
            aria-pressed={said.grade === Number(grade)}
            aria-keyshortcuts={grade}
            leftSection={<Kbd size="xs">{grade}</Kbd>}
            onClick={() => judging.grade(Number(grade))}
          >
            {t(`judge.grade.${word}`)}
          </Button>
        ))}
        <Button
          variant="subtle"
          color="gray"
          aria-keyshortcuts="S"
          leftSection={<Kbd size="xs">S</Kbd>}
          onClick={judging.skip}
        >
          {t("judge.skip")}
        </Button>
        <Button
          variant="subtle"
          color="gray"
          aria-keyshortcuts="U"
          leftSection={<Kbd size="xs">U</Kbd>}
          disabled={!judging.canUndo}
          onClick={judging.undo}
        >
          {t("action.undo")}
        </Button>
      </div>
      <Textarea
        // Another card has another note.
        key={card.record}
        ref={noteField}
        label={
          <>
            {t("judge.note")} <Kbd size="xs">N</Kbd>
          </>
        }
        autosize
        minRows={1}
        maxRows={4}
        maxLength={2_000}
        defaultValue={said.note}
        onBlur={(event) => judging.note(card.record, event.currentTarget.value.trim())}
        onKeyDown={(event) => {
          if (event.key !== "Escape" && (event.key !== "Enter" || event.shiftKey)) return;
          event.preventDefault();
          event.currentTarget.blur();
          frame.current?.focus();
        }}
      />
      {done && (
        <div className={classes.done} role="status">
          <span>{isLast ? t("judge.allDone") : t("judge.queryDone")}</span>
          {!isLast && (
            <Button size="compact-sm" onClick={onNext} rightSection={<Kbd size="xs">Enter</Kbd>}>
              {t("judge.next")}
            </Button>
          )}
        </div>
      )}
      <p className={classes.keys}>{t("judge.keys", { grades: grades.map(([grade]) => grade).join(", ") })}</p>
    </section>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest("input, textarea, select, [role=dialog]") !== null)
  );
}
