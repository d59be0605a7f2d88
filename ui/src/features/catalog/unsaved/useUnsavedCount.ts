/** How many cells are not stored, for those that are not on the page of the sheet. */
import { useTranslation } from "react-i18next";
import { useFormats } from "../../../i18n/language";
import { useUnsaved } from "./queue/queues";
import { waitingCells } from "./queue/work";

export type UnsavedCount = {
  /** Cells on their way to a program that answers are no part of it: they are stored in a moment. */
  count: number;
  /** Cells among them that a person has to decide about. */
  held: number;
  /** Both in words; empty where all is stored. */
  text: string;
};

export function useUnsavedCount(): UnsavedCount {
  const { t } = useTranslation();
  const formats = useFormats();
  const unsaved = useUnsaved();
  const held = unsaved.held.length;
  const count = held + (unsaved.away ? waitingCells(unsaved).length : 0);
  if (count === 0) return { count, held, text: "" };
  const cells = t("shell.unsaved.cells", { count, shown: formats.integer(count) });
  if (held === 0) return { count, held, text: cells };
  return {
    count,
    held,
    text: `${cells}, ${t("shell.unsaved.held", { count: held, shown: formats.integer(held) })}`,
  };
}
