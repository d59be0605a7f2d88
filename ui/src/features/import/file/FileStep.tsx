/** Which file of records, and what is in it. */
import { useTranslation } from "react-i18next";
import type { ImportDesk } from "../state/useImport";
import { FileChoice } from "./FileChoice";

type Props = {
  desk: ImportDesk;
  /** Counts of stock are imported in another way than records. */
  onStock: () => void;
};

const HINTS = ["safe", "again", "columns"] as const;

export function FileStep({ desk, onStock }: Props) {
  const { t } = useTranslation();
  return (
    <FileChoice
      kind={desk.kind}
      disabled={desk.work !== null}
      hints={HINTS.map((hint) => t(`import.hint.${hint}`))}
      onKind={(kind) => (kind === "stock" ? onStock() : desk.chooseKind(kind))}
      onFile={(file) => void desk.choose(file)}
    />
  );
}
