/**
 * The pictures of a product: the chosen one large, all of them small and in their order, the main one first. An editor
 * puts them in order by dragging, by keys and by buttons, adds to them by dropping and pasting, and takes them off.
 */
import { Skeleton } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { DropZone } from "../../components/drop/DropZone";
import { QueryError } from "../../components/QueryError";
import { cleanText } from "../../lib/text/text";
import { useMay } from "../account/useMe";
import { SendingRow } from "../attachments/SendingRow";
import { useSendFiles } from "../attachments/useSendFiles";
import { ChosenPicture } from "./ChosenPicture";
import classes from "./Gallery.module.css";
import { PictureStrip } from "./PictureStrip";
import { moveImage, useImageOrder } from "./useImageOrder";

const ACCEPT = "image/png,image/jpeg,image/gif,image/webp";

type Props = {
  itemId: string;
  /** The product's, which says what is seen. */
  name: string;
  /** Nothing stands here where there is no picture. */
  isBare?: boolean;
};

export function Gallery({ itemId, name, isBare = false }: Props) {
  const { t } = useTranslation();
  const mayEdit = useMay("edit") && !isBare;
  const { list, images, put } = useImageOrder(itemId);
  const { sending, send, dismiss } = useSendFiles(itemId);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [announcement, setAnnouncement] = useState("");
  const section = useRef<HTMLElement>(null);
  const removedId = useRef<string>(undefined);
  const ids = images.map(({ id }) => id);
  // Keys go on in the gallery once a picture is gone that was taken off here.
  useEffect(() => {
    if (removedId.current === undefined || images.some(({ id }) => id === removedId.current)) return;
    removedId.current = undefined;
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body)
      section.current?.querySelector("button")?.focus();
  }, [images]);
  const at = Math.max(0, ids.indexOf(chosenId ?? ""));
  const chosen = images[at];
  const move = (id: string, to: number) => {
    const next = moveImage(ids, id, to);
    setChosenId(id);
    if (next === ids) return;
    put(next);
    const place = next.indexOf(id) + 1;
    const file = cleanText(images.find((image) => image.id === id)?.name ?? "");
    setAnnouncement(t("files.pictures.moved", { name: file, place, all: next.length }));
  };
  if (isBare && images.length === 0) return null;
  return (
    <section ref={section} className={classes.gallery} aria-label={t("files.pictures.title")}>
      {list.isPending && <Skeleton height={160} radius="md" />}
      <QueryError title={t("files.pictures.failed")} query={list} />
      {chosen && (
        <ChosenPicture
          key={chosen.id}
          image={chosen}
          place={at}
          count={images.length}
          name={name}
          mayEdit={mayEdit}
          onMove={(to) => move(chosen.id, to)}
          onRemove={() => {
            removedId.current = chosen.id;
          }}
        />
      )}
      {images.length > 1 && (
        <PictureStrip images={images} chosen={at} mayEdit={mayEdit} onChoose={setChosenId} onMove={move} />
      )}
      <span className="visually-hidden" role="status">
        {announcement}
      </span>
      {mayEdit && (
        <>
          <DropZone label={t("files.pictures.choose")} accept={ACCEPT} multiple compact onFiles={send}>
            {t("files.pictures.drop")}
          </DropZone>
          {sending.length > 0 && (
            <ul className={classes.sending}>
              {sending.map((one) => (
                <SendingRow key={one.key} file={one} onDismiss={() => dismiss(one.key)} />
              ))}
            </ul>
          )}
        </>
      )}
    </section>
  );
}
