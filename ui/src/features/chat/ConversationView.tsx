/** One conversation, or one that is about to begin: header, thread and composer, and its sources. */
import { useDisclosure, useHotkeys } from "@mantine/hooks";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Status } from "../../api/types";
import { QueryError } from "../../components/QueryError";
import { ReadOnlyNotice } from "./conversations/ReadOnlyNotice";
import { NoStock } from "../../shared/catalog/NoStock";
import { DetailsDrawer } from "../../shared/record/DetailsDrawer";
import { NoStockNotice } from "../../shared/catalog/NoStockNotice";
import { DueReminders } from "./about/DueReminders";
import { Announcer } from "./thread/Announcer";
import { ChatHeader } from "./conversations/ChatHeader";
import { ProgramProposals } from "./actions/programs/ProgramProposals";
import { Composer } from "./composer/Composer";
import { useChatMode } from "./composer/useChatMode";
import { useChatPriceList } from "./composer/useChatPriceList";
import classes from "./ConversationView.module.css";
import { EmptyThread } from "./thread/EmptyThread";
import { focusComposer } from "./focus";
import { lastAnswer, type Row } from "./thread/state/threadRows";
import { Sources } from "./sources/Sources";
import { Thread, type OpenSource } from "./thread/Thread";
import { ThreadActionsProvider } from "./thread/state/threadActions";
import { ThreadSkeleton } from "./thread/ThreadSkeleton";
import { TraceDrawer } from "./trace/TraceDrawer";
import { useConversation, type ConversationHandle } from "./useConversation";
import { useGrounds } from "./sources/useGrounds";
import { useSourcesOpen } from "./sources/useSourcesOpen";
import { useStickToBottom } from "./thread/state/useStickToBottom";
import { useThreadHandlers } from "./thread/state/useThreadHandlers";

type Props = {
  id: string | null;
  /** A question to begin with, from the palette. */
  ask: string | null;
  wide: boolean;
  status: Status;
  connectionLost: boolean;
  onOpenList: () => void;
  onNew: () => void;
  onVault: (question: string) => void;
};

export function ConversationView(props: Props) {
  const { id, ask, wide, status, connectionLost, onOpenList, onNew, onVault } = props;
  const { t } = useTranslation();
  const conversation = useConversation(id);
  const { detail, rows, turn, running } = conversation;
  const { pane, content, away, toEnd } = useStickToBottom();
  const [chosen, setChosen] = useState<OpenSource | null>(null);
  const [trace, setTrace] = useState<string | null>(null);
  const [item, setItem] = useState<string | null>(null);
  const [beside, setBeside] = useSourcesOpen();
  const [over, drawer] = useDisclosure(false);
  const looked = useLooked(chosen, rows);
  const grounds = useGrounds(rows, looked?.key ?? null);
  const showSources = (show: boolean) => (wide ? setBeside(show) : show ? drawer.open() : drawer.close());

  const answer = lastAnswer(rows);
  const { mode, choose } = useChatMode(id, answer);
  const prices = useChatPriceList(id, answer);
  const priceList = mode === "desk" && prices.list !== "" ? prices.list : null;
  const { actions, send } = useThreadHandlers(
    conversation,
    { mode, priceList },
    {
      onSent: () => {
        setChosen(null);
        toEnd();
        // What was pressed may be gone (an edited message), and the next question comes from here. With
        // a finger it would bring up the keyboard over the answer.
        if (window.matchMedia("(hover: hover)").matches) focusComposer();
      },
      onCite: (key, mark) => {
        setChosen({ key, mark });
        showSources(true);
      },
      onTrace: setTrace,
      onItem: setItem,
    },
  );
  const stop = () => turn && conversation.turns.stop(turn.id);
  // Escape closes what is open over the thread before it stops an answer.
  const somethingOver = () => document.querySelector("[role=dialog], [role=menu]") !== null;
  useHotkeys([["Escape", () => running && !somethingOver() && stop()]], []);

  return (
    <ThreadActionsProvider value={actions}>
      <section className={classes.middle} aria-label={detail?.conversation.title ?? t("conversations.new")}>
        <div>
          <ChatHeader
            conversation={detail?.conversation ?? null}
            wide={wide}
            status={status}
            connectionLost={connectionLost}
            sources={{ count: grounds?.sources.length ?? 0, open: wide && beside, show: showSources }}
            onOpenList={onOpenList}
            onNew={onNew}
          />
          {!connectionLost && <ProgramProposals />}
          {!connectionLost && <DueReminders />}
        </div>
        <Thread
          rows={rows}
          busy={running || connectionLost}
          looked={looked}
          pane={pane}
          content={content}
          away={away}
          toEnd={toEnd}
          before={<Before conversation={conversation} status={status} onPick={send} />}
        />
        {rows.length > 0 && isEmpty(status) && (
          <div className={classes.notice}>
            <NoStockNotice status={status} />
          </div>
        )}
        {detail?.conversation.readOnly ? (
          <ReadOnlyNotice conversation={detail.conversation} onNew={onNew} />
        ) : (
          <Composer
            conversationId={id}
            initial={ask ?? ""}
            running={running}
            stopping={turn?.phase === "stopping"}
            offline={connectionLost}
            mode={mode}
            onMode={choose}
            prices={prices}
            onSend={send}
            onStop={stop}
            onItem={setItem}
            onVault={onVault}
          />
        )}
        <Announcer turnId={turn?.id ?? null} answer={answer} />
      </section>
      <Sources
        grounds={grounds}
        active={looked !== null && looked.key === grounds?.key ? looked.mark : null}
        wide={wide}
        open={wide ? beside && rows.length > 0 : over}
        onClose={() => showSources(false)}
      />
      <DetailsDrawer
        kind="items"
        id={item}
        hit={undefined}
        terms={[]}
        onClose={() => setItem(null)}
        onInspect={undefined}
      />
      <TraceDrawer id={trace} onClose={() => setTrace(null)} />
    </ThreadActionsProvider>
  );
}

/** A mark that was pressed while its answer grew stands in the stored answer afterwards. */
function useLooked(chosen: OpenSource | null, rows: readonly Row[]): OpenSource | null {
  return useMemo(() => {
    if (chosen === null || rows.some(({ key }) => key === chosen.key)) return chosen;
    const answer = lastAnswer(rows);
    return answer ? { key: answer.id, mark: chosen.mark } : null;
  }, [chosen, rows]);
}

/** What stands in the place of messages: waiting, failure, or the invitation to begin. */
function Before({
  conversation,
  status,
  onPick,
}: {
  conversation: ConversationHandle;
  status: Status;
  onPick: (text: string) => void;
}) {
  const { t } = useTranslation();
  const { id, query, rows } = conversation;
  if (rows.length > 0) return null;
  // Where nothing can be found, no example has an answer.
  if (id === null && isEmpty(status)) return <NoStock kind="items" status={status} />;
  if (id === null) return <EmptyThread onPick={onPick} />;
  if (query.error) {
    return <QueryError title={t("thread.failed")} query={query} />;
  }
  return query.isPending ? <ThreadSkeleton /> : null;
}

/** Whether the catalog has nothing to answer from in the chat. */
function isEmpty(status: Status): boolean {
  return status.activeItems + status.faqs === 0;
}
