/** What other features add to the form: beside the fields where there is room, and below them. */
import { Button, Kbd } from "@mantine/core";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useCommandQuery } from "../../../api/hooks";
import type { Item } from "../../../api/types";
import { lazyPage } from "../../../components/page/lazyPage";
import { Waiting } from "../../../components/Waiting";
import { AssistPanel } from "../../../shared/suggestions/AssistPanel";
import { Attachments } from "../../../shared/attachments/Attachments";
import { ImpactPreview } from "../ImpactPreview";
import { Disclosure } from "../../../shared/forms/Disclosure";
import { toFields } from "../../../shared/changes/draft";
import classes from "./Editor.module.css";
import { Expectation } from "./hints/Expectation";
import { fieldId } from "./fields/FormField";
import { HistorySection } from "./history/HistorySection";
import { IndexedText } from "./hints/IndexedText";
import type { FormSuggestions } from "./useFormSuggestions";
import type { ItemForm } from "./useItemForm";

const ItemPrices = lazyPage(
  async () => (await import("../prices/item/ItemPrices")).ItemPrices,
  "prices",
  "catalog",
  "fields",
);

const Gallery = lazyPage(async () => (await import("../../../shared/pictures/Gallery")).Gallery, "files");

/** The pictures of a stored item, open where it has any. */
function PicturesSection({ itemId, name }: { itemId: string; name: string }) {
  const { t } = useTranslation();
  const { data } = useCommandQuery("listItemImages", { id: itemId });
  return (
    <Disclosure title={t("files.pictures.title")} wanted={(data?.images.length ?? 0) > 0}>
      <Suspense fallback={<Waiting h={160} />}>
        <Gallery itemId={itemId} name={name} />
      </Suspense>
    </Disclosure>
  );
}

const RelationsAndStock = lazyPage(
  async () => (await import("../relations/RelationsAndStock")).RelationsAndStock,
  "catalog",
  "fields",
);

/** What replaces a stored item, what goes with it, and how much of it stands where. */
export function RelationsSection({ item }: { item: Item }) {
  const { t } = useTranslation();
  return (
    <Disclosure title={t("itemForm.relations")}>
      <Suspense fallback={<Waiting h={160} />}>
        <RelationsAndStock item={item} />
      </Suspense>
    </Disclosure>
  );
}

/** The prices of a stored item in all lists, and for those who buy its cost. */
export function PricesSection({ itemId }: { itemId: string }) {
  const { t } = useTranslation();
  return (
    <Disclosure title={t("itemForm.prices")}>
      <Suspense fallback={<Waiting h={120} />}>
        <ItemPrices itemId={itemId} />
      </Suspense>
    </Disclosure>
  );
}

/** The column at the right: suggestions for what is still empty. */
export function FormAside({ form, suggestions }: { form: ItemForm; suggestions: FormSuggestions }) {
  return (
    <aside className={classes.aside} data-status={form.draft.status}>
      <AssistPanel draft={suggestions.asked} suggestions={suggestions.panel} onLeave={toFirstField} />
    </aside>
  );
}

/** Escape leads from the suggestions back into the form; only from there out of it. */
function toFirstField(): void {
  document.getElementById(fieldId("name"))?.focus();
}

/** Whether the file dialog is wanted, as the form's key for it says. */
export type FilesWanted = { wanted: boolean; ask: () => void; came: () => void };

type SectionsProps = { form: ItemForm; files: FilesWanted; onAttach: () => void };

/** Sections below the fields; most of them of an item that is stored. */
export function FormSections({ form, files, onAttach }: SectionsProps) {
  const { t } = useTranslation();
  const { base, draft, language } = form;
  return (
    <>
      {!base && (
        <Disclosure title={t("files.title")}>
          <p className={classes.hint}>{t("files.newItem")}</p>
          <Button size="xs" variant="default" onClick={onAttach} rightSection={<Kbd size="xs">Alt A</Kbd>}>
            {t("files.saveAndChoose")}
          </Button>
        </Disclosure>
      )}
      {base && <PicturesSection itemId={base.id} name={base.name} />}
      {base && (
        <Disclosure title={t("files.title")} wanted={files.wanted}>
          <Attachments itemId={base.id} asked={files.wanted} onAsked={files.came} />
        </Disclosure>
      )}
      <Disclosure title={t("impact.title")}>
        <ImpactPreview id={base?.id ?? null} draft={toFields(draft, base, language)} />
      </Disclosure>
      {base?.category && <Expectation category={base.category} />}
      {base && <HistorySection form={form} itemId={base.id} />}
      {base && <IndexedText item={base} />}
    </>
  );
}
