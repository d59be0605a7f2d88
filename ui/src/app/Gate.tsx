/**
 * What stands between the person and the pages: as long as the program is starting, has failed,
 * cannot be reached or wants a token, that is what is shown, and nothing else pretends to work.
 */
import { useQueryClient } from "@tanstack/react-query";
import { Suspense } from "react";
import { forgetRefusal, useRefused } from "../api/unauthorized";
import { useStatus, useStatusEffects } from "../features/status/useStatus";
import { FailedScreen } from "./screens/FailedScreen";
import { StartingScreen } from "./screens/StartingScreen";
import { UnreachableScreen } from "./screens/UnreachableScreen";
import { TokenScreen } from "./lazyPages";
import { Shell } from "./Shell";

export function Gate() {
  const status = useStatus();
  const refused = useRefused();
  const client = useQueryClient();
  useStatusEffects(status);

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
  if (status.data.phase === "starting") return <StartingScreen message={status.data.phaseMessage} />;
  if (status.data.phase === "failed") {
    return (
      <FailedScreen status={status.data} retrying={status.isFetching} onRetry={() => void status.refetch()} />
    );
  }
  return <Shell status={status.data} connectionLost={status.isError} onRetry={() => void status.refetch()} />;
}
