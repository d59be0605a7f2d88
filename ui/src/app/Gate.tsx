/**
 * What stands between the person and the pages: as long as the program is starting, has failed,
 * cannot be reached or wants a token, that is what is shown, and nothing else pretends to work.
 */
import { useQueryClient } from "@tanstack/react-query";
import { Suspense, useEffect, useRef, useState } from "react";
import { isOfDatabase } from "../api/command";
import type { Status } from "../api/types";
import { forgetRefusal, useRefused } from "../api/unauthorized";
import { useDraftQuestion } from "../shared/drafts/useDrafts";
import { useSendingQuestion } from "../shared/attachments/sendings";
import { CloseGuard } from "../features/catalog/unsaved/leaving/CloseGuard";
import { CurrentItems } from "../features/catalog/unsaved/CurrentItems";
import { missingIds } from "../features/catalog/unsaved/queue/missing";
import { CellQueueProvider, useNewCellQueue, useUnsaved } from "../features/catalog/unsaved/queue/queues";
import { useStatus, useStatusEffects, type StatusQuery } from "../features/status/useStatus";
import { StartingScreen } from "./screens/StartingScreen";
import { UnreachableScreen } from "./screens/UnreachableScreen";
import { FailedScreen, TokenScreen } from "./lazyPages";
import { Shell } from "./Shell";

export function Gate() {
  const status = useStatus();
  const refused = useRefused();
  useStatusEffects(status);
  const ready = useLastReady(status.data);
  const reachable = !refused && !status.isError && status.data?.phase === "ready";
  const catalog = ready?.database.id ?? "";
  const cells = useNewCellQueue(catalog, reachable);
  useDraftQuestion();
  useSendingQuestion();
  useOtherCatalog(catalog);
  return (
    <CellQueueProvider value={cells}>
      <Screen status={status} refused={refused} ready={ready} reachable={reachable} />
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
  /** A token is wanted. */
  refused: boolean;
  /** The last status of a program at work. */
  ready: Status | null;
  reachable: boolean;
};

function Screen({ status, refused, ready, reachable }: ScreenProps) {
  const client = useQueryClient();
  const retryAll = () => {
    forgetRefusal();
    void client.resetQueries();
  };

  if (refused) {
    return (
      <Suspense>
        <TokenScreen onToken={retryAll} />
      </Suspense>
    );
  }
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
  return (
    <Shell
      status={ready ?? status.data}
      connectionLost={!reachable}
      databaseLost={isOfDatabase(status.error)}
      onRetry={() => void status.refetch()}
    />
  );
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
