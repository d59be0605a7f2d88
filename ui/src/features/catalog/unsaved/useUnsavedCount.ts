/** How much of the sheet is not stored, and how many forms out of sight, for the pages beside them. */
import { useTranslation } from "react-i18next";
import { useFormats } from "../../../i18n/language";
import { useSendingCount } from "../../../shared/attachments/sendings";
import { useHiddenDrafts } from "../../../shared/drafts/useDrafts";
import { useOtherWork, useUnsaved } from "./queue/queues";
import { countPending } from "./queue/work/work";

export type UnsavedCount = {
  /** Cells, undos, forms and files; what is on its way to a program that answers is no part of it: it is stored in a moment. */
  count: number;
  /** Cells among them that a person has to decide about. */
  held: number;
  /** Cells and undos of other catalogs than the one that is open: they wait until theirs is. */
  others: number;
  /** Forms out of sight that hold something unsaved. */
  drafts: number;
  /** Files on their way to items. */
  files: number;
  /** All of it in words; empty where all is stored. */
  text: string;
};

export function useUnsavedCount(): UnsavedCount {
  const { t } = useTranslation();
  const formats = useFormats();
  const unsaved = useUnsaved();
  const { cells, takeBacks, held, total } = countPending(unsaved, unsaved.isStalled);
  const { count: others } = useOtherWork();
  const drafts = useHiddenDrafts().length;
  const files = useSendingCount();
  const say = (key: "cells" | "held" | "takeBacks" | "others" | "drafts" | "files", count: number) =>
    count === 0 ? [] : [t(`shell.unsaved.${key}`, formats.placeCount(count))];
  const parts = [
    ...say("cells", cells + held),
    ...say("held", held),
    ...say("takeBacks", takeBacks),
    ...say("others", others),
    ...say("drafts", drafts),
    ...say("files", files),
  ];
  return { count: total + others + drafts + files, held, others, drafts, files, text: parts.join(", ") };
}
