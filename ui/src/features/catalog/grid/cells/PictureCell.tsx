/** The main picture of a product, as high as a row. */
import { useContext } from "react";
import { Thumbnail } from "../../../../shared/pictures/Thumbnail";
import classes from "./Cell.module.css";
import type { GridRow } from "./cells";
import { RowThumbnails } from "./rowThumbnails";

export function PictureCell({ item }: { item: GridRow["item"] }) {
  const src = useContext(RowThumbnails)[item.id];
  return <Thumbnail src={src} name={item.name} className={classes.picture} />;
}
