/** What is known of the stock of a product beside it: a mark where nothing was left when it was counted. */
import { Badge, Text } from "@mantine/core";
import type { HitStock } from "../../bindings";
import { DataText } from "../../components/DataText";
import classes from "./OutOfStock.module.css";
import { useStockText } from "./useStockText";

export function OutOfStock({ stock }: { stock: HitStock | null | undefined }) {
  const spell = useStockText();
  if (!stock?.isOut) return null;
  return (
    <Badge
      classNames={{ root: classes.mark, label: classes.label }}
      size="sm"
      variant="light"
      color={stock.isRecent ? "red" : "gray"}
      tt="none"
      fw={500}
    >
      {spell(stock)}
    </Badge>
  );
}

/** The mark, or how much there is; nothing where it was never counted or its parts have no sum. */
export function KnownStock({ stock }: { stock: HitStock | null | undefined }) {
  const spell = useStockText();
  if (!stock) return null;
  if (stock.isOut) return <OutOfStock stock={stock} />;
  const text = spell(stock);
  return (
    text !== null && (
      <Text component="span" size="xs" c="dimmed" className={classes.left}>
        <DataText text={text} />
      </Text>
    )
  );
}
