/** What is read of a change of prices: what it is called, of which list it is, how it stands, and since or from when. */
import { useTranslation } from "react-i18next";
import { useFormats } from "../../../../i18n/language";
import type { PriceChange } from "../types";

const STATE_COLOR = { planned: "palha", applied: "mata", cancelled: "gray", failed: "red" } as const;

export function useChangeWords() {
  const { t } = useTranslation();
  const { day, dateTime } = useFormats();
  return {
    /** One that came of a single edit, or took another one back, has no name of its own. */
    nameOf: ({ name, undoes }: PriceChange) =>
      name !== "" ? name : t(undoes === null ? "prices.change.edit" : "prices.change.undo"),
    stateOf: ({ state, isUndone }: PriceChange) =>
      isUndone
        ? { text: t("prices.change.undone"), color: "gray" }
        : { text: t(`prices.change.state.${state}`), color: STATE_COLOR[state] },
    listOf: ({ listName }: PriceChange) => listName ?? t("prices.counter"),
    whenOf: ({ state, effectiveOn, appliedAt, createdAt }: PriceChange) =>
      state !== "applied" && effectiveOn !== null
        ? t("prices.change.on", { day: day(effectiveOn) })
        : dateTime(appliedAt ?? createdAt),
  };
}
