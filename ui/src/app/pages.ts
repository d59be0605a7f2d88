/** The pages there can be: one list for the navigation, the palette and the routes. */
import {
  IconMessages,
  IconMessageQuestion,
  IconRulerMeasure,
  IconSearch,
  IconSettings,
  IconTable,
  IconUser,
  type Icon,
} from "@tabler/icons-react";

export type PageId = "chat" | "search" | "faq" | "catalog" | "bench" | "assistant" | "settings";
export type Page = { id: PageId; path: string; icon: Icon };

export const PAGES: readonly Page[] = [
  { id: "chat", path: "/chat", icon: IconMessages },
  { id: "search", path: "/search", icon: IconSearch },
  { id: "faq", path: "/faq", icon: IconMessageQuestion },
  { id: "catalog", path: "/catalog", icon: IconTable },
  { id: "bench", path: "/bench", icon: IconRulerMeasure },
  { id: "assistant", path: "/assistant", icon: IconUser },
  { id: "settings", path: "/settings", icon: IconSettings },
];
