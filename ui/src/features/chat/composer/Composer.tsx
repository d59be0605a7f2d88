/**
 * Where the next message is written. Enter sends, Shift and Enter begin a line; a slash at the beginning
 * offers commands.
 */
import { ActionIcon, Textarea } from "@mantine/core";
import { IconPlayerStopFilled, IconSend2 } from "@tabler/icons-react";
import { useId, useRef, useState, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { DataText } from "../../../components/DataText";
import { useFormats } from "../../../i18n/language";
import { useStable } from "../../../lib/hooks/useStable";
import { CommandHelp } from "./commands/CommandHelp";
import { completeItem, isForVault } from "./commands/commands";
import { CompletionList } from "./commands/CompletionList";
import { useCommand } from "./commands/useCommand";
import { optionId, useCompletion, type Option } from "./commands/useCompletion";
import classes from "./Composer.module.css";
import { AttachButton } from "../attachments/AttachButton";
import { MAX_ATTACHMENTS } from "../attachments/pendingAttachments";
import { PendingStrip } from "../attachments/PendingStrip";
import { DictationControl } from "../dictation/DictationControl";
import { useDictation } from "../dictation/useDictation";
import { useDictationText } from "../dictation/useDictationText";
import { useFileDrop } from "../../../components/drop/useFileDrop";
import { usePendingAttachments } from "../attachments/usePendingAttachments";
import { MAX_MESSAGE_CHARS, type ChatMode, type MessageAttachment } from "../types";
import { draftOf, keepDraft } from "./drafts";
import { COMPOSER_ID } from "../focus";
import { lengthOf } from "./length";
import { ModeSwitch } from "./ModeSwitch";
import { PriceListSelect } from "./PriceListSelect";
import type { ChatPriceList } from "./useChatPriceList";
import { typeOver } from "./typeOver";

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
  prices: ChatPriceList;
  /** Gives what stands in the box then: words that would be lost otherwise, or none. */
  onSend: (text: string, attachments: readonly MessageAttachment[]) => string;
  onStop: () => void;
  /** Shows the whole record of an item. */
  onItem: (id: string) => void;
  /** Asks about a note of the vault. */
  onVault: (question: string) => void;
};

export function Composer(props: Props) {
  const {
    conversationId,
    initial,
    running,
    stopping,
    offline,
    mode,
    onMode,
    prices,
    onSend,
    onStop,
    onItem,
    onVault,
  } = props;
  const { t } = useTranslation();
  const formats = useFormats();
  const hint = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(() => draftOf(conversationId) || initial);
  const [hasFocus, setHasFocus] = useState(false);
  const [isHelpOpen, setHelpOpen] = useState(false);

  const files = usePendingAttachments(conversationId);
  const drop = useFileDrop(files.add);

  const write = (next: string) => {
    setText(next);
    keepDraft(conversationId, isForVault(next) ? "" : next);
  };
  const type = (next: string) => {
    if (!typeOver(field.current, next)) write(next);
  };
  // What was dictated is put behind what is typed, to be read; the person sends it.
  const dictation = useDictation(
    useStable((heard: string) => type(text.trim() === "" ? heard : `${text.trimEnd()} ${heard}`)),
  );
  const ofDictation = useDictationText(dictation);
  const completion = useCompletion(text, hasFocus);
  const { list, isOpen } = completion;
  const help = () => setHelpOpen(true);
  const empty = () => type("");
  const choose = (option: Option) => {
    if (option.kind === "item" && option.begun.id === "item") {
      empty();
      onItem(option.item.id);
    } else if (option.kind === "item") {
      const next = completeItem(text, option.begun, option.item.name);
      type(next);
      // What was chosen is no beginning of a name any more.
      completion.close(next);
    } else if (option.command.id === "help") {
      empty();
      help();
    } else {
      type(`/${option.command.name} `);
    }
  };
  const sendMessage = useStable((message: string) => {
    if (running || offline) return;
    write(onSend(message, files.take()));
  });
  const { note, run, isMessage } = useCommand(text, {
    onDone: empty,
    onItem,
    onHelp: help,
    onVault,
    onMessage: sendMessage,
    onSeveral: completion.open,
  });

  const blank = text.trim() === "";
  const length = lengthOf(text);
  const tooLong = length > MAX_MESSAGE_CHARS;
  const reason =
    isMessage && offline
      ? "offline"
      : tooLong
        ? "tooLong"
        : isMessage && running && !blank
          ? "running"
          : isMessage && !blank && files.isSending
            ? "sendingFiles"
            : isMessage && !blank && files.hasRefused
              ? "refusedFile"
              : isMessage && blank && files.list.length > 0
                ? "needsWords"
                : null;
  const isReady = !blank && reason === null && run !== null;
  const needsWords = reason === "needsWords";
  const send = () => {
    if (needsWords) field.current?.focus();
    else if (isReady) run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (completion.press(event, choose)) return;
    // Enter that ends a composed letter (an accent, a Japanese word) is not an order to send.
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };

  const offers = list.options[0]?.kind === "item" ? "items" : "commands";
  // A name that has begun is not unknown yet.
  const remark = isOpen && offers === "commands" ? null : note;
  const noRoom = files.leftOut > 0 ? t("composer.attach.most", { count: MAX_ATTACHMENTS }) : "";
  const ownWords = reason === null ? (remark?.text ?? noRoom) : t(`composer.reason.${reason}`);
  const said = ofDictation || ownWords;
  const isBad =
    dictation.trouble !== null ||
    reason === "tooLong" ||
    reason === "offline" ||
    (reason === null && remark?.isBad);
  return (
    <div className={classes.composer}>
      <PendingStrip list={files.list} onRemove={files.remove} />
      <div
        className={classes.box}
        data-bad={tooLong || undefined}
        data-over={drop.isOver || undefined}
        {...drop.handlers}
      >
        {isOpen && <CompletionList {...list} label={t(`composer.command.${offers}`)} onChoose={choose} />}
        <Textarea
          ref={field}
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
          // A box of several lines cannot be a `combobox`; these say the same of a list that comes and goes.
          aria-autocomplete="list"
          aria-controls={isOpen ? list.id : undefined}
          aria-activedescendant={
            isOpen && list.activeKey !== null ? optionId(list.id, list.activeKey) : undefined
          }
          value={text}
          onChange={(event) => write(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onFocus={() => setHasFocus(true)}
          onBlur={() => setHasFocus(false)}
        />
        <AttachButton disabled={offline} onFiles={files.add} />
        <DictationControl dictation={dictation} disabled={offline} />
        <span className="visually-hidden" role="status">
          {isOpen && t(`composer.command.offered.${offers}`, { count: list.options.length })}
        </span>
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
            // Where words alone are missing it can be pressed: it says so, and leads to where they are written.
            disabled={!isReady && !needsWords}
            data-disabled={needsWords || undefined}
            aria-disabled={needsWords || undefined}
            aria-describedby={needsWords ? hint : undefined}
            aria-label={t("composer.send")}
            title={t(needsWords ? "composer.reason.needsWords" : "composer.send")}
          >
            <IconSend2 size={19} />
          </ActionIcon>
        )}
      </div>
      <div id={hint} className={classes.hint} data-bad={isBad || undefined}>
        <ModeSwitch mode={mode} disabled={running} onChange={onMode} />
        {mode === "desk" && <PriceListSelect prices={prices} disabled={running} />}
        <span role="status">
          <DataText text={said} />
        </span>
        {said === "" && <span className={classes.keys}>{t("composer.hint")}</span>}
        {length >= NEAR && (
          <span className="tabular">
            {t("composer.count", {
              length: formats.integer(length),
              most: formats.integer(MAX_MESSAGE_CHARS),
            })}
          </span>
        )}
      </div>
      <CommandHelp opened={isHelpOpen} onClose={() => setHelpOpen(false)} />
    </div>
  );
}
