/** The own price that a list has for an item or one of its packages. */
import { useTranslation } from "react-i18next";
import type { RefusedPrice } from "../../../../bindings";
import { useCommandMutation } from "../../../../api/hooks";
import { showToast } from "../../../../components/toast/toasts";
import { useUndoToast } from "../../../../components/toast/useUndoToast";
import { useErrorText } from "../../../../components/useErrorText";
import { useFormats } from "../../../../i18n/language";
import { cleanText } from "../../../../lib/text/text";
import { PriceField } from "./PriceField";

type Props = {
  itemId: string;
  list: string;
  listName: string;
  /** Of the package; null for the item itself. */
  label: string | null;
  /** Whether the item has no such package any more: what is taken away then does not come back. */
  isGone: boolean;
  own: number | null;
  currency: string;
};

export function OwnPrice({ itemId, list, listName, label, isGone, own, currency }: Props) {
  const { t } = useTranslation();
  const formats = useFormats();
  const describe = useErrorText();
  const showUndoable = useUndoToast();
  const undo = useCommandMutation("undoPriceChange");
  const sold = label === null ? t("prices.item.itself") : cleanText(label);
  const set = useCommandMutation("setListPrices", {
    // Also where the form was left meanwhile: it is the only way back.
    onAnswer: ({ change }) => {
      if (change === null) return;
      const text = t("prices.own.saved", { list: cleanText(listName) });
      if (isGone) showToast({ tone: "info", text });
      else showUndoable(text, () => undo.mutateAsync({ id: change, operationId: crypto.randomUUID() }));
    },
  });
  const explain = ({ problem, current }: RefusedPrice): string => {
    if (problem !== "conflict") return t("prices.own.gone");
    const now = current === null ? t("itemForm.nothing") : formats.price(current, currency);
    return t("prices.own.conflict", { now });
  };
  const refused = set.data?.refused[0];
  return (
    <PriceField
      label={t("prices.own.label", { list: cleanText(listName), sold })}
      placeholder={t("prices.own.placeholder")}
      stored={own}
      saving={set.isPending}
      refusal={set.error ? describe(set.error) : refused ? explain(refused) : ""}
      onSave={(price) =>
        set
          .mutateAsync({
            id: list,
            prices: [{ item: itemId, package: label, price, expected: own }],
            operationId: crypto.randomUUID(),
          })
          .then(
            (outcome) => outcome.refused.length === 0,
            () => false,
          )
      }
    />
  );
}
