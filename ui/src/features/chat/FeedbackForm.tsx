/** Asked after a thumb down: what is wrong with the answer. */
import { Button, Group, Radio, Textarea } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { FeedbackReason, Message } from "./contract";
import { lengthOf } from "./length";
import classes from "./Message.module.css";
import { useThreadActions } from "./threadActions";

const REASONS: readonly FeedbackReason[] = ["wrong-item", "missing-item", "wrong-statement", "other"];
/** Longest note, in characters. */
const MAX_NOTE = 2_000;

export function FeedbackForm({ message, onClose }: { message: Message; onClose: () => void }) {
  const { t } = useTranslation();
  const { rate } = useThreadActions();
  const [reason, setReason] = useState<FeedbackReason | null>(null);
  const [note, setNote] = useState("");
  const tooLong = lengthOf(note) > MAX_NOTE;
  const send = () => {
    rate(message, { rating: "down", reason, note: note.trim() || null });
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
          disabled={tooLong || reason === null || (reason === "other" && note.trim() === "")}
        >
          {t("feedback.send")}
        </Button>
      </Group>
    </form>
  );
}
