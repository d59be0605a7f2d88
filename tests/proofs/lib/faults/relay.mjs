// A relay that passes everything on and, as a broken server would, answers some requests with 500.
import http from "node:http";

/** Each so many-th beginning of an import is answered so. */
const EVERY = 7;

/** The port of a relay before `serverPort`; `finallyDo` is given what ends it. */
export async function startFaultyRelay(serverPort, finallyDo) {
  let begun = 0;
  const relay = http.createServer((request, reply) => {
    const isImport = request.method === "POST" && request.url.startsWith("/api/imports");
    if (isImport && (begun += 1) % EVERY === 0) {
      request.resume();
      reply.writeHead(500).end("thread 'main' panicked");
      return;
    }
    const { method, url: path, headers } = request;
    const onward = http.request({ host: "127.0.0.1", port: serverPort, method, path, headers }, (answer) => {
      reply.writeHead(answer.statusCode, answer.headers);
      answer.pipe(reply);
    });
    onward.on("error", () => reply.destroy());
    request.pipe(onward);
  });
  await new Promise((ready) => relay.listen(0, "127.0.0.1", ready));
  finallyDo(() => relay.close());
  return relay.address().port;
}
