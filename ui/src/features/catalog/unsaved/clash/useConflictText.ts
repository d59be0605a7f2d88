/** A clash in words: who wrote what where, and what was typed here. */
import { useTranslation } from "react-i18next";
import { useFormats, useLanguage } from "../../../../i18n/language";
import { isStatus, readText, readTyped } from "../../grid/cells/cells";
import { useWriterName } from "../../../../shared/changes/conflicts/useWriterName";
import { useFieldLabel } from "../../../../shared/changes/useFieldLabel";
import { cutClash } from "./cutClash";
import { BY_SELF, type HeldCell, type Problem, type TypedCell } from "../queue/work/work";

type Conflict = Extract<Problem, { state: "conflict" }>;

export function useConflictText() {
  const { t } = useTranslation();
  const language = useLanguage();
  const formats = useFormats();
  const label = useFieldLabel();
  const nameWriter = useWriterName();
  /** Who wrote first, as far as the history has it, and when. */
  const describeWriter = ({ by, at }: Conflict): string => {
    if (by === BY_SELF) return t("grid.conflict.self");
    if (by === null)
      return at === null
        ? t("grid.conflict.changed")
        : t("grid.conflict.changedAt", { at: formats.dateTime(at) });
    const name = nameWriter(by);
    return at === null
      ? t("grid.conflict.who", { who: name })
      : t("grid.conflict.whoAt", { who: name, at: formats.dateTime(at) });
  };
  const formatText = (text: string, column: string): string => {
    if (text === "") return t("grid.emptied");
    return column === "status" && isStatus(text) ? t(`record.status.${text}`) : text;
  };
  /** What was typed into a cell, as people read it. */
  const formatTyped = ({ text, seen }: Pick<TypedCell, "text" | "seen">, column: string) =>
    formatText(readTyped(column, text, seen), column);
  /** What is stored in a field, likewise. */
  const formatValue = (value: unknown, column: string) =>
    formatText(readText(value, column, language), column);
  return {
    describeWriter,
    formatTyped,
    formatValue,
    /** All of it in one text, for who does not see the cell. */
    describeCell: (held: HeldCell): string => {
      const place = { field: label(held.column), name: held.name };
      if (held.state === "wrong") return t("grid.conflict.wrong", { ...place, message: held.message });
      const [now, yours] = cutClash(formatValue(held.now, held.column), formatTyped(held, held.column));
      return t("grid.conflict.whole", { ...place, who: describeWriter(held), now, yours });
    },
  };
}
