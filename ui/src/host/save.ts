/** Something that the page has made or fetched, handed to the person as a file. */
export function saveText(name: string, type: string, text: string): void {
  saveBytes(name, new Blob([text], { type: `${type};charset=utf-8` }));
}

export function saveBytes(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the address a moment after the click.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
