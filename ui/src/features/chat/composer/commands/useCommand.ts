/** What the command in the box would do, what it still lacks, and doing it. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { asCommandError } from "../../../../api/command";
import { useErrorText } from "../../../../components/useErrorText";
import { useFormats, useLanguage } from "../../../../i18n/language";
import { useStable } from "../../../../lib/hooks/useStable";
import { cleanText } from "../../../../lib/text/text";
import { usePersonalState } from "../../../../shared/personal/state";
import { searchAddress } from "../../../../shared/search/searchState";
import { listCommands, MOST_COMPARED, oneLine, parseInput, pickItem, splitItems } from "./commands";
import { findItems } from "./useItemNames";

/** Most characters of an unknown name that are shown. */
const NAME_CHARS = 30;

type Effects = {
  /** The command is done with: the box may be emptied. */
  onDone: () => void;
  onItem: (id: string) => void;
  onHelp: () => void;
  /** Asks about a note of the vault, with the question that was typed. */
  onVault: (question: string) => void;
  /** Sends a message in the place of the command. */
  onMessage: (message: string) => void;
  /** Several items fit: this one is the first. */
  onSeveral: (id: string) => void;
};

type Note = { text: string; isBad: boolean };

export type Deed = {
  note: Note | null;
  /** What it does; nothing where something is missing. */
  run: (() => void) | null;
  /** Whether a message is sent by it. */
  isMessage: boolean;
};

/** A look for items, for the text that it was asked by; under way until there is an answer. */
type LookUp = { text: string; said: string; isUnderWay: boolean };

export function useCommand(text: string, effects: Effects): Deed {
  const { onDone, onItem, onHelp, onVault, onMessage, onSeveral } = effects;
  const { t } = useTranslation();
  const formats = useFormats();
  const language = useLanguage();
  const errorText = useErrorText();
  const navigate = useNavigate();
  const isPersonalOn = usePersonalState().data?.on === true;
  const [lookUp, setLookUp] = useState<LookUp | null>(null);

  const begin = (count: number) =>
    setLookUp({ text, said: t("composer.command.looking", { count }), isUnderWay: true });
  /** Ends a look for items, unless more was typed meanwhile: the answer is to another text then. */
  const end = useStable((asked: string, said: string | null, then?: () => void) => {
    const isAnswer = asked === text;
    setLookUp(isAnswer && said !== null ? { text, said, isUnderWay: false } : null);
    if (isAnswer) then?.();
  });
  const openItem = async (name: string) => {
    begin(1);
    try {
      const items = await findItems(name);
      const [first] = items;
      const meant = pickItem(items, name);
      const open = (id: string) => {
        onDone();
        onItem(id);
      };
      if (meant) end(text, null, () => open(meant.id));
      else if (first) end(text, t("composer.command.several"), () => onSeveral(first.id));
      else end(text, t("composer.command.nothing"));
    } catch (error) {
      end(text, errorText(asCommandError(error)));
    }
  };
  const compare = async (names: string[]) => {
    begin(names.length);
    const codes = await Promise.all(names.map(findCode));
    end(text, null, () => onMessage(t("composer.command.compare", { names: formats.list(codes) })));
  };
  const lacking = (said: string, isBad = false) => ({
    note: { text: said, isBad },
    run: null,
    isMessage: false,
  });

  const input = parseInput(text);
  if (input.kind === "text") return { note: null, run: () => onMessage(input.text), isMessage: true };
  if (input.kind === "unknown") {
    const name = `/${cleanText([...input.name].slice(0, NAME_CHARS).join(""))}`;
    const names = formats.list(listCommands(isPersonalOn).map((command) => `/${command.names[language]}`));
    return lacking(t("composer.command.unknown", { name, names }), true);
  }
  const { id } = input;
  const argument = oneLine(input.argument);
  const mine = lookUp?.text === text ? lookUp : null;
  const note = mine && { text: mine.said, isBad: false };
  const once = (run: () => Promise<void>) => (mine?.isUnderWay ? null : () => void run());
  if (id === "help") {
    const help = () => {
      // What stands behind the name is nothing to do, and is not thrown away.
      if (argument === "") onDone();
      onHelp();
    };
    return { note, run: help, isMessage: false };
  }
  const isPersonal = id === "memory" || id === "reminders" || id === "vault";
  if (isPersonal && !isPersonalOn) return lacking(t("composer.command.personalOff"), true);
  if (id === "vault") {
    const ask = () => {
      onDone();
      onVault(input.argument.trim());
    };
    return { note, run: ask, isMessage: false };
  }
  if (id === "memory" || id === "reminders") {
    const open = () => {
      // Reminders are not searched: what stands behind the name is not thrown away.
      if (id === "memory" || argument === "") onDone();
      const search =
        id === "memory" && argument !== "" ? `?${new URLSearchParams({ q: argument }).toString()}` : "";
      void navigate(`/assistant/${id}${search}`);
    };
    return { note, run: open, isMessage: false };
  }
  if (argument === "") return lacking(t(`composer.command.lacks.${id}`));
  if (id === "search") {
    const search = () => {
      onDone();
      void navigate(searchAddress("items", argument));
    };
    return { note, run: search, isMessage: false };
  }
  if (id === "item") return { note, run: once(() => openItem(argument)), isMessage: false };
  const items = splitItems(input.argument);
  if (items.length < 2) return lacking(t("composer.command.lacks.compare"));
  if (items.length > MOST_COMPARED) {
    return lacking(t("composer.command.most", { count: MOST_COMPARED }), true);
  }
  return { note, run: once(() => compare(items)), isMessage: true };
}

/**
 * The code of the item that `name` means: of the codes in a message the desk finds each one, of the names often
 * only the first. What means no one item stays as it was typed.
 */
async function findCode(name: string): Promise<string> {
  try {
    return pickItem(await findItems(name), name)?.externalId ?? name;
  } catch {
    return name;
  }
}
