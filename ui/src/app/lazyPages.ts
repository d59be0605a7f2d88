/** The pages of the navigation, each fetched when it is opened; those of several parts part by part. */
import { lazyPage } from "../components/page/lazyPage";
import { BENCH_DESKS } from "./pages/benchDesks";
import { CATALOG_DESKS } from "./pages/catalogDesks";

export const ChatPage = lazyPage(
  async () => (await import("../features/chat/ChatPage")).ChatPage,
  "chat",
  "inspect",
  "fields",
  "files",
  "shortcuts",
);
export const SearchPage = lazyPage(async () => (await import("../features/search/SearchPage")).SearchPage);
export const SettingsPage = lazyPage(
  async () => (await import("../features/settings/SettingsPage")).SettingsPage,
  "settings",
  "shortcuts",
);

/** Not of the first screen: they come once that is drawn, or when they are asked for. */
export const TokenScreen = lazyPage(async () => (await import("./screens/TokenScreen")).TokenScreen);
export const Palette = lazyPage(async () => (await import("./palette/Palette")).Palette);
export const ShortcutsHelp = lazyPage(
  async () => (await import("./ShortcutsHelp")).ShortcutsHelp,
  "shortcuts",
);

type Preload = { preload: () => Promise<void> };

const PARTS: Record<string, Record<string, Preload>> = { bench: BENCH_DESKS, catalog: CATALOG_DESKS };

/** Fetches the page at the address `hash` (`#/catalog/items?…`), so that it can be drawn at once. */
export function preloadPage(hash: string): Promise<void> {
  const [, name = "", part = ""] = hash.split(/[/?]/);
  return pageOf(name, part).preload();
}

function pageOf(name: string, part: string): Preload {
  if (name === "chat") return ChatPage;
  if (name === "settings") return SettingsPage;
  const parts = PARTS[name];
  if (!parts) return SearchPage;
  return parts[part] ?? Object.values(parts)[0] ?? SearchPage;
}
