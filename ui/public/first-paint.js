// Runs before the first paint, so that a dark desk never flashes white: puts the saved theme and
// language on the root element. The application takes over from there (src/app/preferences.ts).
(function () {
  var root = document.documentElement;
  var scheme = null;
  var language = null;
  try {
    scheme = localStorage.getItem("celeiro.theme");
    language = localStorage.getItem("celeiro.language");
  } catch {
    // Storage can be switched off; the defaults serve.
  }
  if (scheme !== "light" && scheme !== "dark") {
    scheme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  }
  root.setAttribute("data-mantine-color-scheme", scheme);
  if (language === "en" || language === "pt-BR") root.lang = language;
})();
