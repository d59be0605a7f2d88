/** What a person chose of a file beside corrections and merges: its kind, where its table is, what its columns are. */
import { useState } from "react";
import { useSearchParams } from "react-router";
import type { Kind } from "../../../../api/types";
import type { Column, Decimal, FoundColumns } from "../../columns/targets";
import type { LeaveOut } from "../../preview/leaveOut";
import {
  countReadings,
  countRows,
  decimalOf,
  NO_PLACE,
  placeOf,
  type Choices,
  type Place,
  type Unchosen,
} from "./choices";
import { useChosenProfiles } from "./useChosenProfiles";
import type { KeptImport } from "../keptImport";

export function useChoices(kept: KeptImport | null, leaveOut: LeaveOut) {
  const [params] = useSearchParams();
  const [unchosen, setUnchosen] = useState<Unchosen>(
    () => kept?.unchosen ?? { kind: params.get("kind") === "faqs" ? "faqs" : "items", place: NO_PLACE },
  );
  const [kind, setKind] = useState<Kind>(kept?.kind ?? unchosen.kind);
  /** Whether the columns said the kind, and not the person. */
  const [kindIsFound, setKindIsFound] = useState(false);
  const [found, setFound] = useState<FoundColumns | null>(kept?.found ?? null);
  const [columns, setColumns] = useState<Column[]>(kept?.columns ?? []);
  const [chosenDecimal, putDecimal] = useState(kept?.decimal ?? null);
  const decimal = chosenDecimal ?? decimalOf(found);
  const { profiles, findProfile, chooseProfile, forgetProfiles } = useChosenProfiles(kept?.profiles);
  const choices = found && { kind, found, columns, decimal, leaveOut };
  const [stored, setStored] = useState(kept?.stored.choices ? choices : null);
  const open = choices && !isSameChoice(choices, stored) ? choices : null;

  return {
    kind,
    kindIsFound,
    found,
    columns,
    decimal,
    /** Null where it is as it was found. */
    chosenDecimal,
    profiles,
    findProfile,
    chooseProfile,
    unchosen,
    /** Whether an import has stored all of it. */
    isStored: open === null,
    /** How much of it nothing has stored yet: of its rows, of how the file is read, and its kind. */
    pending: {
      rows: open ? countRows(open) : 0,
      readings: open ? countReadings(open, unchosen) : 0,
      kind: open && kind !== unchosen.kind ? 1 : 0,
    },
    noteStored: () => setStored(choices),
    forgetStored: () => setStored(null),
    setColumns,
    setDecimal: (next: Decimal) => putDecimal(next === decimalOf(found) ? null : next),
    /** Takes what was chosen of this file earlier; null where nothing was. */
    putDecimal,
    chooseKind: (next: Kind) => {
      setKind(next);
      setKindIsFound(false);
    },
    /** The columns say the kind; null where they do not. */
    noteFoundKind: (next: Kind | null) => {
      setKindIsFound(next !== null);
      if (next === null) return;
      setKind(next);
      setUnchosen({ kind: next, place: NO_PLACE });
    },
    /** Takes the columns that were found in the file; `where`: the place that a person chose. */
    takeColumns: (seen: FoundColumns, where: Place) => {
      setFound(seen);
      // What was said before another profile read the file was not said of its decimals.
      if (decimalOf(seen) !== "" && seen.profile?.id !== found?.profile?.id) putDecimal(null);
      setColumns(seen.columns);
      // Another sheet has a header of its own.
      const { sheet, headerRow } = placeOf(seen);
      setUnchosen(({ kind, place }) => ({
        kind,
        place: {
          sheet: where.sheet === null ? sheet : place.sheet,
          headerRow: where.headerRow === null ? headerRow : place.headerRow,
        },
      }));
    },
    /** The profile that reads the file is deleted: what it said of the columns stays. */
    forgetDeletedProfile: () => {
      chooseProfile(kind, null);
      setFound(found && { ...found, profile: null });
    },
    /** The place as a person chose it; what was found by itself is found anew. */
    chosenPlace: (): Place => {
      const { sheet, headerRow } = placeOf(found);
      const isOther = sheet !== unchosen.place.sheet;
      return {
        sheet: isOther ? sheet : null,
        headerRow: headerRow === unchosen.place.headerRow ? null : headerRow,
      };
    },
    /** No file is there any more. */
    clear: () => {
      setFound(null);
      setColumns([]);
      putDecimal(null);
      forgetProfiles();
    },
  };
}

function isSameChoice(choices: Choices, stored: Choices | null): boolean {
  return (
    stored !== null &&
    (Object.keys(choices) as (keyof Choices)[]).every((key) => choices[key] === stored[key])
  );
}
