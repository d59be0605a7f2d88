/**
 * Asked after a thumb down: what is wrong with the answer, which of its sources do not belong there,
 * and what should have been there. One press stores all of it and makes a test.
 */
import { Button, Checkbox, Group, Radio, Textarea } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { cleanText } from "../../../lib/text/text";
import type { AnswerRecord, ChatSource, FeedbackReason, Message } from "../types";
import { ExpectedRecords, type ExpectedRecord } from "./ExpectedRecords";
import { lengthOf } from "../composer/length";
import classes from "../thread/Message.module.css";
import { useThreadActions } from "../thread/state/threadActions";

const REASONS: readonly FeedbackReason[] = ["wrong-item", "missing-item", "wrong-statement", "other"];
/** Longest note, in characters. */
const MAX_NOTE = 2_000;

const recordOf = ({ type, id }: ChatSource | ExpectedRecord): AnswerRecord => ({ type, id });

export function FeedbackForm({ message, onClose }: { message: Message; onClose: () => void }) {
  const { t } = useTranslation();
  const { rate, report } = useThreadActions();
  const [reason, setReason] = useState<FeedbackReason | null>(null);
  const [note, setNote] = useState("");
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const [expected, setExpected] = useState<readonly ExpectedRecord[]>([]);
  const sources = message.response?.sources ?? [];
  const tooLong = lengthOf(note) > MAX_NOTE;
  const isTest = wrong.length > 0 || expected.length > 0;
  const send = () => {
    const feedback = { rating: "down" as const, reason, note: note.trim() || null };
    if (isTest) {
      const ticked = sources.filter((source) => wrong.includes(source.id));
      report(message, { feedback, wrong: ticked.map(recordOf), expected: expected.map(recordOf) });
    } else rate(message, feedback);
    onClose();
  };
  return (
    <form
      className={classes.feedback}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Radio.Group
        label={t("feedback.why")}
        value={reason ?? ""}
        onChange={(value) => setReason(value as FeedbackReason)}
      >
        <Group gap="8px 18px" mt={8}>
          {REASONS.map((one, index) => (
            <Radio
              key={one}
              value={one}
              size="xs"
              label={t(`feedback.reason.${one}`)}
              autoFocus={index === 0}
            />
          ))}
        </Group>
      </Radio.Group>
      {reason !== null && sources.length > 0 && (
        <Checkbox.Group
          mt={12}
          label={t("feedback.wrongOnes")}
          value={[...wrong]}
          onChange={(ids) => {
            setWrong(ids);
            setExpected(expected.filter(({ id }) => !ids.includes(id)));
          }}
        >
          <div className={classes.ticks}>
            {sources.map((source) => (
              <Checkbox
                key={source.id}
                value={source.id}
                size="xs"
                label={`[${source.mark}] ${cleanText(source.title)}`}
              />
            ))}
          </div>
        </Checkbox.Group>
      )}
      {reason !== null && <ExpectedRecords chosen={expected} without={wrong} onChange={setExpected} />}
      <Textarea
        mt={10}
        autosize
        minRows={1}
        maxRows={5}
        placeholder={t("feedback.note")}
        aria-label={t("feedback.note")}
        error={tooLong ? t("feedback.noteTooLong") : undefined}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Group gap="xs" justify="flex-end" mt={10}>
        <Button size="xs" variant="default" onClick={onClose}>
          {t("action.cancel")}
        </Button>
        <Button
          size="xs"
          type="submit"
          disabled={tooLong || reason === null || (reason === "other" && note.trim() === "" && !isTest)}
        >
          {isTest ? t("feedback.sendTest") : t("feedback.send")}
        </Button>
      </Group>
    </form>
  );
}
