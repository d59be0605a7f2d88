/** The microphone of the composer: begins a dictation, shows how long it is, ends it or throws it away. */
import { ActionIcon, Loader } from "@mantine/core";
import { IconMicrophone, IconPlayerStop, IconRefresh, IconTrash } from "@tabler/icons-react";
import type { KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { formatClock } from "../../../lib/text/clock";
import { MAX_SECONDS } from "./recording";
import type { Dictation } from "./useDictation";
import classes from "./DictationControl.module.css";

type Props = { dictation: Dictation; disabled: boolean };

export function DictationControl({ dictation, disabled }: Props) {
  const { t } = useTranslation();
  const { isOffered, phase, seconds, start, stop, discard, again } = dictation;
  if (!isOffered) return null;
  const isRecording = phase === "recording";
  const isBusy = phase === "asking" || phase === "writing";
  const act = isRecording ? stop : phase === "failed" ? again : start;
  const order = isRecording ? "stop" : phase === "failed" ? "again" : "start";
  const name = t(`composer.dictate.${order}`);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || phase === "idle") return;
    event.stopPropagation();
    discard();
  };
  return (
    <div
      className={classes.control}
      role="group"
      aria-label={t("composer.dictate.label")}
      onKeyDown={onKeyDown}
    >
      {isRecording && (
        <span className={`tabular ${classes.time}`} role="timer">
          {formatClock(seconds)} / {formatClock(MAX_SECONDS)}
        </span>
      )}
      {(isRecording || phase === "failed" || phase === "writing") && (
        <ActionIcon
          size={36}
          variant="subtle"
          color="gray"
          onClick={discard}
          aria-label={t("composer.dictate.discard")}
          title={t("composer.dictate.discard")}
        >
          <IconTrash size={19} />
        </ActionIcon>
      )}
      <ActionIcon
        size={36}
        variant={isRecording ? "filled" : "subtle"}
        color={isRecording ? "red" : "gray"}
        onClick={act}
        disabled={isBusy || (disabled && !isRecording)}
        aria-label={name}
        title={name}
        aria-pressed={isRecording}
      >
        {isBusy ? (
          <Loader size={18} />
        ) : isRecording ? (
          <IconPlayerStop size={19} />
        ) : phase === "failed" ? (
          <IconRefresh size={19} />
        ) : (
          <IconMicrophone size={19} />
        )}
      </ActionIcon>
    </div>
  );
}
