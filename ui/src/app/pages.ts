/** The pages there are: one list for the navigation, the palette and the routes. */
import { IconMessages, IconMessageQuestion, IconSearch, IconSettings, type Icon } from "@tabler/icons-react";

export type PageId = "chat" | "search" | "faq" | "settings";
type Page = { id: PageId; path: string; icon: Icon };

export const PAGES: readonly Page[] = [
  { id: "chat", path: "/chat", icon: IconMessages },
  { id: "search", path: "/search", icon: IconSearch },
  { id: "faq", path: "/faq", icon: IconMessageQuestion },
  { id: "settings", path: "/settings", icon: IconSettings },
];
