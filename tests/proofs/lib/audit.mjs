// Holds what is stored against what the writers were told.

/** What must hold of a ledger entry in this snapshot: it is there, it may be there, or it was not begun. */
export const Expected = { stored: "stored", open: "open" };

/** Every way in which `snapshot` breaks the promise, in words; `expect` tells what each entry must be. */
export function findViolations(snapshot, entries, expect) {
  const audit = new Audit(snapshot);
  return [
    ...entries.flatMap((entry) => audit.checkEntry(entry, expect(entry))),
    ...audit.findUnknownOperations(entries),
    ...audit.findDoubles(),
    ...audit.findBrokenHistories(),
  ];
}

/** Records whose revisions have gaps, or do not replay to what is stored. */
export function findBrokenHistories(snapshot) {
  return new Audit(snapshot).findBrokenHistories();
}

class Audit {
  constructor(snapshot) {
    this.records = [
      ...snapshot.catalog_items.map((row) => ({ ...row, title: row.name })),
      ...snapshot.faqs.map((row) => ({ ...row, title: row.question })),
    ];
    this.byId = new Map(this.records.map((record) => [record.id, record]));
    this.operations = new Map(snapshot.operations.map((row) => [row.id, row]));
    const revisions = snapshot.revisions.map((row) => ({
      ...row,
      version: Number(row.version),
      changes: JSON.parse(row.changes),
    }));
    this.byOperation = group(revisions, (row) => row.operation_id);
    this.byRecord = group(revisions, (row) => row.record_id);
  }

  /** An operation is there whole, with one revision of each of its records, or not at all. */
  checkEntry(entry, expected) {
    const label = `${entry.kind} ${entry.serial}`;
    const operation = this.operations.get(entry.operationId);
    const revisions = this.byOperation.get(entry.operationId) ?? [];
    if (!operation) {
      const found = expected === Expected.stored ? [`lost: ${label} was acknowledged and is not there`] : [];
      return revisions.length ? [...found, `half: ${label} has revisions without an operation`] : found;
    }
    const found = [];
    if (operation.result === null) found.push(`half: ${label} has no result`);
    const titles = revisions.map((row) => this.byId.get(row.record_id)?.title).toSorted();
    if (titles.join("\n") !== entry.targets.toSorted().join("\n")) {
      found.push(`half: ${label} changed ${titles.length} records of ${entry.targets.length}`);
    }
    const wrong = revisions.filter((row) => row.kind === "items" && row.changes.price?.to !== entry.serial);
    if (wrong.length) found.push(`wrong: ${label} set another price`);
    return found;
  }

  findUnknownOperations(entries) {
    const known = new Set(entries.map((entry) => entry.operationId));
    const unknown = [...this.byOperation.keys()].filter((id) => !known.has(id));
    return unknown.map((id) => `twice: operation ${id} is of no write that was acknowledged`);
  }

  findDoubles() {
    const doubles = [...group(this.records, (record) => record.title)].filter(
      ([, records]) => records.length > 1,
    );
    return doubles.map(([title, records]) => `twice: "${title}" is there ${records.length} times`);
  }

  /** Versions without a gap, and revisions that replay to the stored record. */
  findBrokenHistories() {
    return this.records.flatMap((record) => {
      const history = (this.byRecord.get(record.id) ?? []).toSorted(
        (one, other) => one.version - other.version,
      );
      const versions = history.map((row) => row.version);
      const whole =
        versions.length === Number(record.version) && versions.every((version, at) => version === at + 1);
      if (!whole)
        return [`history: "${record.title}" of version ${record.version} has ${versions.join(", ")}`];
      const last = history.findLast((row) => row.changes.price)?.changes.price.to;
      const same = record.price === undefined || Number(record.price) === last;
      return same ? [] : [`history: "${record.title}" costs ${record.price}, by its history ${last}`];
    });
  }
}

function group(rows, nameKey) {
  const groups = new Map();
  for (const row of rows) {
    const key = nameKey(row);
    if (groups.has(key)) groups.get(key).push(row);
    else groups.set(key, [row]);
  }
  return groups;
}
