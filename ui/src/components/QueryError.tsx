/** Where a query's answer would have been: why there is none, and asking once more; nothing where it has not failed. */
import type { CommandError } from "../api/command";
import { ErrorNotice } from "./ErrorNotice";

type Props = {
  title: string;
  query: { error: CommandError | null; isFetching: boolean; refetch: () => unknown };
};

export function QueryError({ title, query }: Props) {
  if (!query.error) return null;
  return (
    <ErrorNotice
      title={title}
      error={query.error}
      retrying={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  );
}
