/** All categories in their tree, and the one that is chosen with what can be done with it. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useCommandQuery } from "../../../api/hooks";
import { fold } from "../../../lib/text/text";
import { useMay } from "../../../shared/account/useMe";
import { EmptyCatalogNotice } from "../../../shared/catalog/StartNotice";
import desk from "../../../shared/desk/desk.module.css";
import { DeskPanes } from "../../../shared/desk/DeskPanes";
import { ListHead } from "../../../shared/desk/ListHead";
import { useFormats } from "../../../i18n/language";
import { CategoryDetails } from "./CategoryDetails";
import { CategoryTree } from "./CategoryTree";
import { ChangeDialog } from "./ChangeDialog";
import { beginDraft, type ChangeDraft } from "./draft";
import { arrangeTree, listRows } from "./tree";
import type { Category } from "./types";

const NONE: readonly Category[] = [];

export function CategoriesDesk() {
  const { t } = useTranslation();
  const { placeCount } = useFormats();
  const [params, setParams] = useSearchParams();
  const [text, setText] = useState("");
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [draft, setDraft] = useState<ChangeDraft | null>(null);
  const mayEdit = useMay("edit");
  const query = useCommandQuery("listCategories", {});
  const categories = query.data?.rows ?? NONE;
  const tree = arrangeTree(categories);
  const rows = listRows(tree, closed, text);
  const opened = params.get("category");
  const selected = opened === null ? null : (tree.byName.get(fold(opened)) ?? null);
  const show = (name: string | null) => setParams(name === null ? {} : { category: name });
  const hidden = (query.data?.total ?? 0) - categories.length;
  const setOpen = (category: Category, isOpen: boolean) => {
    const next = new Set(closed);
    if (isOpen) next.delete(fold(category.name));
    else next.add(fold(category.name));
    setClosed(next);
  };
  const finish = (name: string | null) => {
    setDraft(null);
    show(name);
  };
  return (
    <DeskPanes
      open={selected?.name ?? null}
      back={t("categories.back")}
      onBack={() => show(null)}
      list={
        <>
          <EmptyCatalogNotice text={t("noStock.noItems")} />
          <ListHead
            add={t("categories.new")}
            onAdd={mayEdit ? () => setDraft(beginDraft("create", null)) : null}
            search={t("categories.search")}
            text={text}
            onText={setText}
            query={query}
            failed={t("categories.failed")}
          >
            {null}
          </ListHead>
          {query.data && rows.length === 0 && (
            <p className={desk.none}>
              {t(categories.length === 0 ? "categories.none" : "categories.nothing")}
            </p>
          )}
          {rows.length > 0 && (
            <CategoryTree
              rows={rows}
              selected={selected}
              onSelect={({ name }) => show(name)}
              onOpen={setOpen}
            />
          )}
          {hidden > 0 && <p className={desk.none}>{t("categories.hidden", placeCount(hidden))}</p>}
        </>
      }
    >
      {selected ? (
        <CategoryDetails
          tree={tree}
          category={selected}
          onChange={(kind) => setDraft(beginDraft(kind, selected))}
        />
      ) : (
        query.data && <p className={desk.none}>{t("categories.pick")}</p>
      )}
      <ChangeDialog
        draft={draft}
        tree={tree}
        onDraft={setDraft}
        onClose={() => setDraft(null)}
        onDone={finish}
      />
    </DeskPanes>
  );
}
