/** The languages the interface is in. */
export type Lang = "pt-BR" | "en";
