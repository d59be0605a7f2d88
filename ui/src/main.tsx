/** Start of the page: host, language and theme first, so that the first render is already right. */
import "./app/theme/mantineStyles";
import "./app/theme/fonts.css";
import "./app/theme/global.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/App";
import { preloadPage } from "./app/lazyPages";
import { showNotLoaded } from "./app/screens/notLoaded";
import { installThemeVariables } from "./app/theme/themeVariables";
import { installHost } from "./host";
import { showLanguage } from "./i18n";
import { announceLanguage, initialLanguage } from "./i18n/language";
import { ignoreStrayDrops } from "./lib/browser/strayDrops";

installHost();
ignoreStrayDrops();
const language = initialLanguage();
announceLanguage(language);
installThemeVariables();

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
void open(root);

/** Draws the application once its texts are there; the first page comes while it asks for the status. */
async function open(root: HTMLElement): Promise<void> {
  const shown = showLanguage(language);
  void preloadPage(window.location.hash);
  try {
    await shown;
  } catch {
    showNotLoaded(root, language);
    return;
  }
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
