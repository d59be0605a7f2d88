/** The records of one query, one card at a time, judged by button or key. */
import { Button, Kbd, Skeleton, Textarea } from "@mantine/core";
import { useEffect, useRef, type Ref } from "react";
import { useTranslation } from "react-i18next";
import { useCommandQuery } from "../../../api/hooks";
import { DataText } from "../../../components/DataText";
import { QueryError } from "../../../components/QueryError";
import { useErrorToast } from "../../../components/toast/useErrorToast";
import { GradeButtons, gradesOf } from "./GradeButtons";
import { JudgeCard } from "./JudgeCard";
import { useJudgeKeys } from "./useJudgeKeys";
import { useJudging } from "./useJudging";
import type { Card, QuerySet, SetQuery } from "../sets/names";
import classes from "./Judge.module.css";
import pageClasses from "../sets/Sets.module.css";

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
  if (!pool.data) return <QueryError title={t("judge.failed")} query={pool} />;
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
  const onFailed = useErrorToast();
  const judging = useJudging({ queryId: query.id, cards, judge: named, blind, onFailed });
  const { at, card, done } = judging;
  const grades = gradesOf(set.topGrade);
  const noteField = useRef<HTMLTextAreaElement>(null);
  const frame = useRef<HTMLElement>(null);
  useEffect(() => frame.current?.focus({ preventScroll: true }), []);
  useJudgeKeys({
    judging,
    grades: grades.map(([grade]) => grade),
    onNote: () => noteField.current?.focus(),
    onNext: done && !isLast ? onNext : null,
  });

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
      <GradeButtons judging={judging} grades={grades} chosen={said.grade} />
      <NoteField
        // Another card has another note.
        key={card.record}
        fieldRef={noteField}
        note={said.note}
        onLeave={(note) => judging.note(card.record, note)}
        onDone={() => frame.current?.focus()}
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

type NoteProps = {
  fieldRef: Ref<HTMLTextAreaElement>;
  note: string;
  onLeave: (note: string) => void;
  onDone: () => void;
};

/** Enter and Escape end the note; Shift+Enter begins another line of it. */
function NoteField({ fieldRef, note, onLeave, onDone }: NoteProps) {
  const { t } = useTranslation();
  return (
    <Textarea
      ref={fieldRef}
      label={
        <>
          {t("judge.note")} <Kbd size="xs">N</Kbd>
        </>
      }
      autosize
      minRows={1}
      maxRows={4}
      maxLength={2_000}
      defaultValue={note}
      onBlur={(event) => onLeave(event.currentTarget.value.trim())}
      onKeyDown={(event) => {
        if (event.key !== "Escape" && (event.key !== "Enter" || event.shiftKey)) return;
        event.preventDefault();
        event.currentTarget.blur();
        onDone();
      }}
    />
  );
}
