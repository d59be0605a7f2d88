/** Which columns there are, how wide and in which order, as this browser keeps it. */
import { useState } from "react";
import { storedLayout, storeLayout, type Layout } from "../../../../shared/filters/columns";

export function useGridLayout(): [Layout, (next: Layout) => void] {
  const [layout, setLayout] = useState<Layout>(storedLayout);
  const change = (next: Layout) => {
    setLayout(next);
    storeLayout(next);
  };
  return [layout, change];
}
