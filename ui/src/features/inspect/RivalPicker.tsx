/** Chooses the record to compare with: one of the results, or any other by its code. */
import { Autocomplete, CloseButton } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Hit } from "../../api/types";
import { cleanText } from "../../lib/text";
import { hitId, hitTitle } from "../search/hit";

type Props = {
  /** The record that is compared; it is not offered. */
  id: string;
  hits: readonly Hit[];
  against: string | null;
  onPick: (reference: string | null) => void;
};

export function RivalPicker({ id, hits, against, onPick }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string | null>(null);
  // The place makes equal names different, as the field's options have to be.
  const labels = new Map(hits.map((hit, index) => [hitId(hit), `${index + 1}. ${cleanText(hitTitle(hit))}`]));
  const shown = typed ?? (against === null ? "" : (labels.get(against) ?? against));
  const pick = (text: string) => {
    const chosen = [...labels].find(([, label]) => label === text)?.[0] ?? text.trim();
    setTyped(null);
    onPick(chosen === "" ? null : chosen);
  };
  return (
    <Autocomplete
      label={t("compare.with")}
      placeholder={t("compare.placeholder")}
      description={t("compare.hint")}
      value={shown}
      data={[...labels].filter(([other]) => other !== id).map(([, label]) => label)}
      onChange={setTyped}
      onOptionSubmit={pick}
      onBlur={() => typed !== null && pick(typed)}
      onKeyDown={(event) => {
        // An option under the cursor is taken by the list itself.
        const onOption = event.currentTarget.getAttribute("aria-activedescendant");
        if (event.key === "Enter" && !onOption && typed !== null) pick(typed);
      }}
      rightSection={
        against !== null && <CloseButton size="sm" aria-label={t("compare.clear")} onClick={() => pick("")} />
      }
      maxDropdownHeight={260}
      limit={50}
    />
  );
}
