/** Head of a desk's list: add button, search field, filters, and the error where the list cannot be loaded. */
import { Button, Skeleton, TextInput } from "@mantine/core";
import { IconPlus, IconSearch } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { CommandError } from "../../api/command";
import { QueryError } from "../../components/QueryError";

type Props = {
  /** Label of the add button. */
  add: string;
  /** Adds a record; null where the person lacks the right to. */
  onAdd: (() => void) | null;
  /** Label of the search field. */
  search: string;
  text: string;
  onText: (text: string) => void;
  /** The list's query. */
  query: {
    error: CommandError | null;
    isPending: boolean;
    isFetching: boolean;
    refetch: () => unknown;
  };
  /** Message of a failed query. */
  failed: string;
  /** Filters. */
  children: ReactNode;
};

export function ListHead({ add, onAdd, search, text, onText, query, failed, children }: Props) {
  return (
    <>
      {onAdd && (
        <Button variant="light" leftSection={<IconPlus size={17} aria-hidden />} onClick={onAdd}>
          {add}
        </Button>
      )}
      <TextInput
        type="search"
        aria-label={search}
        placeholder={search}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
      />
      {children}
      <QueryError title={failed} query={query} />
      {query.isPending && <Skeleton height={200} />}
    </>
  );
}
