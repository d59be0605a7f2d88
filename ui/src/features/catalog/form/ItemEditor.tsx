/** The form of one item, or of a new one: what is stored is fetched, and shown once it is there. */
import { Skeleton } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCommandQuery } from "../../../api/hooks";
import type { Item } from "../../../api/types";
import { QueryError } from "../../../components/QueryError";
import type { Draft } from "../../../shared/changes/draft";
import { isNotFound } from "../../../shared/forms/refusal";
import { readDraft } from "../shared/drafts/drafts";
import { EditorFrame } from "./EditorFrame";
import { EditorPanel } from "./EditorPanel";
import type { EditorPlace } from "./place";
import classes from "./Editor.module.css";

type Props = {
  /** The item's id, or `new`. */
  id: string;
  place: EditorPlace;
};

export function ItemEditor({ id, place }: Props) {
  return <OpenedItem key={place.formKey} id={id} place={place} />;
}

function OpenedItem({ id, place }: Props) {
  const { t } = useTranslation();
  const isNew = id === "new";
  const query = useCommandQuery("getItem", { id }, { enabled: !isNew });
  // Of an item that was deleted, what was typed is still there to be seen and gone on with.
  const [kept] = useState(() => readDraft<Item, Draft>({ kind: "item", id })?.base ?? null);
  const isGone = isNotFound(query.error);
  const item = query.data ?? (isGone ? kept : null);
  // In one place for both, so that a new item keeps its form as it is stored.
  if (isNew || item) return <EditorPanel item={isNew ? null : item} isGone={isGone} place={place} />;
  return (
    <EditorFrame
      title={t(query.error ? "itemForm.label" : "itemForm.loading")}
      place={place}
      onClose={place.close}
    >
      <div className={classes.body}>
        {query.error ? (
          <QueryError title={t("details.failed")} query={query} />
        ) : (
          <div className={classes.loading} aria-busy>
            <Skeleton h={34} />
            <Skeleton h={34} w="60%" />
            <Skeleton h={34} w="60%" />
            <Skeleton h={120} />
          </div>
        )}
      </div>
    </EditorFrame>
  );
}
