/** A value of a condition as people read it. */
import { useTranslation } from "react-i18next";
import { useFormats } from "../../i18n/language";
import { isStockState } from "../stock/stockStates";
import { kindOf } from "./columns";

const STATUSES = ["ativo", "inativo", "rascunho"] as const;
type Status = (typeof STATUSES)[number];

export function useFormatCondition(column: string): (value: string) => string {
  const { t } = useTranslation();
  const formats = useFormats();
  const kind = kindOf(column);
  return (value) => {
    if (kind === "status" && isStatus(value)) return t(`record.status.${value}`);
    if (kind === "stock" && isStockState(value)) return t(`grid.stock.state.${value}`);
    if (kind === "share" && value !== "") return formats.percent(Number(value));
    return value;
  };
}

function isStatus(value: string): value is Status {
  return (STATUSES as readonly string[]).includes(value);
}
