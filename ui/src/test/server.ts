/** A small HTTP server on loopback, so that tests send real requests and read real answers. */
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

export type ReceivedRequest = {
  method: string;
  path: string;
  headers: IncomingMessage["headers"];
  body: string;
};
export type Answer = {
  status?: number;
  body?: unknown;
  raw?: string;
  /** Never answers; the request stays open until the client or the test lets go. */
  silent?: boolean;
  /** Answers once this is over. */
  after?: Promise<unknown>;
  hangUp?: boolean;
  /** Begins an answer and never goes on. */
  stall?: boolean;
  /** Answers in server-sent events, as the test sends them. */
  events?: (stream: EventStream) => void;
};
export type EventStream = {
  send: (event: { type: string }) => void;
  end: () => void;
  /** Breaks the connection off. */
  cut: () => void;
};
export type Handler = (request: ReceivedRequest) => Answer;

/** Holds answers back (`after: held.until`) until they are released. */
export function holdAnswers(): { until: Promise<void>; release: () => void } {
  let release = () => {};
  const until = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { until, release };
}

export type TestServer = {
  url: string;
  received: ReceivedRequest[];
  /** How many requests were broken off by the client before their answer. */
  aborted: () => number;
  handle: (handler: Handler) => void;
  close: () => Promise<void>;
};

export async function startServer(first: Handler): Promise<TestServer> {
  let handler = first;
  let aborted = 0;
  const received: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    response.on("close", () => {
      if (!response.writableFinished) aborted += 1;
    });
    request.on("end", () => {
      const seen = {
        method: request.method ?? "",
        path: request.url ?? "",
        headers: request.headers,
        body: Buffer.concat(chunks).toString("utf8"),
      };
      received.push(seen);
      const {
        status = 200,
        body,
        raw,
        silent = false,
        after = Promise.resolve(),
        hangUp = false,
        stall = false,
        events,
      } = handler(seen);
      if (events) {
        response.writeHead(200, { "content-type": "text/event-stream" });
        events({
          send: (event) => response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`),
          end: () => response.end(),
          cut: () => request.socket.destroy(),
        });
        return;
      }
      if (hangUp) {
        request.socket.destroy();
        return;
      }
      if (silent) return;
      void after.then(() => {
        response.writeHead(status, { "content-type": "application/json" });
        if (stall) response.write('{"half":');
        else response.end(raw ?? (body === undefined ? "" : JSON.stringify(body)));
      });
    });
  });
  // Server and page share one thread. A page that draws for seconds would let the default 5 s run out, and the
  // server would close the connection that the page's next request has already taken.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    aborted: () => aborted,
    handle: (next) => {
      handler = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
