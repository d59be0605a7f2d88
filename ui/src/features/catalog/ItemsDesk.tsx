/** The items of the catalog: the sheet, and the form of one item beside it or over it. */
import { useHotkeys, useMediaQuery } from "@mantine/hooks";
import { useRef, useState } from "react";
import { useStable } from "../../lib/hooks/useStable";
import { readStored, writeStored } from "../../lib/storage";
import { ItemEditor } from "./form/ItemEditor";
import type { EditorPlace } from "./form/place";
import { GridDesk, type GridDeskHandle } from "./grid/GridDesk";
import classes from "./ItemsDesk.module.css";
import { useFormKey } from "../../shared/desk/useFormKey";
import { useOpenItem } from "./useOpenItem";

const COVERS = "celeiro.itemForm.covers";

export function ItemsDesk() {
  const { id, open, close } = useOpenItem();
  const grid = useRef<GridDeskHandle>(null);
  const pane = useRef<HTMLDivElement>(null);
  const room = useMediaQuery("(min-width: 1180px)", undefined, { getInitialValueInEffect: false }) ?? true;
  const [covers, setCovers] = useState(() => readStored(COVERS) === "yes");
  const form = useFormKey(id);
  const covering = id !== null && (covers || !room);

  const openItem = useStable((next: string) => {
    // Any other way to a new one leads to a form of its own.
    if (next === "new" && id === "new") form.beginNew();
    open(next);
  });
  const openStored = useStable((next: string) => {
    form.noteStored(next);
    open(next);
  });
  const closeItem = useStable(() => {
    close();
    grid.current?.focus();
  });
  const place: EditorPlace = {
    covering,
    canCover: room,
    setCovering: (next) => {
      setCovers(next);
      writeStored(COVERS, next ? "yes" : "no");
    },
    formKey: form.key,
    neighbour: async (from, by) => (await grid.current?.neighbour(from, by)) ?? null,
    inSeries: form.isBegunHere,
    open: openItem,
    openStored,
    close: closeItem,
  };
  const otherPane = () => {
    if (pane.current?.contains(document.activeElement)) grid.current?.focus();
    else pane.current?.querySelector<HTMLElement>("input, textarea")?.focus();
  };
  useHotkeys([["F6", otherPane]], []);

  return (
    <div className={classes.desk} data-split={(id !== null && !covering) || undefined}>
      <div className={classes.grid} hidden={covering}>
        <GridDesk deskRef={grid} openId={id} onOpen={openItem} />
      </div>
      {id !== null && (
        <div ref={pane} className={classes.form}>
          <ItemEditor id={id} place={place} />
        </div>
      )}
    </div>
  );
}
