/**
 * All pictures of a product, small, in their order. Arrows go from one to the next, Shift with an arrow moves the one
 * that has the focus, Shift with Home makes it the main one; dragging does the same.
 */
import { useEffect, useRef, useState, type DragEvent, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { cleanText } from "../../lib/text/text";
import classes from "./Gallery.module.css";
import { PictureView } from "./PictureView";
import type { ItemImage } from "./useImageOrder";

/** Marks a drag as that of a picture: files that are dragged here are for the page. */
const DRAGGED = "application/x-celeiro-picture";

type Props = {
  images: readonly ItemImage[];
  /** The place of the one that is seen large. */
  chosen: number;
  mayEdit: boolean;
  onChoose: (id: string) => void;
  onMove: (id: string, to: number) => void;
};

export function PictureStrip({ images, chosen, mayEdit, onChoose, onMove }: Props) {
  const { t } = useTranslation();
  const strip = useRef<HTMLUListElement>(null);
  const [over, setOver] = useState<number | null>(null);
  const isFocused = useRef(false);
  const chosenId = images[chosen]?.id;
  // A picture that moves takes the focus along, also where the browser drops it.
  useEffect(() => {
    if (!isFocused.current) return;
    isFocused.current = false;
    strip.current?.querySelector<HTMLElement>("[aria-current=true]")?.focus();
  }, [chosenId, chosen]);

  const onKeyDown = (event: KeyboardEvent) => {
    const to = targetOf(event.key, chosen, images.length);
    if (to === null || event.altKey || event.ctrlKey || event.metaKey || chosenId === undefined) return;
    if (event.shiftKey && !mayEdit) return;
    event.preventDefault();
    // At the edge nothing moves, and no later change takes the focus.
    if (to === chosen) return;
    isFocused.current = true;
    const next = images[to];
    if (event.shiftKey) onMove(chosenId, to);
    else if (next) onChoose(next.id);
  };
  const onDrop = (event: DragEvent, to: number) => {
    const id = event.dataTransfer.getData(DRAGGED);
    setOver(null);
    if (id === "") return;
    event.preventDefault();
    event.stopPropagation();
    onMove(id, to);
  };
  return (
    <ul ref={strip} className={classes.strip} aria-label={t("files.pictures.all")} onKeyDown={onKeyDown}>
      {images.map((image, at) => (
        <li key={image.id}>
          <button
            type="button"
            className={classes.small}
            tabIndex={at === chosen ? 0 : -1}
            aria-current={at === chosen}
            aria-label={t(at === 0 ? "files.pictures.mainOf" : "files.pictures.placeOf", {
              name: cleanText(image.name),
              place: at + 1,
              all: images.length,
            })}
            aria-keyshortcuts={mayEdit ? "Shift+ArrowLeft Shift+ArrowRight Shift+Home" : undefined}
            data-over={over === at || undefined}
            draggable={mayEdit}
            onClick={() => onChoose(image.id)}
            onDragStart={(event) => {
              event.dataTransfer.setData(DRAGGED, image.id);
              event.dataTransfer.effectAllowed = "move";
            }}
            onDragOver={(event) => {
              if (!event.dataTransfer.types.includes(DRAGGED)) return;
              event.preventDefault();
              setOver(at);
            }}
            onDragLeave={() => setOver(null)}
            onDrop={(event) => onDrop(event, at)}
          >
            <PictureView id={image.id} size="thumb" alt="" className={classes.thumb} />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The place that a key leads to; null for other keys. */
function targetOf(key: string, from: number, count: number): number | null {
  switch (key) {
    case "ArrowLeft":
    case "ArrowUp":
      return Math.max(0, from - 1);
    case "ArrowRight":
    case "ArrowDown":
      return Math.min(count - 1, from + 1);
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}
