/** The pages of the navigation, each fetched when it is opened; those of several parts part by part. */
import { lazyPage } from "../components/page/lazyPage";

export const ChatPage = lazyPage(
  async () => (await import("../features/chat/ChatPage")).ChatPage,
  "chat",
  "inspect",
  "fields",
  "files",
  "shortcuts",
);
export const SearchPage = lazyPage(async () => (await import("../features/search/SearchPage")).SearchPage);
export const CatalogPage = lazyPage(
  async () => (await import("./pages/CatalogPage")).CatalogPage,
  "catalog",
  "fields",
);
export const BenchPage = lazyPage(async () => (await import("./pages/BenchPage")).BenchPage);
export const PersonalPage = lazyPage(
  async () => (await import("./pages/PersonalPage")).PersonalPage,
  "personal",
  "due",
  "fields",
);
export const SettingsPage = lazyPage(
  async () => (await import("../features/settings/SettingsPage")).SettingsPage,
  "settings",
  "shortcuts",
);

export const AccountPage = lazyPage(
  async () => (await import("../features/account/AccountPage")).AccountPage,
  "account",
);
export const TeamPage = lazyPage(
  async () => (await import("../features/account/team/TeamPage")).TeamPage,
  "account",
);

/** Reminders and reports of the personal assistant that came due, shown wherever the person is. */
export const FiredReminders = lazyPage(
  async () => (await import("../features/personal/reminders/FiredReminders")).FiredReminders,
  "due",
);
export const FreshReports = lazyPage(
  async () => (await import("../features/personal/reports/FreshReports")).FreshReports,
  "personal",
);

/** Over the chat, where the person asks about a note of the vault. */
export const VaultQuestion = lazyPage(
  async () => (await import("../features/personal/vault/asking/VaultQuestion")).VaultQuestion,
  "personal",
  "fields",
);

/** Not of the first screen: they come once that is drawn, or when they are asked for. */
export const FailedScreen = lazyPage(async () => (await import("./screens/FailedScreen")).FailedScreen);
export const SignInScreen = lazyPage(
  async () => (await import("./screens/SignInScreen")).SignInScreen,
  "signIn",
);
export const InvitationScreen = lazyPage(
  async () => (await import("./screens/InvitationScreen")).InvitationScreen,
  "signIn",
);
export const CompanyScreen = lazyPage(
  async () => (await import("./screens/company/CompanyScreen")).CompanyScreen,
  "signIn",
);
export const Palette = lazyPage(async () => (await import("./palette/Palette")).Palette);
export const ShortcutsHelp = lazyPage(
  async () => (await import("./shell/ShortcutsHelp")).ShortcutsHelp,
  "shortcuts",
);

type Preload = { preload: () => Promise<void> };

type Frame = { page: Preload; readParts: () => Promise<Record<string, Preload>> };

/** The pages of several parts. What parts there are is not of the first screen either. */
const FRAMES: Record<string, Frame> = {
  bench: { page: BenchPage, readParts: async () => (await import("./pages/benchDesks")).BENCH_DESKS },
  catalog: { page: CatalogPage, readParts: async () => (await import("./pages/catalogDesks")).CATALOG_DESKS },
};

/** Fetches the page at the address `hash` (`#/catalog/items?…`), so that it can be drawn at once. */
export async function preloadPage(hash: string): Promise<void> {
  const [, name = "", part = ""] = hash.split(/[/?]/);
  const frame = FRAMES[name];
  await Promise.all([pageOf(name).preload(), frame && preloadPart(frame, part)]);
}

async function preloadPart({ readParts }: Frame, part: string): Promise<void> {
  const parts = await readParts();
  await (parts[part] ?? Object.values(parts)[0])?.preload();
}

function pageOf(name: string): Preload {
  if (name === "chat") return ChatPage;
  if (name === "settings") return SettingsPage;
  if (name === "assistant") return PersonalPage;
  if (name === "account") return AccountPage;
  if (name === "team") return TeamPage;
  return FRAMES[name]?.page ?? SearchPage;
}
