/** Below an answer: what it took, and what can be done with it. */
import { ActionIcon, Button } from "@mantine/core";
import {
  IconBooks,
  IconListDetails,
  IconRefresh,
  IconThumbDown,
  IconThumbDownFilled,
  IconThumbUp,
  IconThumbUpFilled,
} from "@tabler/icons-react";
import { useRef, useState, type Ref } from "react";
import { useTranslation } from "react-i18next";
import { CopyButton } from "../../../components/CopyButton";
import { DataText } from "../../../components/DataText";
import { BranchSwitcher } from "../thread/BranchSwitcher";
import type { Feedback, Message } from "../types";
import { FeedbackForm } from "./feedback/FeedbackForm";
import classes from "../thread/Message.module.css";
import { useThreadActions } from "../thread/state/threadActions";

type Props = { message: Message; siblings: readonly string[]; index: number; busy: boolean };

export function AnswerFoot({ message, siblings, index, busy }: Props) {
  const { t } = useTranslation();
  const { cite, answerAgain, openTrace, isReadOnly = false } = useThreadActions();
  const [asking, setAsking] = useState(false);
  const { response, parentId } = message;
  const sources = response?.sources.length ?? 0;
  const thumb = useRef<HTMLButtonElement>(null);
  const close = () => {
    setAsking(false);
    thumb.current?.focus();
  };
  return (
    <footer>
      <div className={classes.tools}>
        <BranchSwitcher siblings={siblings} index={index} disabled={busy} />
        <CopyButton text={message.content} label={t("answer.copy")} />
        {!isReadOnly && parentId !== null && (
          <ActionIcon
            size={28}
            disabled={busy}
            onClick={() => answerAgain(parentId)}
            aria-label={t("answer.again")}
            title={t("answer.again")}
          >
            <IconRefresh size={16} />
          </ActionIcon>
        )}
        {!isReadOnly && <Thumbs message={message} asking={asking} thumb={thumb} onAsk={setAsking} />}
        {response && (
          <ActionIcon
            size={28}
            onClick={() => openTrace(response.debug.traceId)}
            aria-label={t("answer.details")}
            title={t("answer.details")}
          >
            <IconListDetails size={16} />
          </ActionIcon>
        )}
        {sources > 0 && (
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            leftSection={<IconBooks size={15} aria-hidden />}
            onClick={() => cite(message.id, null)}
          >
            {t("answer.sources", { count: sources })}
          </Button>
        )}
      </div>
      {!asking && message.feedback && <GivenFeedback feedback={message.feedback} />}
      {asking && <FeedbackForm message={message} onClose={close} />}
    </footer>
  );
}

/** What was said of the answer, for who looks after it; a thumb alone says enough. */
function GivenFeedback({ feedback: { reason, note } }: { feedback: Feedback }) {
  const { t } = useTranslation();
  if (!reason && !note) return null;
  return (
    <p className={classes.given}>
      {reason && t("feedback.given", { reason: t(`feedback.reason.${reason}`) })}
      {reason && note && " · "}
      {note && <DataText text={note} multiline />}
    </p>
  );
}

type ThumbsProps = {
  message: Message;
  asking: boolean;
  /** The thumb down, where the focus goes when its form is left. */
  thumb: Ref<HTMLButtonElement>;
  onAsk: (asking: boolean) => void;
};

/** A thumb up is given at once; a thumb down asks why. Pressing the thumb that is given takes it back. */
function Thumbs({ message, asking, thumb, onAsk }: ThumbsProps) {
  const { t } = useTranslation();
  const { rate } = useThreadActions();
  const given = message.feedback?.rating ?? null;
  const good: Feedback = { rating: "up", reason: null, note: null };
  const up = () => {
    onAsk(false);
    rate(message, given === "up" ? null : good);
  };
  const down = () => {
    if (given === "down") rate(message, null);
    else onAsk(!asking);
  };
  return (
    <>
      <ActionIcon
        size={28}
        onClick={up}
        aria-pressed={given === "up"}
        aria-label={t("feedback.up")}
        title={t("feedback.up")}
      >
        {given === "up" ? <IconThumbUpFilled size={16} /> : <IconThumbUp size={16} />}
      </ActionIcon>
      <ActionIcon
        ref={thumb}
        size={28}
        onClick={down}
        aria-pressed={given === "down"}
        aria-expanded={asking}
        aria-label={t("feedback.down")}
        title={t("feedback.down")}
      >
        {given === "down" ? <IconThumbDownFilled size={16} /> : <IconThumbDown size={16} />}
      </ActionIcon>
    </>
  );
}
