// What the writers asked for and what they were told: the other half of every comparison with the database.

/** One write. `targets` are the records it is about, by their names; `serial` is the price it sets. */
export class LedgerEntry {
  constructor(kind, operationId, serial, targets) {
    Object.assign(this, { kind, operationId, serial, targets, acknowledged: false, sent: 0, lastSent: 0 });
  }
}

export class Ledger {
  entries = [];
  /** Replies that never came, and those that said no for now. */
  lost = 0;
  refused = 0;
  /** Replies that no write should get. */
  faults = [];

  add(entry) {
    this.entries.push(entry);
    return entry;
  }

  get acknowledged() {
    return this.entries.filter((entry) => entry.acknowledged).length;
  }

  get resent() {
    return this.entries.filter((entry) => entry.sent > 1).length;
  }

  /** Writes that were committed by a request whose reply was lost: the database knew them before they were sent last. */
  countLostReplies(snapshot) {
    const times = new Map(snapshot.operations.map((row) => [row.id, Date.parse(row.created_at)]));
    return this.entries.filter((entry) => entry.sent > 1 && times.get(entry.operationId) < entry.lastSent)
      .length;
  }
}
