/** What the form's keys and buttons do: save, save and go on, publish, leave. */
import { useState, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import type { Item } from "../../../api/types";
import { showToast } from "../../../components/toast/toasts";
import { useStable } from "../../../lib/useStable";
import { draftProblems, type Draft } from "./draft";
import { fieldId } from "./FormField";
import { keepDraft } from "./keptDraft";
import type { EditorPlace } from "./place";
import type { ItemForm } from "./useItemForm";

export function useEditorActions(form: ItemForm, place: EditorPlace) {
  const { t } = useTranslation();
  const [leave, setLeave] = useState<(() => void) | null>(null);

  const save = useStable(async (part: Partial<Draft> = {}): Promise<Item | null> => {
    const created = form.base === null;
    const label = (name: string) => t(created ? "itemForm.created" : "itemForm.saved", { name });
    const stored = await form.save(label, part);
    if (stored) showToast({ tone: "info", text: label(stored.name) });
    else focusProblem(form, part);
    return stored;
  });
  const saveHere = useStable(async (part: Partial<Draft> = {}) => {
    if (!form.dirty && Object.keys(part).length === 0) return;
    const stored = await save(part);
    if (stored && form.base === null) place.open(stored.id);
  });
  const saveAndNext = useStable(async () => {
    const { base } = form;
    // Asked for before the save, which may move the item to another place in the grid.
    const next = base ? await place.neighbour(base.id, 1) : "new";
    if (form.dirty && !(await save())) return;
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

  const onKeyDown = (event: KeyboardEvent) => {
    const command = event.ctrlKey || event.metaKey;
    if (event.nativeEvent.isComposing || event.defaultPrevented) return;
    if (command && event.key === "Enter") {
      event.preventDefault();
      finishTyping(() => void saveAndNext());
    } else if (command && event.key.toLowerCase() === "s") {
      event.preventDefault();
      finishTyping(() => void saveHere(event.shiftKey ? { status: "ativo" } : {}));
    } else if (event.altKey && (event.key === "PageDown" || event.key === "PageUp")) {
      event.preventDefault();
      void go(event.key === "PageDown" ? 1 : -1);
    } else if (event.key === "Escape" && !hasOpenList(event.target)) {
      event.preventDefault();
      finishTyping(close);
    }
  };

  const leaveNow = () => {
    const way = leave;
    setLeave(null);
    way?.();
  };
  return {
    save: () => saveHere(),
    publish: () => saveHere({ status: "ativo" }),
    saveAndNext,
    go: (by: 1 | -1) => void go(by),
    close,
    leave: guard,
    leaving: leave !== null,
    stay: () => setLeave(null),
    discardAndLeave: () => {
      keepDraft(form.base?.id ?? "new", null);
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

/** A tag that is typed and not yet taken over is, when its field loses the focus. */
function finishTyping(then: () => void): void {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLInputElement)) return then();
  focused.blur();
  setTimeout(() => {
    if (focused.isConnected && document.activeElement === document.body)
      focused.focus({ preventScroll: true });
    then();
  });
}

/** Escape first closes a list of suggestions. */
function hasOpenList(target: EventTarget): boolean {
  return target instanceof Element && target.matches("input[aria-expanded=true]");
}

function focusProblem(form: ItemForm, part: Partial<Draft>): void {
  const [first] = draftProblems({ ...form.draft, ...part });
  if (first) document.getElementById(fieldId(first.field))?.focus();
}
