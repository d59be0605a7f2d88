/** The sections of the page, in their order. */
export const SECTIONS = [
  "look",
  "providers",
  "models",
  "embedding",
  "search",
  "chat",
  "personal",
  "data",
  "backup",
  "privacy",
  "status",
  "all",
] as const;
