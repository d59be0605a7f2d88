// @vitest-environment node
import { describe, expect, test } from "vitest";
import { EventParser, type ServerEvent } from "./sse";
import { readEvents } from "./stream";

const STREAM = [
  ": hello\n\n",
  'event: step\ndata: {"step":"search"}\n\n',
  'event:delta\r\ndata:{"text":"ação 🌾"}\r\n\r\n',
  "id: 7\nretry: 10\nevent: multi\ndata: {\ndata:  }\n\n",
  "event: nothing\n\n",
  "data\n\n",
  "data: last\r\r",
].join("");
const EVENTS: ServerEvent[] = [
  { event: "step", data: '{"step":"search"}' },
  { event: "delta", data: '{"text":"ação 🌾"}' },
  { event: "multi", data: "{\n }" },
  { event: "", data: "" },
  { event: "", data: "last" },
];

function parse(pieces: string[]): ServerEvent[] {
  const parser = new EventParser();
  return pieces.flatMap((piece) => parser.push(piece));
}

describe("the parser", () => {
  test("reads the same events from one piece and from single characters", () => {
    expect(parse([STREAM])).toEqual(EVENTS);
    expect(parse(STREAM.split(""))).toEqual(EVENTS);
  });

  test("reads the same events wherever a stream is cut in three", () => {
    for (let first = 0; first <= STREAM.length; first++) {
      for (let second = first; second <= STREAM.length; second += 3) {
        const pieces = [STREAM.slice(0, first), STREAM.slice(first, second), STREAM.slice(second)];
        expect(parse(pieces), `${first} ${second}`).toEqual(EVENTS);
      }
    }
  });

  test("an event that the stream does not end is none", () => {
    expect(parse(['event: done\ndata: {"answer":"x"}\n'])).toEqual([]);
  });
});

describe("a body", () => {
  const bodyOf = (chunks: Uint8Array[], end: "closes" | "breaks" | "stalls" = "closes") =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(chunk);
        if (end === "closes") controller.close();
        if (end === "breaks") controller.error(new TypeError("terminated"));
      },
    });
  const bytes = new TextEncoder().encode('event: delta\ndata: {"text":"ação 🌾"}\n\n');

  test("gives the same text wherever its bytes are cut, in the middle of a letter too", async () => {
    for (let at = 0; at <= bytes.length; at++) {
      const seen: unknown[] = [];
      await readEvents(bodyOf([bytes.slice(0, at), bytes.slice(at)]), (event) => seen.push(event));
      expect(seen).toEqual([{ type: "delta", text: "ação 🌾" }]);
    }
  });

  test("an event names itself before its line does", async () => {
    const seen: unknown[] = [];
    const body = bodyOf([new TextEncoder().encode('event: message\ndata: {"type":"done"}\n\n')]);
    await readEvents(body, (event) => seen.push(event));
    expect(seen).toEqual([{ type: "done" }]);
  });

  test.each(["<html>", "null", "7", '{"half":'])("data that is no object is refused: %s", async (data) => {
    const body = bodyOf([new TextEncoder().encode(`data: ${data}\n\n`)]);
    await expect(readEvents(body, () => undefined)).rejects.toMatchObject({ code: "bad_response" });
  });

  test("what came before a break is delivered, and the break is told", async () => {
    const seen: unknown[] = [];
    let send: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = new ReadableStream<Uint8Array>({ start: (controller) => void (send = controller) });
    const read = readEvents(body, (event) => {
      seen.push(event);
      send?.error(new TypeError("terminated"));
    });
    send?.enqueue(bytes);
    await expect(read).rejects.toThrow("terminated");
    expect(seen).toHaveLength(1);
  });

  test("silence ends it", async () => {
    const read = readEvents(bodyOf([bytes], "stalls"), () => undefined, 20);
    await expect(read).rejects.toMatchObject({ code: "timed_out" });
  });
});
