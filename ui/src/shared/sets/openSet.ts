/** Which stored query set is open on the bench: what weights and profiles are measured on. Kept in this browser. */
import { useState } from "react";
import { useCommandQuery } from "../../api/hooks";
import type { Kind, QuerySetSummary } from "../../api/types";
import { useMay } from "../account/useMe";
import { readStored, writeStored } from "../../lib/storage";

/** Storage key of the open query set, one for each kind of records. */
const keyOf = (kind: Kind) => `celeiro.bench.set.${kind}`;
const NONE = "none";

export type OpenSet = {
  /** The sets that search `kind`; undefined until they are there. */
  sets: readonly QuerySetSummary[] | undefined;
  /** The open one; null where none is. */
  open: QuerySetSummary | null;
  choose: (id: string | null) => void;
};

/** The set that is open for `kind`; the first one with judgments, until a person chooses. */
export function useOpenSet(kind: Kind): OpenSet {
  const [chosen, setChosen] = useState<Partial<Record<Kind, string>>>({});
  const mayAnalyse = useMay("analyse");
  const query = useCommandQuery("listQuerySets", {}, { enabled: mayAnalyse });
  const sets = query.data?.filter((set) => set.kind === kind);
  const id = chosen[kind] ?? readStored(keyOf(kind));
  const first = sets?.find(({ judgedQueries }) => judgedQueries > 0) ?? null;
  return {
    sets,
    open: id === NONE ? null : (sets?.find((set) => set.id === id) ?? first),
    choose: (next) => {
      writeStored(keyOf(kind), next ?? NONE);
      setChosen({ ...chosen, [kind]: next ?? NONE });
    },
  };
}
