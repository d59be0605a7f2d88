/** The sections of the page, in their order. */
export const SECTIONS = [
  "look",
  "team",
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

/** Sections of the settings that are there for everyone; the others are for those who administer. */
export const SECTIONS_OF_ALL: readonly (typeof SECTIONS)[number][] = ["look", "status"];
