/** The form of one item, or of a new one: what is stored is fetched, and shown once it is there. */
import { Skeleton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useCommandQuery } from "../../../api/hooks";
import { QueryError } from "../../../components/QueryError";
import { RoleNotice } from "../../../shared/account/RoleNotice";
import { useMay } from "../../../shared/account/useMe";
import { ItemDetails } from "../../../shared/record/ItemDetails";
import { useOpenedRecord } from "../shared/record/useOpenedRecord";
import { EditorFrame } from "./EditorFrame";
import { EditorPanel } from "./EditorPanel";
import { PricesSection, RelationsSection } from "./FormParts";
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
  const mayEdit = useMay("edit");
  const query = useCommandQuery("getItem", { id }, { enabled: !isNew });
  const { stored: item, isGone } = useOpenedRecord({ kind: "item", id }, query);
  if (!mayEdit && (isNew || item))
    return (
      <EditorFrame title={item?.name ?? t("itemForm.new")} place={place} onClose={place.close}>
        <div className={classes.body}>
          {isNew || !item ? (
            <RoleNotice access="edit" />
          ) : (
            <>
              <ItemDetails item={item} terms={[]} onInspect={undefined} />
              <PricesSection itemId={item.id} />
              <RelationsSection item={item} />
            </>
          )}
        </div>
      </EditorFrame>
    );
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
