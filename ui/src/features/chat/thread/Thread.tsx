/**
 * The messages of the open branch. Of a long thread only what is near the window is drawn; the last
 * question and its answer always are, in the ordinary flow, so that a growing answer moves nothing
 * but itself.
 */
import { useVirtualizer } from "@tanstack/react-virtual";
import { memo, type ReactNode, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@mantine/core";
import { IconArrowDown, IconMessageOff } from "@tabler/icons-react";
import { Answer } from "../answer/Answer";
import { LiveAnswer } from "../answer/LiveAnswer";
import messageClasses from "./Message.module.css";
import type { Row } from "./state/threadRows";
import classes from "./Thread.module.css";
import { useThreadActions } from "./state/threadActions";
import { SendingMessage, UserMessage } from "./UserMessage";
import type { Sticky } from "./state/useStickToBottom";

/** The last message and what belongs to it. */
const IN_FLOW = 2;

/** The mark that is being looked at, and the answer it stands in. */
export type OpenSource = { key: string; mark: number | null };

type Props = Sticky & {
  rows: readonly Row[];
  busy: boolean;
  looked: OpenSource | null;
  /** What stands where there are no messages. */
  before: ReactNode;
};

export function Thread({ rows, busy, looked, before, pane, content, away, toEnd }: Props) {
  const { t } = useTranslation();
  const early = rows.slice(0, -IN_FLOW);
  const last = rows.slice(-IN_FLOW);
  const drawRow = (row: Row) => (
    <RowView row={row} busy={busy} active={looked?.key === row.key ? looked.mark : null} />
  );
  return (
    <div className={classes.frame}>
      <div ref={pane} className={classes.pane} tabIndex={0} aria-label={t("thread.label")} role="region">
        <div ref={content} className={classes.content}>
          {before}
          <EarlyRows rows={early} pane={pane} draw={drawRow} />
          {last.map((row) => (
            <div key={row.key} className={classes.row}>
              {drawRow(row)}
            </div>
          ))}
        </div>
      </div>
      {away && (
        <Button
          className={classes.toEnd}
          size="compact-sm"
          variant="default"
          radius="xl"
          leftSection={<IconArrowDown size={15} aria-hidden />}
          onClick={toEnd}
        >
          {t("thread.toEnd")}
        </Button>
      )}
    </div>
  );
}

type EarlyProps = {
  rows: readonly Row[];
  pane: RefObject<HTMLDivElement | null>;
  draw: (row: Row) => ReactNode;
};

function EarlyRows({ rows, pane, draw }: EarlyProps) {
  // Its functions change what they give while they stay the same: nothing here is memoised by them.
  // eslint-disable-next-line react-hooks/incompatible-library
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => pane.current,
    getItemKey: (index) => rows[index]?.key ?? index,
    estimateSize: (index) => estimate(rows[index]),
    overscan: 4,
    useFlushSync: false,
  });
  if (rows.length === 0) return null;
  return (
    <div className={classes.early} style={{ height: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map(({ index, key, start }) => {
        const row = rows[index];
        return (
          row && (
            <div
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              className={classes.row}
              style={{ transform: `translateY(${start}px)` }}
            >
              {draw(row)}
            </div>
          )
        );
      })}
    </div>
  );
}

/** Roughly how high a row will be, from the length of its text. Pixels. */
function estimate(row: Row | undefined): number {
  if (row?.kind !== "message") return 120;
  const { role, content, response } = row.message;
  const lines = Math.ceil(content.length / 84) + content.split("\n").length - 1;
  return role === "user"
    ? 92 + (lines - 1) * 23
    : 110 + lines * 25 + (response?.showcases?.length ?? 0) * 320;
}

type RowProps = { row: Row; busy: boolean; active: number | null };

/** Rows are made anew with every change of the conversation: what they show decides, not which object. */
const RowView = memo(
  function RowView({ row, busy, active }: RowProps) {
    switch (row.kind) {
      case "message": {
        const { message, siblings, index } = row;
        return message.role === "user" ? (
          <UserMessage message={message} siblings={siblings} index={index} busy={busy} />
        ) : (
          <Answer message={message} siblings={siblings} index={index} busy={busy} active={active} />
        );
      }
      case "sending":
        return <SendingMessage text={row.text} attachments={row.attachments} />;
      case "turn":
        return <LiveAnswer turnId={row.turnId} active={active} />;
      case "unanswered":
        return <UnansweredQuestion messageId={row.messageId} busy={busy} />;
    }
  },
  (a, b) => a.busy === b.busy && a.active === b.active && sameRow(a.row, b.row),
);

function sameRow(a: Row, b: Row): boolean {
  if (a.kind !== "message" || b.kind !== "message") return a.kind === b.kind && a.key === b.key;
  return a.message === b.message && a.index === b.index && a.siblings.length === b.siblings.length;
}

function UnansweredQuestion({ messageId, busy }: { messageId: string; busy: boolean }) {
  const { t } = useTranslation();
  const { answerAgain, isReadOnly = false } = useThreadActions();
  return (
    <div className={messageClasses.state}>
      <IconMessageOff size={16} aria-hidden />
      <div className={messageClasses.stateText}>{t("thread.unanswered")}</div>
      {!isReadOnly && (
        <Button size="compact-xs" variant="default" disabled={busy} onClick={() => answerAgain(messageId)}>
          {t("thread.answerNow")}
        </Button>
      )}
    </div>
  );
}
