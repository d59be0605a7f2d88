/** What a browser does before a page goes away. */

/** Whether the page asks a person before its tab is closed or reloaded. */
export function asksBeforeClosing(): boolean {
  const event = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}
