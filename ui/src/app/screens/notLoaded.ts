/** In place of the whole page where not even its texts could be fetched: the one text that is compiled in. */
import type { Lang } from "../../lib/language";

const TEXTS = {
  "pt-BR": { text: "O Celeiro não pôde ser carregado: o servidor dele não responde.", reload: "Recarregar" },
  en: { text: "Celeiro could not be loaded: its server does not answer.", reload: "Reload" },
} as const;

export function showNotLoaded(root: HTMLElement, language: Lang): void {
  const alert = document.createElement("p");
  alert.setAttribute("role", "alert");
  alert.textContent = TEXTS[language].text;
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = TEXTS[language].reload;
  button.addEventListener("click", () => window.location.reload());
  root.replaceChildren(alert, button);
}
