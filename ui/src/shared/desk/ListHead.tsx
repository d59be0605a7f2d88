/** Above the list of a desk: something new, the field that finds, filters; and where it cannot be had, why. */
import { Button, Skeleton, TextInput } from "@mantine/core";
import { IconPlus, IconSearch } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { CommandError } from "../../api/command";
import { QueryError } from "../../components/QueryError";

type Props = {
  /** What the button is called that makes a new one. */
  add: string;
  /** Null where the person may make none. */
  onAdd: (() => void) | null;
  /** What the field is called. */
  search: string;
  text: string;
  onText: (text: string) => void;
  /** What the list is asked. */
  query: {
    error: CommandError | null;
    isPending: boolean;
    isFetching: boolean;
    refetch: () => unknown;
  };
  /** What to say where it is not answered. */
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
