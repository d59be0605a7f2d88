/** The languages of the interface. */
export type Lang = "pt-BR" | "en";
