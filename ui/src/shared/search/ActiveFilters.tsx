/** The filters in force as chips, each with its own way out. */
import { Pill, UnstyledButton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { DataText } from "../../components/DataText";
import { useFormats } from "../../i18n/language";
import { cleanText } from "../../lib/text/text";
import { useAttributeLabel } from "../fields/useDefinedFields";
import classes from "./ActiveFilters.module.css";
import { NO_FILTERS, type SearchState } from "./searchState";

type Change = Partial<SearchState>;
type Chip = { key: string; label: string; value: string; without: Change };
type Props = { state: SearchState; onChange: (change: Change) => void };

export function ActiveFilters({ state, onChange }: Props) {
  const { t } = useTranslation();
  const chips = useChips(state);
  return (
    <div className={classes.row} role="group" aria-label={t("filters.active")}>
      {chips.map(({ key, label, value, without }) => (
        <Pill
          key={key}
          size="md"
          withRemoveButton
          onRemove={() => onChange(without)}
          removeButtonProps={{
            "aria-label": t("filters.remove", { filter: `${cleanText(label)}: ${cleanText(value)}` }),
            tabIndex: 0,
            "aria-hidden": false,
          }}
          classNames={{ root: classes.chip }}
        >
          <span className={classes.name}>
            <DataText text={label} />:
          </span>{" "}
          <DataText text={value} />
        </Pill>
      ))}
      <UnstyledButton className={classes.clear} onClick={() => onChange(NO_FILTERS)}>
        {t("filters.clear")}
      </UnstyledButton>
    </div>
  );
}

function useChips(state: SearchState): Chip[] {
  const { t } = useTranslation();
  const formats = useFormats();
  const labelOf = useAttributeLabel();
  const lists = (["category", "manufacturer", "tags"] as const).flatMap((field) =>
    state[field].map((value): Chip => ({
      key: `${field}:${value}`,
      label: t(`filters.one.${field}`),
      value,
      without: { [field]: state[field].filter((one) => one !== value) },
    })),
  );
  const stock = state.stock.map((value): Chip => ({
    key: `stock:${value}`,
    label: t("filters.stock"),
    value: t(`grid.stock.state.${value}`),
    without: { stock: state.stock.filter((one) => one !== value) },
  }));
  const attributes = Object.entries(state.attributes).map(([key, value]): Chip => ({
    key: `attribute:${key}`,
    label: labelOf(key),
    value,
    without: {
      attributes: Object.fromEntries(Object.entries(state.attributes).filter(([other]) => other !== key)),
    },
  }));
  const { minPrice, maxPrice } = state;
  const price: Chip[] =
    minPrice === null && maxPrice === null
      ? []
      : [
          {
            key: "price",
            label: t("filters.price"),
            value: `${minPrice === null ? "0" : formats.decimal(minPrice, 2)} – ${maxPrice === null ? "∞" : formats.decimal(maxPrice, 2)}`,
            without: { minPrice: null, maxPrice: null },
          },
        ];
  return [...lists, ...price, ...stock, ...attributes];
}
