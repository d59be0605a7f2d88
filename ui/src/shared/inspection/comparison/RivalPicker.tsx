/** Chooses the record to compare with: one of the results, or any other by its code. */
import { Autocomplete, CloseButton } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { cleanText } from "../../../lib/text/text";

/** A record to compare with. */
export type Rival = { id: string; title: string };

type Props = {
  /** The record that is compared; it is not offered. */
  id: string;
  others: readonly Rival[];
  against: string | null;
  onPick: (reference: string | null) => void;
};

export function RivalPicker({ id, others, against, onPick }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string | null>(null);
  // The place makes equal names different, as the field's options have to be.
  const labels = new Map(others.map((one, index) => [one.id, `${index + 1}. ${cleanText(one.title)}`]));
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
