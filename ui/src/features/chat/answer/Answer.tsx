/** A stored answer: its text with its sources and doubts, how it came about, and what one can do with it. */
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Markdown } from "../../../components/markdown/Markdown";
import { useStable } from "../../../lib/hooks/useStable";
import { ActionCards } from "../actions/ActionCards";
import { Showcases } from "../showcase/Showcases";
import { ToolRounds } from "../actions/ToolRounds";
import { AnswerFoot } from "./AnswerFoot";
import { AnswerHead } from "./AnswerHead";
import { AnswerState } from "./AnswerState";
import { Cautions, useRemarks } from "./Cautions";
import type { ChatSource, Message } from "../types";
import classes from "../thread/Message.module.css";
import { useThreadActions } from "../thread/state/threadActions";

type Props = {
  message: Message;
  siblings: readonly string[];
  index: number;
  busy: boolean;
  /** The mark of this answer that is being looked at. */
  active: number | null;
};

const NO_SOURCES: readonly ChatSource[] = [];
const NONE: never[] = [];

export function Answer({ message, siblings, index, busy, active }: Props) {
  const { t } = useTranslation();
  const { response } = message;
  const citations = useCitations(message.id, response?.sources ?? NO_SOURCES, active);
  const cautions = response?.cautions ?? [];
  const remarks = useRemarks(response?.cautions);
  // What was cut in the middle of a word may be cut in the middle of a mark.
  const broken = message.state === "stopped" || message.state === "interrupted";
  return (
    <article className={classes.answer} aria-label={t("thread.answer")}>
      {response && <AnswerHead response={response} />}
      <ToolRounds rounds={response?.debug.rounds ?? NONE} />
      {message.content !== "" && (
        <Markdown text={message.content} growing={broken} citations={citations} remarks={remarks} />
      )}
      <Showcases showcases={response?.showcases ?? NONE} />
      <ActionCards pending={response?.pending ?? NONE} />
      <AnswerState message={message} busy={busy} />
      <Cautions cautions={cautions} />
      <AnswerFoot message={message} siblings={siblings} index={index} busy={busy} />
    </article>
  );
}

/** The marks of an answer, with what they lead to. */
export function useCitations(key: string, sources: readonly ChatSource[], active: number | null) {
  const { cite } = useThreadActions();
  const onCite = useStable((mark: number) => cite(key, mark));
  return useMemo(
    () => ({ titles: new Map(sources.map(({ mark, title }) => [mark, title])), active, onCite }),
    [sources, active, onCite],
  );
}
