/**
 * What cells say in the person's language, made once for the whole sheet: a page of it has hundreds of
 * cells, and each would follow the language by itself.
 */
import type { TFunction } from "i18next";
import { createContext, useContext, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { formatsFor, type Formats } from "../../../../lib/format";
import type { Lang } from "../../../../lib/language";
import { useLanguage } from "../../../../i18n/language";
import { useFieldLabel } from "../../../../shared/changes/useFieldLabel";

export type CellWords = {
  t: TFunction;
  language: Lang;
  formats: Formats;
  /** The name of a field. */
  label: (field: string) => string;
};

const Words = createContext<CellWords | null>(null);

export const CellWordsProvider = Words.Provider;

/** Made by the sheet, for [`CellWordsProvider`]. */
export function useNewCellWords(): CellWords {
  const { t } = useTranslation();
  const language = useLanguage();
  const label = useFieldLabel();
  // `label` follows `t`, which changes with the language.
  // eslint-disable-next-line react-hooks/exhaustive-deps
  return useMemo(() => ({ t, language, formats: formatsFor(language), label }), [t, language]);
}

/** What the sheet around has made. */
export function useCellWords(): CellWords {
  const words = useContext(Words);
  if (!words) throw new Error("a cell outside its sheet");
  return words;
}
