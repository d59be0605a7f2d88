/**
 * What stands between the person and the pages: as long as the program is starting, has failed,
 * cannot be reached or does not know who asks, that is what is shown, and nothing else pretends to work.
 */
import { useQueryClient } from "@tanstack/react-query";
import { Suspense, useEffect, useRef, useState } from "react";
import { isOfDatabase } from "../api/command";
import type { Status } from "../api/types";
import { forgetRefusal, useRefusal, type Refusal } from "../api/unauthorized";
import { useCompanyAnswer, useInvitation, type CompanyAnswer } from "../host";
import { usePersonHere } from "../shared/account/session";
import { useMe } from "../shared/account/useMe";
import { useDraftQuestion } from "../shared/drafts/useDrafts";
import { useSendingQuestion } from "../shared/attachments/sendings";
import { CloseGuard } from "../features/catalog/unsaved/leaving/CloseGuard";
import { CurrentItems } from "../features/catalog/unsaved/CurrentItems";
import { missingIds } from "../features/catalog/unsaved/queue/work/missing";
import { CellQueueProvider, useNewCellQueue, useUnsaved } from "../features/catalog/unsaved/queue/queues";
import { useStatus, useStatusEffects, type StatusQuery } from "../features/status/useStatus";
import { StartingScreen } from "./screens/StartingScreen";
import { UnreachableScreen } from "./screens/UnreachableScreen";
import { InFront } from "./screens/InFront";
import { CompanyScreen, FailedScreen, InvitationScreen, SignInScreen } from "./lazyPages";
import { Shell } from "./shell/Shell";

export function Gate() {
  const status = useStatus();
  const me = useMe();
  const isTheirs = usePersonHere(me);
  const refusal = useRefusal();
  const invitation = useInvitation();
  const company = useCompanyAnswer();
  useStatusEffects(status);
  useSecondLook(refusal, me.data !== undefined);
  const ready = useLastReady(status.data);
  const reachable = refusal === null && !status.isError && status.data?.phase === "ready";
  const catalog = ready?.database.id ?? "";
  const isAtDoor = refusal !== null || invitation !== null || company !== null;
  const cells = useNewCellQueue(catalog, reachable, isTheirs && !isAtDoor);
  useDraftQuestion();
  useSendingQuestion();
  useOtherCatalog(catalog);
  return (
    <CellQueueProvider value={cells}>
      <Screen
        status={status}
        me={me}
        refusal={refusal}
        invitation={invitation}
        company={company}
        ready={ready}
        reachable={reachable}
      />
      <CloseGuard />
      {reachable && <ReturningItems />}
    </CellQueueProvider>
  );
}

/** Looks for items that were deleted while cells of them waited: once one is there again, its cells are sent. */
function ReturningItems() {
  return <CurrentItems ids={missingIds(useUnsaved())} />;
}

type ScreenProps = {
  status: StatusQuery;
  me: ReturnType<typeof useMe>;
  /** A password or a key is wanted. */
  refusal: Refusal | null;
  /** The secret of an invitation that was opened. */
  invitation: string | null;
  /** What the company sent the browser back with. */
  company: CompanyAnswer | null;
  /** The last status of a program at work. */
  ready: Status | null;
  reachable: boolean;
};

function Screen({ status, me, refusal, invitation, company, ready, reachable }: ScreenProps) {
  const client = useQueryClient();
  const isInUse = me.data !== undefined;
  const retryAll = (): void => {
    // The page stays: who has the key is asked first, and the refusal ends with the answer (api/client.ts).
    if (isInUse) return void client.invalidateQueries();
    forgetRefusal();
    void client.resetQueries();
  };

  const door =
    invitation !== null ? (
      <InvitationScreen key={invitation} secret={invitation} />
    ) : company !== null ? (
      <CompanyScreen key={company.state} answer={company} />
    ) : refusal ? (
      <SignInScreen
        accounts={refusal.accounts}
        again={isInUse}
        attempt={me.errorUpdateCount}
        onToken={retryAll}
      />
    ) : null;
  if (door && !(isInUse && ready)) return <Suspense>{door}</Suspense>;
  if (!status.data) {
    if (!status.error) return <StartingScreen message={null} />;
    return (
      <UnreachableScreen
        error={status.error}
        retrying={status.isFetching}
        onRetry={() => void status.refetch()}
      />
    );
  }
  // A program that starts anew leaves the page standing: something may be half typed on it.
  if (status.data.phase === "starting" && !ready)
    return <StartingScreen message={status.data.phaseMessage} />;
  if (status.data.phase === "failed") {
    return (
      <Suspense fallback={<StartingScreen message={null} />}>
        <FailedScreen
          status={status.data}
          retrying={status.isFetching}
          onRetry={() => void status.refetch()}
        />
      </Suspense>
    );
  }
  // What a person may do decides what is offered; it is asked for along with the status. After a failure it is asked
  // for again, and the page stays meanwhile.
  if (!me.isFetched) return <StartingScreen message={null} />;
  return (
    <>
      <Shell
        status={ready ?? status.data}
        connectionLost={!reachable && refusal === null}
        databaseLost={isOfDatabase(status.error)}
        onRetry={() => void status.refetch()}
      />
      {door && (
        <InFront>
          <Suspense>{door}</Suspense>
        </InFront>
      )}
    </>
  );
}

/** A refusal may be older than the session of a page in use: who is here is asked once more. */
function useSecondLook(refusal: Refusal | null, isInUse: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (refusal && isInUse) void client.invalidateQueries({ queryKey: ["getMe"] });
  }, [client, refusal, isInUse]);
}

/** Nothing that was fetched of one catalog is shown as another's. */
function useOtherCatalog(catalog: string): void {
  const client = useQueryClient();
  const before = useRef(catalog);
  useEffect(() => {
    const last = before.current;
    before.current = catalog;
    if (last !== "" && last !== catalog)
      void client.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== "status" });
  }, [client, catalog]);
}

/** What the program last said of itself when it was at work. */
function useLastReady(status: Status | undefined): Status | null {
  const [last, setLast] = useState<Status | null>(null);
  if (status?.phase === "ready" && last !== status) setLast(status);
  return last;
}
