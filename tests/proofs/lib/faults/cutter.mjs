// A relay between client and server that passes a request on whole and cuts the reply.
import { createServer, connect } from "node:net";

/** Listens on a port of its own; `cutAt` is set before each request. */
export class ReplyCutter {
  /** How many bytes of the reply the client is to get. */
  cutAt = 0;

  async listen(serverPort) {
    this.server = createServer((client) => this.#relay(client, serverPort));
    await new Promise((ready) => this.server.listen(0, "127.0.0.1", ready));
    this.port = this.server.address().port;
    return this;
  }

  /** The whole reply to the request under way, as the server sent it. */
  expectReply() {
    return new Promise((resolve, reject) => (this.settle = { resolve, reject }));
  }

  /** The server's reply is waited for to its end, so what was asked for is committed when the cut is made. */
  #relay(client, serverPort) {
    const server = connect(serverPort, "127.0.0.1");
    const { resolve, reject } = this.settle;
    const parts = [];
    let cut = false;
    server.on("data", (part) => {
      parts.push(part);
      const reply = Buffer.concat(parts);
      if (cut || !isWhole(reply)) return;
      cut = true;
      resolve(reply);
      server.destroy();
      client.end(reply.subarray(0, this.cutAt));
    });
    server.on("error", reject);
    server.on("close", () => cut || reject(new Error("the server ended the connection itself")));
    client.on("error", () => {});
    client.on("close", () => server.destroy());
    client.on("data", (part) => server.write(part));
  }

  close() {
    this.server.close();
  }
}

/** Where the body of a reply begins, or -1 while its headers are under way. */
export function findBody(reply) {
  const end = reply.indexOf("\r\n\r\n");
  return end < 0 ? -1 : end + 4;
}

function isWhole(reply) {
  const start = findBody(reply);
  if (start < 0) return false;
  const length = /\r\ncontent-length: (\d+)\r\n/i.exec(reply.subarray(0, start).toString("latin1"));
  if (!length) throw new Error("a reply without a length");
  return reply.length >= start + Number(length[1]);
}
