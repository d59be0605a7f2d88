/** Files that the page hands to the person, which jsdom has no way to save. */
import { vi } from "vitest";

export type SavedFile = { name: string; type: string; text: () => Promise<string> };

/** From here on, what would be saved is noted; `vi.restoreAllMocks` ends it. */
export function catchSavedFiles(): SavedFile[] {
  const saved: SavedFile[] = [];
  const contents = new Map<string, Blob>();
  // jsdom has none of its own to spy on.
  if (!("createObjectURL" in URL))
    Object.assign(URL, { createObjectURL: () => "", revokeObjectURL: () => undefined });
  vi.spyOn(URL, "revokeObjectURL").mockImplementation(() => undefined);
  vi.spyOn(URL, "createObjectURL").mockImplementation((content) => {
    const address = `blob:test-${contents.size}`;
    contents.set(address, content as Blob);
    return address;
  });
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    const content = contents.get(this.href);
    if (content) saved.push({ name: this.download, type: content.type, text: () => readBlob(content) });
  });
  return saved;
}

function readBlob(content: Blob): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.readAsText(content);
  });
}
