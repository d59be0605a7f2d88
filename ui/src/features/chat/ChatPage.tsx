/** The sales desk: conversations at the left, the open one in the middle, its sources at the right. */
import { useDisclosure, useDocumentTitle, useHotkeys, useMediaQuery } from "@mantine/hooks";
import { Suspense, useEffect, useState, type ComponentType } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router";
import type { Status } from "../../api/types";
import { SidePanel } from "../../components/SidePanel";
import classes from "./ChatPage.module.css";
import { ConversationList } from "./conversations/ConversationList";
import { ConversationView } from "./ConversationView";
import { conversationAddress, focusComposer } from "./focus";
import { useNewestTurn, useTurn, useTurns } from "./turn/turnStore";
import type { Turn } from "./turn/turn";

const AT_ONCE = { getInitialValueInEffect: false };
const conversationOf = (turn: Turn) => turn.conversationId;

type Props = {
  status: Status;
  connectionLost: boolean;
  /** Asks about a note of the vault, which is another feature's. */
  VaultQuestion: ComponentType<{ question: string; onClose: () => void }>;
};

export function ChatPage({ status, connectionLost, VaultQuestion }: Props) {
  const { t } = useTranslation();
  const { id, ask, view, begin } = useOpenConversation();
  const [listOpen, list] = useDisclosure(false);
  const [forVault, setForVault] = useState<string | null>(null);
  const wide = useMediaQuery("(min-width: 900px)", true, AT_ONCE);

  const beginAndFocus = () => {
    begin();
    list.close();
    // The box of the new conversation takes the place of the old one first.
    requestAnimationFrame(focusComposer);
  };
  useDocumentTitle(`${t("page.chat.nav")} · Celeiro`);
  // From the box too, where a slash is a slash.
  useHotkeys([["alt+N", beginAndFocus, { usePhysicalKeys: true }]], []);
  useHotkeys([["/", focusComposer]]);

  const conversations = <ConversationList openId={id} onNew={beginAndFocus} onPick={list.close} />;
  return (
    <div className={classes.page}>
      <h1 className="visually-hidden">{t("page.chat.title")}</h1>
      {wide ? (
        <aside className={classes.list} aria-label={t("conversations.label")}>
          <h2 className="visually-hidden">{t("conversations.label")}</h2>
          {conversations}
        </aside>
      ) : (
        <SidePanel
          opened={listOpen}
          onClose={list.close}
          size={320}
          title={t("conversations.label")}
          classNames={{ body: classes.drawer }}
        >
          {conversations}
        </SidePanel>
      )}
      <ConversationView
        key={view}
        id={id}
        ask={ask}
        wide={wide}
        status={status}
        connectionLost={connectionLost}
        onOpenList={list.open}
        onNew={beginAndFocus}
        onVault={setForVault}
      />
      <Suspense>
        {forVault !== null && <VaultQuestion question={forVault} onClose={() => setForVault(null)} />}
      </Suspense>
    </div>
  );
}

/**
 * The conversation in the address. One that begins here gets its id from its first answer: the
 * address follows, and the view stays the same.
 */
function useOpenConversation() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const turns = useTurns();
  const id = params.get("c");
  const ask = params.get("ask");
  const draft = useNewestTurn(null);
  const born = useTurn(draft, conversationOf) ?? null;
  const [count, setCount] = useState(0);
  const [adopted, setAdopted] = useState<string | null>(null);

  // The same view goes on under the id that it gets.
  if (id === null && born !== null && born !== adopted) setAdopted(born);
  useEffect(() => {
    if (draft === null) return;
    if (id !== null) {
      turns.leaveDraft();
    } else if (born !== null) {
      void navigate(conversationAddress(born), { replace: true });
    }
  }, [turns, draft, born, id, navigate]);

  const begin = () => {
    turns.leaveDraft();
    setAdopted(null);
    setCount(count + 1);
    void navigate(conversationAddress(null));
  };
  const view = id === null || id === adopted ? `new ${count} ${id === null ? (ask ?? "") : ""}` : id;
  return { id, ask, view, begin };
}
