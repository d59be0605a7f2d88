/** A count of a place that has none yet. */
import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Item } from "../../../../api/types";
import { textLimits } from "../../../../bindings";
import { DataText } from "../../../../components/DataText";
import { useErrorText } from "../../../../components/useErrorText";
import { useProblemText } from "../../../../shared/forms/useProblemText";
import { QUANTITIES, readQuantity } from "./quantity";
import classes from "../relations.module.css";
import type { StockLevel } from "./StockRow";
import { useStockWrite } from "./useStockWrite";

const EMPTY = { place: "", quantity: "", unit: "" };

type Props = {
  itemId: string;
  packages: NonNullable<Item["packages"]>;
  levels: readonly StockLevel[];
};

export function AddCount({ itemId, packages, levels }: Props) {
  const { t } = useTranslation();
  const describe = useErrorText();
  const describeProblem = useProblemText();
  const { saving, error, store } = useStockWrite(itemId);
  const labels = [...new Set(packages.map(({ label }) => label))];
  const [chosen, setChosen] = useState<string | null>(null);
  const [typed, setTyped] = useState(EMPTY);
  const label = chosen !== null && (chosen === "" || labels.includes(chosen)) ? chosen : (labels[0] ?? "");
  const read = readQuantity(typed.quantity);
  const problem = typed.quantity.trim() !== "" && "problem" in read ? read : null;
  const places = [...new Set(levels.map(({ place }) => place).filter((place) => place !== ""))];
  const put = (part: Partial<typeof EMPTY>) => setTyped((now) => ({ ...now, ...part }));
  const save = () => {
    if (!("value" in read) || saving) return;
    const unit = typed.unit.trim();
    const count = { package: label === "" ? null : label, place: typed.place, quantity: read.value };
    void store(unit === "" ? count : { ...count, unit }).then((isStored) => {
      if (isStored) setTyped({ ...EMPTY, unit: typed.unit });
    });
  };
  return (
    <form
      className={classes.add}
      aria-label={t("stockForm.add")}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      {labels.length > 0 && (
        <NativeSelect
          size="xs"
          label={t("stockForm.what")}
          value={label}
          data={[
            ...labels.map((value) => ({ value, label: value })),
            { value: "", label: t("stockForm.itself") },
          ]}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
      )}
      <TextInput
        size="xs"
        label={t("stockForm.place")}
        placeholder={t("stockForm.onlyPlace")}
        list={`stock-places-${itemId}`}
        value={typed.place}
        maxLength={textLimits.stockPlace}
        autoComplete="off"
        onChange={(event) => put({ place: event.currentTarget.value })}
      />
      <datalist id={`stock-places-${itemId}`}>
        {places.map((place) => (
          <option key={place} value={place} />
        ))}
      </datalist>
      <TextInput
        size="xs"
        className={classes.input}
        label={t("stockForm.quantity")}
        value={typed.quantity}
        inputMode="decimal"
        autoComplete="off"
        error={
          problem && (
            <DataText
              text={describeProblem({ code: problem.problem, allowed: problem.readings ?? QUANTITIES })}
            />
          )
        }
        onChange={(event) => put({ quantity: event.currentTarget.value })}
      />
      <TextInput
        size="xs"
        className={classes.short}
        label={t("stockForm.unit")}
        placeholder={t("stockForm.pieces")}
        value={typed.unit}
        maxLength={textLimits.stockUnit}
        autoComplete="off"
        onChange={(event) => put({ unit: event.currentTarget.value })}
      />
      <Button type="submit" size="xs" variant="light" loading={saving} disabled={!("value" in read)}>
        {t("stockForm.store")}
      </Button>
      {error && (
        <p className={classes.refusal} role="alert">
          <DataText text={describe(error)} />
        </p>
      )}
    </form>
  );
}
