/** A mark beside a product of which nothing was left when it was counted. */
import { Badge } from "@mantine/core";
import type { HitStock } from "../../bindings";
import { useStockText } from "./useStockText";

export function OutOfStock({ stock }: { stock: HitStock | null | undefined }) {
  const spell = useStockText();
  if (!stock?.isOut) return null;
  return (
    <Badge size="sm" variant="light" color={stock.isRecent ? "red" : "gray"} tt="none" fw={500}>
      {spell(stock)}
    </Badge>
  );
}
