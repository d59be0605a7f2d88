import hooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

// Text that came from data is shown as text and nothing else (components/DataText). The ways
// around that are closed here, so that nobody opens one by accident.
const noMarkupFromStrings = [
  {
    selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']",
    message: "Text is shown through components/DataText, never as HTML.",
  },
  {
    selector: "AssignmentExpression[left.property.name=/^(inner|outer)HTML$/]",
    message: "Text is shown through components/DataText, never as HTML.",
  },
  {
    selector: "CallExpression[callee.property.name=/^(insertAdjacentHTML|createContextualFragment)$/]",
    message: "Text is shown through components/DataText, never as HTML.",
  },
];

export default tseslint.config(
  { ignores: ["dist", "public", "src/bindings.ts", "eslint.config.js"] },
  ...tseslint.configs.recommendedTypeChecked,
  { languageOptions: { parserOptions: { projectService: true } } },
  hooks.configs.flat.recommended,
  {
    rules: {
      "no-restricted-syntax": ["error", ...noMarkupFromStrings],
      "no-console": "error",
      eqeqeq: ["error", "always"],
    },
  },
);
