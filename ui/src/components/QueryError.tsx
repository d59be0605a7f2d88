/**
 * Error of a query with a retry button, in the place of the query's answer; renders nothing where the query has not
 * failed.
 */
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
