/** Fields in which the products differ: the value that stays, and those that are lost. */
import { Radio, Text } from "@mantine/core";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { DataText } from "../../../components/DataText";
import { useFieldLabel } from "../../../shared/changes/useFieldLabel";
import { useValueText } from "../../../shared/changes/useValueText";
import type { JoinDraft } from "./draft";
import classes from "./Duplicates.module.css";
import type { GroupProduct, JoinedField } from "./types";

/** Characters of a value that are shown. */
const MOST = 200;

type Props = {
  fields: readonly JoinedField[];
  products: readonly GroupProduct[];
  draft: JoinDraft;
  onChange: (part: Partial<JoinDraft>) => void;
};

export function JoinFields({ fields, products, draft, onChange }: Props) {
  const { t } = useTranslation();
  if (fields.length === 0) return <Text size="sm">{t("duplicates.noFields")}</Text>;
  return (
    <div className={classes.fields}>
      <Text size="sm">{t("duplicates.fields")}</Text>
      {fields.map((field) => (
        <FieldChoice
          key={field.field}
          field={field}
          products={products}
          onChoose={(from) => onChange({ fields: new Map(draft.fields).set(field.field, from) })}
        />
      ))}
    </div>
  );
}

type ChoiceProps = {
  field: JoinedField;
  products: readonly GroupProduct[];
  onChoose: (from: string) => void;
};

function FieldChoice({ field, products, onChoose }: ChoiceProps) {
  const { t } = useTranslation();
  const fieldLabel = useFieldLabel();
  const valueText = useValueText();
  const name = useId();
  const spellValue = (item: string, value: unknown) => {
    const currency = products.find(({ id }) => id === item)?.currency;
    const text = valueText(field.field, value, currency);
    return text.length > MOST ? `${text.slice(0, MOST)}…` : text;
  };
  return (
    <fieldset className={classes.field}>
      <legend>
        <DataText text={fieldLabel(field.field)} />
      </legend>
      {field.values.map(({ item, value }) => {
        const text = spellValue(item, value);
        return (
          <Radio
            key={item}
            size="xs"
            name={name}
            checked={item === field.from}
            onChange={() => onChoose(item)}
            label={
              <>
                {text === "" ? t("duplicates.nothing") : <DataText text={text} />}{" "}
                <span className={classes.facts}>
                  <DataText text={products.find(({ id }) => id === item)?.name ?? ""} />
                </span>
              </>
            }
          />
        );
      })}
    </fieldset>
  );
}
