/** The sections of the page, in their order. */
export const SECTIONS = [
  "look",
  "providers",
  "models",
  "embedding",
  "search",
  "chat",
  "data",
  "privacy",
  "status",
  "all",
] as const;
