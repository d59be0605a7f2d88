/**
 * The pictures of an item in the order that a person is making: seen at once, stored when they rest, with a way back.
 * One order after the other is sent, each over the version that the one before it made.
 */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Data } from "../../api/command";
import { useCommandMutation, useCommandQuery } from "../../api/hooks";
import { invalidateTags } from "../../api/tags";
import { useErrorToast } from "../../components/toast/useErrorToast";
import { useUndoToast } from "../../components/toast/useUndoToast";
import { useLanguage } from "../../i18n/language";
import { useStable } from "../../lib/hooks/useStable";

export type ItemImage = Data<"listItemImages">["images"][number];

/** After the last step of a picture. Milliseconds. */
const REST_MS = 700;

export function useImageOrder(itemId: string) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const language = useLanguage();
  const showError = useErrorToast();
  const showUndoable = useUndoToast();
  const list = useCommandQuery("listItemImages", { id: itemId });
  /** What is seen and not stored yet. */
  const [draft, setDraft] = useState<readonly string[] | null>(null);
  const pendingOrder = useRef<{ timer: ReturnType<typeof setTimeout>; ids: readonly string[] }>(undefined);
  const lastOrder = useRef<Promise<unknown>>(Promise.resolve());
  const key = ["listItemImages", language, { id: itemId }];
  const readImages = () => client.getQueryData<Data<"listItemImages">>(key);
  const order = useCommandMutation("orderItemImages", {
    onAnswer: (answer) => client.setQueryData(key, answer),
  });

  const store = (images: readonly string[], version: number) =>
    order.mutateAsync({ id: itemId, version, images: [...images], operationId: crypto.randomUUID() });
  const send = useStable((images: readonly string[]) => {
    lastOrder.current = lastOrder.current.then(async () => {
      const before = readImages();
      if (!before) return;
      const ids = before.images.map(({ id }) => id);
      try {
        const { version } = await store(images, before.version);
        // Over the order that was made, and none that another person makes of it.
        showUndoable(t("files.pictures.ordered"), () => store(ids, version));
      } catch (error) {
        showError(error);
        // Another person was first: what is there now is what is seen.
        await invalidateTags(client, ["catalog"]);
      }
      // What was moved meanwhile stays as it is seen until it is stored too.
      setDraft((current) => (current === images ? null : current));
    });
  });
  const flush = useStable(() => {
    const left = pendingOrder.current;
    if (!left) return;
    clearTimeout(left.timer);
    pendingOrder.current = undefined;
    send(left.ids);
  });
  useEffect(() => flush, [flush]);

  return {
    list,
    images: arrange(list.data?.images ?? [], draft),
    put: (ids: readonly string[]) => {
      setDraft(ids);
      clearTimeout(pendingOrder.current?.timer);
      pendingOrder.current = { ids, timer: setTimeout(flush, REST_MS) };
    },
  };
}

/** Arranges an item's pictures: those that are named first, in that order; the others follow as they are. */
export function arrange(images: readonly ItemImage[], ids: readonly string[] | null): readonly ItemImage[] {
  if (!ids) return images;
  const placeOf = ({ id }: ItemImage) => {
    const place = ids.indexOf(id);
    return place < 0 ? ids.length : place;
  };
  return images.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** The ids with one of them in another place; at the edge it stays. */
export function moveImage(ids: readonly string[], id: string, to: number): readonly string[] {
  const from = ids.indexOf(id);
  const place = Math.max(0, Math.min(ids.length - 1, to));
  if (from < 0 || from === place) return ids;
  const rest = ids.filter((one) => one !== id);
  return [...rest.slice(0, place), id, ...rest.slice(place)];
}
