/** Selector of the form of a record that is not stored yet. */
const NEW_FORM = "form[data-new]";

export function focusFirstField(form: Element | null | undefined): void {
  form?.querySelector<HTMLElement>("input:not([type=radio], [type=hidden]), textarea")?.focus();
}

/** Moves the focus into the open form of a new record. */
export function focusNewForm(): void {
  focusFirstField(document.querySelector(NEW_FORM));
}
