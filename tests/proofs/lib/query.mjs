// Statements to a PostgreSQL server past the program, over its socket: the tree has no psql. It asks for no password,
// for the servers of a proof trust their superuser.
import net from "node:net";
import { join } from "node:path";

const PROTOCOL = 196_608;
const FROM_SERVER = { row: "D", error: "E", ready: "Z" };

/** The rows of `sql`, each a list of texts, asked on a connection of its own. */
export async function query(sockets, sql) {
  const session = await Session.open(sockets);
  try {
    return await session.query(sql);
  } finally {
    session.close();
  }
}

/** One connection as the superuser to the database of the program. */
export class Session {
  #socket;
  #rest = Buffer.alloc(0);
  #rows = [];
  #error;
  #waiting;

  static async open(sockets) {
    const session = new Session();
    session.#socket = net.connect(join(sockets, ".s.PGSQL.5432"));
    session.#socket.on("data", (part) => session.#read(part));
    session.#socket.on("error", (error) => session.#end(error));
    session.#socket.on("close", () => session.#end(new Error("the server closed the connection")));
    const words = Buffer.from("user\0postgres\0database\0celeiro\0\0");
    const head = Buffer.alloc(8);
    head.writeInt32BE(8 + words.length, 0);
    head.writeInt32BE(PROTOCOL, 4);
    await session.#send(Buffer.concat([head, words]));
    return session;
  }

  query(sql) {
    const words = Buffer.from(`${sql}\0`);
    const head = Buffer.alloc(5);
    head.write("Q");
    head.writeInt32BE(4 + words.length, 1);
    return this.#send(Buffer.concat([head, words]));
  }

  close() {
    this.#socket.destroy();
  }

  #send(bytes) {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#socket.write(bytes);
    });
  }

  #read(part) {
    this.#rest = Buffer.concat([this.#rest, part]);
    while (this.#rest.length >= 5) {
      const end = 1 + this.#rest.readInt32BE(1);
      if (this.#rest.length < end) return;
      const [kind, body] = [String.fromCharCode(this.#rest[0]), this.#rest.subarray(5, end)];
      this.#rest = this.#rest.subarray(end);
      if (kind === FROM_SERVER.row) this.#rows.push(readRow(body));
      if (kind === FROM_SERVER.error) this.#error = new Error(body.toString().replaceAll("\0", " "));
      if (kind === FROM_SERVER.ready) this.#end(this.#error);
    }
  }

  #end(error) {
    const [waiting, rows] = [this.#waiting, this.#rows];
    this.#waiting = undefined;
    this.#error = undefined;
    this.#rows = [];
    if (error) waiting?.reject(error);
    else waiting?.resolve(rows);
  }
}

function readRow(body) {
  const row = [];
  for (let at = 2; at < body.length;) {
    const length = body.readInt32BE(at);
    row.push(length < 0 ? null : body.toString("utf8", at + 4, at + 4 + length));
    at += 4 + Math.max(length, 0);
  }
  return row;
}
