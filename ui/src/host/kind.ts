/** Which of the two hosts serves this page; known once `installHost` has looked. */
export type HostKind = "window" | "browser";

let kind: HostKind = "browser";

export function hostKind(): HostKind {
  return kind;
}

export function setHostKind(found: HostKind): void {
  kind = found;
}
