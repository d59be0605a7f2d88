/**
 * The theme's variables as a style sheet made by script. Mantine would write them into a <style>
 * element, for which the content policy would have to allow inline styles; a constructed sheet needs
 * no such permission, so `style-src 'self'` holds.
 */
import {
  convertCssVariables,
  defaultCssVariablesResolver,
  mergeMantineTheme,
  DEFAULT_THEME,
} from "@mantine/core";
import { cssVariables, theme } from "./theme";

export function themeVariablesCss(): string {
  const full = mergeMantineTheme(DEFAULT_THEME, theme);
  const base = defaultCssVariablesResolver(full);
  const own = cssVariables(full);
  return convertCssVariables({
    variables: { ...base.variables, ...own.variables },
    light: { ...base.light, ...own.light, "--mantine-color-scheme": "light" },
    dark: { ...base.dark, ...own.dark, "--mantine-color-scheme": "dark" },
  });
}

export function installThemeVariables(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(themeVariablesCss());
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
