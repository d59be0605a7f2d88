/** Runs `then` once what is typed in a field and taken over as it loses the focus is; the field has the focus again. */
export function finishTyping(then: () => void): void {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLInputElement)) return then();
  focused.blur();
  setTimeout(() => {
    if (focused.isConnected && document.activeElement === document.body)
      focused.focus({ preventScroll: true });
    then();
  });
}
