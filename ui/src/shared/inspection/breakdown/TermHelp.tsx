/** Help on a term of the ranking: a row of an explanation, a raw figure, a list, the threshold. */
import { useTranslation } from "react-i18next";
import { Help } from "../../../components/help/Help";
import type en from "../../../i18n/en.json";

export type RawTerm = keyof (typeof en)["help"]["raw"];

/** Help on the row `name` of an explanation; nothing on one that only a newer program knows. */
export function RowHelp({ name, term }: { name: string; term: string }) {
  const { t, i18n } = useTranslation();
  // Rows of a comparison have the word that they are about behind their name.
  const [row = name] = name.split(":");
  const key = `help.row.${row}`;
  return i18n.exists(key) ? <Help term={term} text={t(key as "help.row.score")} /> : null;
}

/** Shows help on a raw figure that the ranking of a hit starts from. */
export function RawHelp({ name, term }: { name: RawTerm; term: string }) {
  const { t } = useTranslation();
  return <Help term={term} text={t(`help.raw.${name}`)} />;
}
