/** Everything the palette can do, in groups, in the person's language. */
import {
  IconArrowBackUp,
  IconArrowRight,
  IconDeviceDesktop,
  IconFilePlus,
  IconHistory,
  IconKeyboard,
  IconLanguage,
  IconMessage2,
  IconMessagePlus,
  IconMoon,
  IconSearch,
  IconSun,
  IconTag,
  IconTrash,
  type Icon,
} from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import type { Kind } from "../../api/types";
import { useNewItem } from "../../features/catalog/useNewItem";
import { leaveDraftTurn } from "../../features/chat/turn/draftTurn";
import { focusSearchBox } from "../../features/search/focus";
import { forgetQueries, useRecentQueries } from "../../features/search/query/recentQueries";
import { PRICES_PATH } from "../../shared/catalog/address";
import { searchAddress } from "../../shared/search/searchState";
import { changeLanguage, useLanguage } from "../../i18n/language";
import { useMay } from "../../shared/account/useMe";
import { usePages } from "../usePages";
import { THEME_CHOICES, useThemeChoice } from "../../shared/look/useThemeChoice";

export type Action = {
  id: string;
  label: string;
  icon: Icon;
  run: () => void;
  /** The label is text from data (a query a person typed). */
  fromData?: boolean;
  shortcut?: string;
  /** Stays whatever is typed. */
  always?: boolean;
};

export type ActionGroup = { id: string; label: string; actions: Action[] };

const THEME_ICONS = { light: IconSun, dark: IconMoon, system: IconDeviceDesktop } as const;

/** `typed` is what stands in the palette's own field: it can be searched for as it is. */
export function useActions(typed: string, onHelp: () => void): ActionGroup[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const language = useLanguage();
  const recent = useRecentQueries();
  const { choose } = useThemeChoice();
  const client = useQueryClient();
  const newItem = useNewItem();
  const mayEdit = useMay("edit");
  const go = (address: string) => void navigate(address);
  const query = typed.trim();

  const focus: Action[] = [
    {
      id: "focus",
      label: t("palette.focusSearch"),
      icon: IconSearch,
      shortcut: "/",
      run: () => focusSearchBox(go),
    },
  ];
  const chat: Action[] = [
    {
      id: "new-conversation",
      label: t("conversations.new"),
      icon: IconMessagePlus,
      shortcut: "Alt N",
      run: () => {
        leaveDraftTurn(client);
        go("/chat");
      },
    },
  ];
  const catalog: Action[] = [
    {
      id: "operations",
      label: t("palette.history"),
      icon: IconArrowBackUp,
      run: () => go("/catalog/history"),
    },
    { id: "prices", label: t("palette.prices"), icon: IconTag, run: () => go(PRICES_PATH) },
  ];
  if (mayEdit) {
    catalog.unshift({
      id: "new-item",
      label: t("palette.newItem"),
      icon: IconFilePlus,
      shortcut: "Alt I",
      run: newItem,
    });
  }
  const find = (kind: Kind, label: string): Action => ({
    id: `find-${kind}`,
    label,
    icon: IconSearch,
    fromData: true,
    always: true,
    run: () => go(searchAddress(kind, query)),
  });
  const finding =
    query === ""
      ? []
      : [
          find("items", t("palette.searchItems", { query })),
          find("faqs", t("palette.searchFaqs", { query })),
          {
            id: "ask",
            label: t("palette.ask", { query }),
            icon: IconMessage2,
            fromData: true,
            always: true,
            run: () => go(`/chat?ask=${encodeURIComponent(query)}`),
          } satisfies Action,
        ];
  const pages = usePages().map(({ id, path, icon }): Action => ({
    id: `page-${id}`,
    label: t("palette.goTo", { page: t(`page.${id}.nav`) }),
    icon: id === "search" ? IconArrowRight : icon,
    run: () => go(path),
  }));
  const history: Action[] = recent.map(({ kind, query: past }, index) => ({
    id: `recent-${index}`,
    label: past,
    icon: IconHistory,
    fromData: true,
    run: () => go(searchAddress(kind, past)),
  }));
  if (history.length > 0) {
    history.push({ id: "forget", label: t("palette.forget"), icon: IconTrash, run: forgetQueries });
  }
  const look: Action[] = THEME_CHOICES.map((choice) => ({
    id: `theme-${choice}`,
    label: t("palette.theme", { theme: t(`theme.${choice}`) }),
    icon: THEME_ICONS[choice],
    run: () => choose(choice),
  }));
  const other = language === "en" ? "pt-BR" : "en";
  look.push(
    {
      id: "language",
      label: t("language.switch"),
      icon: IconLanguage,
      run: () => void changeLanguage(other),
    },
    { id: "help", label: t("shortcuts.title"), icon: IconKeyboard, shortcut: "?", run: onHelp },
  );

  return [
    { id: "focus", label: t("palette.group.search"), actions: focus },
    { id: "chat", label: t("palette.group.chat"), actions: chat },
    { id: "catalog", label: t("palette.group.catalog"), actions: catalog },
    { id: "recent", label: t("palette.group.recent"), actions: history },
    { id: "pages", label: t("palette.group.pages"), actions: pages },
    { id: "look", label: t("palette.group.look"), actions: look },
    // Last, so that Enter runs an action where one is meant.
    { id: "find", label: t("palette.group.search"), actions: finding },
  ];
}
