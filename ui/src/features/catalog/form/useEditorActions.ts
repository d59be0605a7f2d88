/** What the form's keys and buttons do: save, save and go on, publish, leave. */
import { useState, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import type { Item } from "../../../api/types";
import { showToast } from "../../../components/toast/toasts";
import { useUndoToast } from "../../../components/toast/useUndoToast";
import { useStable } from "../../../lib/hooks/useStable";
import { ASSIST_ASK_ID } from "../../../shared/suggestions/AssistPanel";
import { useSendTo } from "../../../shared/attachments/useSendFiles";
import { finishTyping } from "../shared/typing/finishTyping";
import { useLostKeys } from "../shared/typing/useLostKeys";
import { seekConflict } from "./conflict/conflictFocus";
import { ATTRIBUTE_NAME, draftProblems, type Draft } from "../../../shared/changes/draft";
import { editorAct, type EditorAct } from "./editorKeys";
import { fieldId } from "./fields/FormField";
import type { FilesWanted } from "./FormParts";
import type { EditorPlace } from "./place";
import type { FormSuggestions } from "./useFormSuggestions";
import type { ItemForm } from "./useItemForm";

export function useEditorActions(
  form: ItemForm,
  place: EditorPlace,
  files: FilesWanted,
  suggestions: FormSuggestions,
) {
  const { t } = useTranslation();
  const send = useSendTo();
  const showUndoable = useUndoToast();
  const [leave, setLeave] = useState<(() => void) | null>(null);
  /** As drawn last: what the server refused is known one drawing after its answer. */
  const listRefused = useStable(() => form.problems.map(({ field }) => fieldId(field)));
  // A save that was under way has answered the question. (Set while rendering, so that it is not seen once more.)
  if (leave !== null && !form.dirty) setLeave(null);

  const save = useStable(async (part: Partial<Draft> = {}): Promise<Item | null> => {
    // A suggestion that is being edited is saved as it is typed.
    const taken = suggestions.take();
    if (!taken) return null;
    const whole = { ...taken, ...part };
    const hasNameAlone = form.changed.length === 1 && form.changed[0] === ATTRIBUTE_NAME;
    if (hasNameAlone && Object.keys(whole).length === 0) return focusUnsaved(form);
    const stored = await form.save(whole);
    if (!stored) focusProblem(form, whole, listRefused);
    return stored;
  });
  /** A person who is elsewhere by now is not called back. */
  const openStored = (id: string) => {
    if (form.isThere()) place.openStored(id);
  };
  const saveHere = useStable(async (part: Partial<Draft> = {}) => {
    if (!form.dirty && Object.keys(part).length === 0) return;
    // What waits for a save under way is opened by that one.
    const isOpened = form.saving || form.base !== null;
    const stored = await save(part);
    if (stored && !isOpened) openStored(stored.id);
  });
  const saveAsNew = useStable(async () => {
    if (!suggestions.take()) return;
    const stored = await form.saveAsNew();
    if (stored) openStored(stored.id);
    else focusProblem(form, {}, listRefused);
  });
  const saveAndNext = useStable(async (part: Partial<Draft> = {}) => {
    const { base, draft } = form;
    // Asked for before the save, which may move the item to another place in the grid.
    const next = base && !place.inSeries ? await place.neighbour(base.id, 1) : "new";
    const publishes = part.status !== undefined && part.status !== draft.status;
    if (form.dirty || publishes) {
      const stored = await save(part);
      if (!stored || !form.isThere()) return;
      // What was typed after it was sent is in sight until it is saved too.
      if (form.listUnsaved().length > 0) {
        if (base === null) place.openStored(stored.id);
        focusUnsaved(form);
        return;
      }
    }
    if (next !== null) place.open(next);
    else showToast({ tone: "info", text: t("itemForm.last") });
  });
  /** Runs `way` once nothing unsaved is left behind. */
  const guard = useStable((way: () => void) => {
    if (form.dirty) setLeave(() => way);
    else way();
  });
  const close = useStable(() => guard(place.close));
  const go = useStable(async (by: 1 | -1) => {
    const to = form.base && (await place.neighbour(form.base.id, by));
    if (to) guard(() => place.open(to));
  });

  /** Files go to what is stored: a new item is, as the draft that it is. */
  const attach = useStable(async () => {
    if (form.base) return files.ask();
    const stored = await save();
    if (!stored || !form.isThere()) return;
    place.openStored(stored.id);
    files.ask();
  });
  const attachFiles = useStable(async (dropped: File[]) => {
    const stored = form.base ?? (await save());
    if (!stored) return;
    send(stored.id, dropped);
    if (!form.base) openStored(stored.id);
  });

  const onKeyDown = (event: KeyboardEvent | globalThis.KeyboardEvent) => {
    if (isOfAnother(event)) return;
    const composing = "nativeEvent" in event ? event.nativeEvent.isComposing : event.isComposing;
    if (composing || event.defaultPrevented) return;
    const act = editorAct(event);
    if (act === null || (act === "close" && hasOpenList(event.target))) return;
    event.preventDefault();
    finishTyping(() => acts[act]());
  };
  const acts: Record<EditorAct, () => void> = {
    save: () => void saveHere(),
    publish: () => void saveHere({ status: "ativo" }),
    saveAndNext: () => void saveAndNext(),
    publishAndNext: () => void saveAndNext({ status: "ativo" }),
    next: () => void go(1),
    previous: () => void go(-1),
    suggest: () => askForSuggestions(form),
    attach: () => void attach(),
    close,
  };
  useLostKeys(onKeyDown);

  const leaveNow = () => {
    const way = leave;
    setLeave(null);
    way?.();
  };
  return {
    save: () => saveHere(),
    publish: () => saveHere({ status: "ativo" }),
    saveAsNew,
    saveAndNext: () => saveAndNext(),
    publishAndNext: () => saveAndNext({ status: "ativo" }),
    attach: () => void attach(),
    attachFiles,
    go: (by: 1 | -1) => void go(by),
    close,
    leave: guard,
    leaving: leave !== null,
    stay: () => setLeave(null),
    /** What is typed stays with this tab, and is counted until one comes back to it. */
    leaveForLater: leaveNow,
    discard: () => {
      const bringBack = form.noteDraft();
      form.discard();
      showUndoable(t("drafts.discarded"), bringBack);
    },
    discardAndLeave: () => {
      form.forget();
      form.discard();
      leaveNow();
    },
    saveAndLeave: async () => {
      if (await save()) leaveNow();
      else setLeave(null);
    },
    onKeyDown,
  };
}

/**
 * Whether a dialog or menu over the form has the key: React lets it bubble to the form. One that has just opened
 * over the form has it too, before it has the focus.
 */
function isOfAnother({ currentTarget, target }: KeyboardEvent | globalThis.KeyboardEvent): boolean {
  if (document.querySelector("[aria-modal=true]")) return true;
  return currentTarget instanceof Node && target instanceof Node && !currentTarget.contains(target);
}

/** Whether Escape first closes the list of suggestions of a form's field. */
function hasOpenList(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches("input[aria-expanded=true]");
}

/** As if the panel's button had been pressed; without a name there is nothing to go by. */
function askForSuggestions(form: ItemForm): void {
  if (form.draft.name.trim() === "") return document.getElementById(fieldId("name"))?.focus();
  const button = document.getElementById(ASSIST_ASK_ID);
  button?.focus();
  button?.click();
}

/** To the name of an attribute that is not added, which no save stores. */
function focusUnsaved(form: ItemForm): null {
  const [first, ...more] = form.listUnsaved();
  if (first === ATTRIBUTE_NAME && more.length === 0)
    document.getElementById(fieldId(ATTRIBUTE_NAME))?.focus();
  return null;
}

/** To the first field that cannot be saved, here or in the server's eyes; to both versions, where another person was first. */
function focusProblem(form: ItemForm, part: Partial<Draft>, listRefused: () => string[]): void {
  const [first] = draftProblems({ ...form.draft, ...part }, form.baseDraft);
  if (first) document.getElementById(fieldId(first.field))?.focus();
  else seekConflict(listRefused);
}
