/** Whose prices a change is about: which list, and which items. */
import { Autocomplete, Input, NativeSelect } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useCommandQuery } from "../../../../api/hooks";
import { cleanText } from "../../../../lib/text/text";
import { NOTE_BELOW } from "../../../../shared/desk/noteBelow";
import { FilterBar } from "../../../../shared/filters/FilterBar";
import { useKnownValues } from "../../../../shared/filters/useKnownValues";
import classes from "../prices.module.css";
import { SCOPES, type ChangeDraft, type Scope } from "./draft";

type Props = { draft: ChangeDraft; onChange: (part: Partial<ChangeDraft>) => void };

export function ListChoice({ draft, onChange }: Props) {
  const { t } = useTranslation();
  const lists = useCommandQuery("listPriceLists", {}).data ?? [];
  return (
    <NativeSelect
      label={t("prices.change.of")}
      description={t(draft.list === "" ? "prices.change.ofCounter" : "prices.change.ofList")}
      inputWrapperOrder={NOTE_BELOW}
      value={draft.list}
      data={[
        { value: "", label: t("prices.counter") },
        ...lists.map(({ id, name }) => ({ value: id, label: cleanText(name) })),
      ]}
      onChange={(event) => onChange({ list: event.currentTarget.value })}
    />
  );
}

export function ScopeFields({ draft, onChange }: Props) {
  const { t } = useTranslation();
  const { scope, filters } = draft;
  return (
    <div className={classes.pair}>
      <NativeSelect
        label={t("prices.change.items")}
        value={scope}
        data={SCOPES.map((value) => ({ value, label: t(`prices.change.scope.${value}`) }))}
        onChange={(event) => onChange({ scope: event.currentTarget.value as Scope, value: "" })}
      />
      {(scope === "category" || scope === "manufacturer") && (
        <ValueChoice
          key={scope}
          column={scope}
          value={draft.value}
          onChange={(value) => onChange({ value })}
        />
      )}
      {scope === "filter" && (
        <div>
          <Input.Label component="p" m={0}>
            {t("prices.change.filters")}
          </Input.Label>
          <div className={classes.chips}>
            <FilterBar
              state={{ text: "", filters, sort: [] }}
              onChange={(part) => part.filters && onChange({ filters: part.filters })}
            />
          </div>
        </div>
      )}
    </div>
  );
}

type ValueProps = {
  column: "category" | "manufacturer";
  value: string;
  onChange: (value: string) => void;
};

function ValueChoice({ column, value, onChange }: ValueProps) {
  const { t } = useTranslation();
  const known = [...new Set(useKnownValues(column))];
  return (
    // What was created a moment ago is not among the known values yet, and can be typed.
    <Autocomplete
      label={t(`itemField.${column}`)}
      required
      openOnFocus={false}
      data={known.map(cleanText)}
      value={value}
      onChange={onChange}
    />
  );
}
