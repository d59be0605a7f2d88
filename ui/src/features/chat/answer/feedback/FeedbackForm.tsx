/**
 * Asked after a thumb down: what is wrong with the answer, which records do not belong there (its own
 * sources are offered), and which should have been there. One press stores all of it and makes a test.
 */
import { Button, Checkbox, Group, Radio, Textarea } from "@mantine/core";
import { useState, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { cleanText } from "../../../../lib/text/text";
import type { AnswerRecord, ChatSource, FeedbackReason, Message } from "../../types";
import { RecordPicker, type PickedRecord } from "./RecordPicker";
import { lengthOf } from "../../composer/length";
import classes from "../../thread/Message.module.css";
import { useThreadActions } from "../../thread/state/threadActions";

const REASONS: readonly FeedbackReason[] = ["wrong-item", "missing-item", "wrong-statement", "other"];
/** Longest note, in characters. */
const MAX_NOTE = 2_000;
/** A test asks for its first three places; more could not all stand there. */
const MOST_EXPECTED = 3;
/** Most records of a kind that a test forbids, the ticked sources among them. */
const MOST_WRONG = 50;

const recordOf = ({ type, id }: ChatSource | PickedRecord): AnswerRecord => ({ type, id });

export function FeedbackForm({ message, onClose }: { message: Message; onClose: () => void }) {
  const { t } = useTranslation();
  const { rate, report } = useThreadActions();
  const [chosenReason, setReason] = useState<FeedbackReason | null>(null);
  const [note, setNote] = useState("");
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const [others, setOthers] = useState<readonly PickedRecord[]>([]);
  const [expected, setExpected] = useState<readonly PickedRecord[]>([]);
  const sources = message.response?.sources ?? [];
  const wrong = [...sources.filter(({ id }) => ticked.includes(id)), ...others];
  const isTest = wrong.length > 0 || expected.length > 0;
  // Who names records says what is wrong; another reason may be chosen all the same.
  const reason = chosenReason ?? (wrong.length > 0 ? "wrong-item" : isTest ? "missing-item" : null);
  const tooLong = lengthOf(note) > MAX_NOTE;
  const isComplete = !tooLong && reason !== null && (reason !== "other" || note.trim() !== "" || isTest);
  const send = () => {
    if (!isComplete) return;
    const feedback = { rating: "down" as const, reason, note: note.trim() || null };
    if (isTest) report(message, { feedback, wrong: wrong.map(recordOf), expected: expected.map(recordOf) });
    else rate(message, feedback);
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      send();
    } else if (event.key === "Escape") {
      event.stopPropagation();
      onClose();
    }
  };
  const ids = (records: readonly { id: string }[]) => records.map(({ id }) => id);
  return (
    <form
      className={classes.feedback}
      aria-label={t("feedback.form")}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onKeyDown={onKeyDown}
    >
      <Reasons chosen={reason} onChoose={setReason} />
      <RecordPicker
        label={t("feedback.expected")}
        chosen={expected}
        most={MOST_EXPECTED}
        without={ids(wrong)}
        onChange={setExpected}
      />
      {sources.length > 0 && (
        <SourceTicks sources={sources} ticked={ticked} without={ids(expected)} onTick={setTicked} />
      )}
      <RecordPicker
        label={t(sources.length > 0 ? "feedback.wrongOther" : "feedback.wrong")}
        chosen={others}
        most={MOST_WRONG}
        without={ids([...sources, ...others, ...expected])}
        onChange={setOthers}
      />
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
        <Button size="xs" type="submit" disabled={!isComplete} title={t("feedback.keys")}>
          {isTest ? t("feedback.sendTest") : t("feedback.send")}
        </Button>
      </Group>
    </form>
  );
}

type ReasonsProps = { chosen: FeedbackReason | null; onChoose: (reason: FeedbackReason) => void };

function Reasons({ chosen, onChoose }: ReasonsProps) {
  const { t } = useTranslation();
  return (
    <Radio.Group
      label={t("feedback.why")}
      value={chosen ?? ""}
      onChange={(value) => onChoose(value as FeedbackReason)}
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
  );
}

type TicksProps = {
  sources: readonly ChatSource[];
  ticked: readonly string[];
  /** Those that are expected: they cannot be wrong. */
  without: readonly string[];
  onTick: (ids: string[]) => void;
};

/** The answer's own sources; a tick says that one does not belong there. */
function SourceTicks({ sources, ticked, without, onTick }: TicksProps) {
  const { t } = useTranslation();
  return (
    <Checkbox.Group mt={12} label={t("feedback.wrongOnes")} value={[...ticked]} onChange={onTick}>
      <div className={classes.ticks}>
        {sources.map((source) => (
          <Checkbox
            key={source.id}
            value={source.id}
            size="xs"
            disabled={without.includes(source.id)}
            label={`[${source.mark}] ${cleanText(source.title)}`}
          />
        ))}
      </div>
    </Checkbox.Group>
  );
}
