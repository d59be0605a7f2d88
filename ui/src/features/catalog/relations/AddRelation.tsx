/** A new relation: what it is, and the other item by a small search. */
import { NativeSelect } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ItemPicker } from "./ItemPicker";
import classes from "./relations.module.css";
import type { NewRelation, RelationWrites } from "./useRelationWrites";

const CHOICES = ["replaces", "replaced_by", "goes_with", "same_ingredient"] as const;
type Choice = (typeof CHOICES)[number];

type Props = { itemId: string; writes: RelationWrites };

export function AddRelation({ itemId, writes }: Props) {
  const { t } = useTranslation();
  const [choice, setChoice] = useState<Choice>("goes_with");
  const add = (otherId: string, name: string) => writes.set({ ...relationOf(choice), otherId, name });
  return (
    <div className={classes.add}>
      <NativeSelect
        size="xs"
        label={t("relations.add")}
        value={choice}
        data={CHOICES.map((value) => ({ value, label: t(`itemField.relation.${value}`) }))}
        onChange={(event) => setChoice(event.currentTarget.value as Choice)}
      />
      <ItemPicker label={t("relations.other")} without={itemId} disabled={writes.saving} onPick={add} />
    </div>
  );
}

function relationOf(choice: Choice): Pick<NewRelation, "kind" | "direction"> {
  switch (choice) {
    case "replaces":
      return { kind: "replaces", direction: "outgoing" };
    case "replaced_by":
      return { kind: "replaces", direction: "incoming" };
    default:
      return { kind: choice, direction: "both" };
  }
}
