/** What the list over the box offers for the text in it, and the keys that choose from it. */
import { useId, useState, type KeyboardEvent } from "react";
import type { Item } from "../../../../api/types";
import { useLanguage } from "../../../../i18n/language";
import { usePersonalState } from "../../../../shared/personal/state";
import { findItemBegun, isComplete, offerCommands, type ItemBegun, type OfferedCommand } from "./commands";
import { useItemNames } from "./useItemNames";

export type Option =
  | { kind: "command"; key: string; command: OfferedCommand }
  | { kind: "item"; key: string; item: Item; begun: ItemBegun };

/** The list is there while the box has the focus. */
export function useCompletion(text: string, hasFocus: boolean) {
  const language = useLanguage();
  const isPersonalOn = usePersonalState().data?.on === true;
  const id = useId();
  // Each holds for the text it was made in: another text has another list.
  const [closed, setClosed] = useState<string | null>(null);
  const [place, setPlace] = useState<{ text: string; key: string } | null>(null);

  const begun = findItemBegun(text);
  const items = useItemNames(begun?.typed ?? "");
  const options: Option[] = [
    ...offerCommands(text, language, isPersonalOn).map((command): Option => ({
      kind: "command",
      key: command.id,
      command,
    })),
    ...(begun === null ? [] : items.map((item): Option => ({ kind: "item", key: item.id, item, begun }))),
  ];
  const isOpen = hasFocus && closed !== text && options.length > 0;
  const gone = place?.text === text ? options.findIndex(({ key }) => key === place.key) : -1;
  // Enter finishes the name of a command; behind it, it runs the command unless an item was gone to.
  const active = gone >= 0 ? gone : options[0]?.kind === "command" ? 0 : -1;

  const go = (by: 1 | -1) => {
    const from = active < 0 && by < 0 ? 0 : active;
    const option = options[(from + by + options.length) % options.length];
    if (option) setPlace({ text, key: option.key });
  };
  /** Does what the key means for the list; says whether it means anything. */
  const press = (event: KeyboardEvent, choose: (option: Option) => void): boolean => {
    const { key, shiftKey, ctrlKey, altKey, metaKey, nativeEvent } = event;
    if (!isOpen || shiftKey || ctrlKey || altKey || metaKey || nativeEvent.isComposing) return false;
    const chosen = options[active] ?? (key === "Tab" ? options[0] : undefined);
    // A whole name with nothing to write behind it is run by the first Enter.
    if (key === "Enter" && chosen?.kind === "command" && isComplete(text, chosen.command)) return false;
    if (key === "ArrowDown") go(1);
    else if (key === "ArrowUp") go(-1);
    else if (key === "Escape") setClosed(text);
    else if ((key === "Enter" || key === "Tab") && chosen) choose(chosen);
    else return false;
    event.preventDefault();
    // Escape closes the list alone, and stops no answer.
    event.stopPropagation();
    return true;
  };
  return {
    list: { id, options, activeKey: options[active]?.key ?? null },
    isOpen,
    press,
    close: setClosed,
    /** Opens the list for `text`, at the option `key`. */
    open: (key: string) => {
      setClosed(null);
      setPlace({ text, key });
    },
  };
}

export type CompletionOptions = ReturnType<typeof useCompletion>["list"];

/** Id of the element of a completion's option in the composer. */
export function optionId(listId: string, key: string): string {
  return `${listId}-${key}`;
}
