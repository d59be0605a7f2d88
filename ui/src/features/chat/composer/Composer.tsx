/** Where the next message is written. Enter sends, Shift and Enter begin a line. */
import { ActionIcon, Textarea } from "@mantine/core";
import { IconPlayerStopFilled, IconSend2 } from "@tabler/icons-react";
import { useId, useState, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { useFormats } from "../../../i18n/language";
import classes from "./Composer.module.css";
import { MAX_MESSAGE_CHARS, type ChatMode } from "../types";
import { draftOf, keepDraft } from "./drafts";
import { COMPOSER_ID } from "../focus";
import { lengthOf } from "./length";
import { ModeSwitch } from "./ModeSwitch";

/** The count shows from here on. */
const NEAR = MAX_MESSAGE_CHARS - 1_000;

type Props = {
  conversationId: string | null;
  /** What stands in the box where nothing has been typed yet. */
  initial: string;
  /** An answer is under way: the button stops it. */
  running: boolean;
  stopping: boolean;
  offline: boolean;
  mode: ChatMode;
  onMode: (mode: ChatMode) => void;
  onSend: (text: string) => void;
  onStop: () => void;
};

export function Composer(props: Props) {
  const { conversationId, initial, running, stopping, offline, mode, onMode, onSend, onStop } = props;
  const { t } = useTranslation();
  const formats = useFormats();
  const hint = useId();
  const [text, setText] = useState(() => draftOf(conversationId) || initial);
  const length = lengthOf(text);
  const tooLong = length > MAX_MESSAGE_CHARS;
  const blank = text.trim() === "";
  const reason = offline ? "offline" : tooLong ? "tooLong" : running && !blank ? "running" : null;

  const write = (next: string) => {
    setText(next);
    keepDraft(conversationId, next);
  };
  const send = () => {
    if (blank || reason !== null || running) return;
    onSend(text.trim());
    write("");
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter that ends a composed letter (an accent, a Japanese word) is not an order to send.
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };

  return (
    <div className={classes.composer}>
      <div className={classes.box} data-bad={tooLong || undefined}>
        <Textarea
          id={COMPOSER_ID}
          className={classes.field}
          classNames={{ input: classes.input }}
          variant="unstyled"
          autosize
          minRows={1}
          maxRows={8}
          autoFocus
          placeholder={t("composer.placeholder")}
          aria-label={t("composer.label")}
          aria-describedby={hint}
          aria-invalid={tooLong || undefined}
          value={text}
          onChange={(event) => write(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        {running ? (
          <ActionIcon
            size={36}
            variant="filled"
            color="mata"
            onClick={onStop}
            disabled={stopping}
            aria-label={t("composer.stop")}
            title={t("composer.stop")}
            aria-keyshortcuts="Escape"
          >
            <IconPlayerStopFilled size={17} />
          </ActionIcon>
        ) : (
          <ActionIcon
            size={36}
            variant="filled"
            color="mata"
            onClick={send}
            disabled={blank || reason !== null}
            aria-label={t("composer.send")}
            title={t("composer.send")}
          >
            <IconSend2 size={19} />
          </ActionIcon>
        )}
      </div>
      <div
        id={hint}
        className={classes.hint}
        data-bad={reason === "tooLong" || reason === "offline" || undefined}
      >
        <ModeSwitch mode={mode} disabled={running} onChange={onMode} />
        <span role="status">{reason === null ? "" : t(`composer.reason.${reason}`)}</span>
        {reason === null && <span className={classes.keys}>{t("composer.hint")}</span>}
        {length >= NEAR && (
          <span className="tabular">
            {t("composer.count", {
              length: formats.integer(length),
              most: formats.integer(MAX_MESSAGE_CHARS),
            })}
          </span>
        )}
      </div>
    </div>
  );
}
