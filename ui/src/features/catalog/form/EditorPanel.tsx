/** The form itself: fields, sections below, what stands beside them, and the bar that saves. */
import { Badge } from "@mantine/core";
import { useCallback, useEffect, useRef, useState, type ClipboardEvent, type DragEvent } from "react";
import { useTranslation } from "react-i18next";
import type { Item } from "../../../api/types";
import { pastedFiles } from "../../../components/drop/useFileDrop";
import { isNotFound } from "../../../shared/forms/refusal";
import { GoneNotice } from "../shared/record/GoneNotice";
import { RoomNotice } from "../../../shared/drafts/RoomNotice";
import { RestoredNotice } from "../../../shared/drafts/RestoredNotice";
import { AttributeFields } from "./fields/AttributeFields";
import { ItemConflict } from "./conflict/ItemConflict";
import classes from "./Editor.module.css";
import { EditorActions } from "./EditorActions";
import { EditorFrame } from "./EditorFrame";
import { FormAside, FormSections, PricesSection, RelationsSection } from "./FormParts";
import { fieldId } from "./fields/FormField";
import { ItemFields } from "./fields/ItemFields";
import { PackageFields } from "./fields/PackageFields";
import { LeaveDialog } from "./LeaveDialog";
import type { EditorPlace } from "./place";
import { SaveBar } from "./SaveBar";
import { SheetCells } from "./SheetCells";
import { useEditorActions } from "./useEditorActions";
import { useFormSuggestions } from "./useFormSuggestions";
import { useItemForm } from "./useItemForm";
import { useReturn } from "./useReturn";

const STATUS_COLOR = { ativo: "mata", inativo: "gray", rascunho: "palha" } as const;

type Props = {
  /** What is stored, or was last; null for a new item. */
  item: Item | null;
  /** The item was deleted meanwhile. */
  isGone?: boolean;
  place: EditorPlace;
};

export function EditorPanel({ item, isGone = false, place }: Props) {
  const { t } = useTranslation();
  const form = useItemForm(item);
  const panel = useRef<HTMLElement>(null);
  const [wanted, setWanted] = useState(false);
  const came = useCallback(() => setWanted(false), []);
  const files = { wanted, came, ask: () => setWanted(true) };
  const suggestions = useFormSuggestions(form);
  const act = useEditorActions(form, place, files, suggestions);
  const bringBack = useReturn(form);
  const { base, newer } = form;

  useEffect(() => {
    document.getElementById(fieldId("name"))?.focus({ preventScroll: true });
  }, []);
  const drop = (event: DragEvent) => {
    const dropped = Array.from(event.dataTransfer.files);
    if (event.defaultPrevented || dropped.length === 0) return;
    event.preventDefault();
    void act.attachFiles(dropped);
  };
  const paste = (event: ClipboardEvent) => {
    const pasted = event.defaultPrevented ? [] : pastedFiles(event);
    if (pasted.length > 0) void act.attachFiles(pasted);
  };

  return (
    <EditorFrame
      title={form.draft.name.trim() || t(base ? "itemForm.unnamed" : "itemForm.new")}
      place={place}
      onClose={act.close}
      panelRef={panel}
      onKeyDown={act.onKeyDown}
      badge={
        <Badge className={classes.badge} variant="light" color={STATUS_COLOR[form.draft.status]}>
          {t(`record.status.${form.draft.status}`)}
        </Badge>
      }
      actions={
        base && <EditorActions item={base} form={form} place={place} onGo={act.go} onLeave={act.leave} />
      }
    >
      <div className={classes.body} onDragOver={allowFiles} onDrop={drop} onPaste={paste}>
        {form.restoredAt !== null && (
          <div className={classes.notice}>
            <RestoredNotice at={form.restoredAt} />
          </div>
        )}
        {!form.hasRoom && (
          <div className={classes.notice}>
            <RoomNotice />
          </div>
        )}
        {base && (isGone || isNotFound(form.error)) && (
          <div className={classes.notice}>
            <GoneNotice
              kind="item"
              isTyped={form.dirty}
              isSaving={form.saving}
              onBringBack={bringBack}
              onSaveAsNew={() => void act.saveAsNew()}
            />
          </div>
        )}
        {base && <SheetCells itemId={base.id} />}
        {newer && <ItemConflict form={form} newer={newer} />}
        <div className={classes.columns}>
          <div className={classes.fields}>
            <ItemFields form={form} />
            <PackageFields form={form} />
            {base && <PricesSection itemId={base.id} />}
            {base && <RelationsSection item={base} />}
            <AttributeFields form={form} />
            <FormSections form={form} files={files} onAttach={act.attach} />
          </div>
          <FormAside form={form} suggestions={suggestions} />
        </div>
      </div>
      <SaveBar
        form={form}
        nextIs={place.inSeries ? "new" : "neighbour"}
        onDiscard={act.discard}
        onSave={() => void act.save()}
        onSaveAndNext={() => void act.saveAndNext()}
        onPublish={() => void act.publish()}
        onPublishAndNext={() => void act.publishAndNext()}
      />
      <LeaveDialog
        opened={act.leaving}
        onStay={act.stay}
        onDiscard={act.discardAndLeave}
        onLater={act.leaveForLater}
        onSave={() => void act.saveAndLeave()}
      />
    </EditorFrame>
  );
}

function allowFiles(event: DragEvent): void {
  if (event.dataTransfer.types.includes("Files")) event.preventDefault();
}
