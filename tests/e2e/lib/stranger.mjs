// Another person's address: a listener that notes every connection and every request. A page of ours
// must make none.
import assert from "node:assert/strict";
import { createServer } from "node:net";
import { finallyDo, until } from "./processes.mjs";

export class Stranger {
  connections = 0;
  requests = [];

  static async listen() {
    const stranger = new Stranger();
    const server = createServer((socket) => stranger.#meet(socket));
    await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
    finallyDo(() => server.close());
    stranger.address = `http://127.0.0.1:${server.address().port}`;
    await stranger.hears(() => fetch(stranger.address));
    return stranger;
  }

  #meet(socket) {
    this.connections++;
    socket.on("error", () => {});
    socket.once("data", (data) => {
      this.requests.push(String(data).split("\r\n")[0]);
      socket.end("HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
    });
  }

  /** The control: `request` does arrive. Afterwards nothing has been heard again. */
  async hears(request) {
    await request();
    await until("the listener hears", () => this.requests.length > 0, 5_000);
    this.forget();
  }

  /** From here on nothing has been heard. */
  forget() {
    this.connections = 0;
    this.requests.length = 0;
  }

  assertNotAsked() {
    assert.deepEqual(this.requests, []);
  }

  /**
   * Stricter: not even a connection. Engines open one ahead of a navigation, before it is decided
   * whether it may happen (Chromium for a frame, WebKit for a followed link), and then send nothing.
   */
  assertNotReached() {
    this.assertNotAsked();
    assert.equal(this.connections, 0, "a connection to another origin");
  }
}
