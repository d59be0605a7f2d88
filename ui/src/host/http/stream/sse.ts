/**
 * Server-sent events out of pieces of text, wherever the pieces were cut. After the HTML standard's
 * `text/event-stream`: lines end in CR, LF or both, a blank line ends an event, a comment says
 * nothing, and an event that was not ended before the stream did is none.
 */
export type ServerEvent = { event: string; data: string };

export class EventParser {
  /** The line that is not over yet. */
  private line = "";
  /** The last piece ended in CR: an LF that comes first belongs to it. */
  private afterCr = false;
  private event = "";
  private data: string[] = [];

  /** Takes the next piece; gives the events that it completes. */
  push(piece: string): ServerEvent[] {
    const done: ServerEvent[] = [];
    let from = this.afterCr && piece.startsWith("\n") ? 1 : 0;
    if (piece !== "") this.afterCr = false;
    for (let at = nextEnd(piece, from); at >= 0; at = nextEnd(piece, from)) {
      const event = this.take(this.line + piece.slice(from, at));
      this.line = "";
      if (event) done.push(event);
      from = at + 1;
      if (piece[at] === "\r") {
        if (from === piece.length) this.afterCr = true;
        else if (piece[from] === "\n") from += 1;
      }
    }
    this.line += piece.slice(from);
    return done;
  }

  private take(line: string): ServerEvent | null {
    if (line === "") return this.dispatch();
    const colon = line.indexOf(":");
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "event") this.event = value;
    else if (field === "data") this.data.push(value);
    return null;
  }

  private dispatch(): ServerEvent | null {
    const event = this.data.length === 0 ? null : { event: this.event, data: this.data.join("\n") };
    this.event = "";
    this.data = [];
    return event;
  }
}

function nextEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === 10 || character === 13) return at;
  }
  return -1;
}
