// One client of the server, with a connection for each request. A connection that ends before the whole reply is there is an error: the client
// cannot know then whether its write was done.
import http from "node:http";

export class Client {
  constructor(port, token) {
    this.port = port;
    this.token = token;
  }

  /** The status and the body of one request; rejects where no whole reply came within `patience` ms. */
  ask(method, path, body, { patience = 60_000, type = "application/json" } = {}) {
    const bytes = body === undefined || Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
    const headers = {
      authorization: `Bearer ${this.token}`,
      ...(bytes && { "content-type": type, "content-length": bytes.length }),
    };
    return new Promise((resolve, reject) => {
      const request = http.request(
        { host: "127.0.0.1", port: this.port, method, path, headers, agent: false },
        (reply) => {
          const parts = [];
          reply.on("data", (part) => parts.push(part));
          reply.on("error", reject);
          reply.on("close", () => {
            clearTimeout(clock);
            if (reply.complete) resolve(new Reply(reply.statusCode, Buffer.concat(parts)));
            else reject(new Error("the reply was cut"));
          });
        },
      );
      const clock = setTimeout(() => request.destroy(new Error(`no reply within ${patience} ms`)), patience);
      request.on("error", (error) => {
        clearTimeout(clock);
        reject(error);
      });
      request.end(bytes);
    });
  }

  /** The JSON of a request that must succeed. */
  async get(method, path, body, options) {
    const reply = await this.ask(method, path, body, options);
    if (reply.status !== 200) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`);
    return reply.json;
  }

  /** Sends a file in pieces and returns the id of the upload. */
  async upload(purpose, name, bytes) {
    const { id, pieceBytes } = await this.get("POST", "/api/uploads", {
      name,
      sizeBytes: bytes.length,
      purpose,
    });
    for (let offset = 0; offset < bytes.length; offset += pieceBytes) {
      const piece = bytes.subarray(offset, offset + pieceBytes);
      await this.get("PUT", `/api/uploads/${id}?offset=${offset}`, piece, {
        type: "application/octet-stream",
      });
    }
    return id;
  }
}

class Reply {
  constructor(status, bytes) {
    this.status = status;
    this.text = bytes.toString();
  }

  get json() {
    return JSON.parse(this.text);
  }
}
