/** Rows in sight, read anew once cells of them are stored: by the sheet where it is there, else by what is spoiled. */
import type { QueryClient } from "@tanstack/react-query";
import { invalidatedTags, invalidateTags } from "../../../../../api/tags";
import type { Problem as FieldProblem } from "../../../../../shared/forms/rules";
import type { Sheet } from "../pages";

/** A long row of writes shows what it has done in between. Milliseconds. */
const REFRESH_MS = 2_000;

export class RowRefresh {
  private sheet: Sheet | null = null;
  /** Columns that were stored since the rows were last fetched. */
  private stored = new Set<string>();
  private refreshed = 0;

  constructor(private readonly client: QueryClient) {}

  attend(sheet: Sheet): () => void {
    this.sheet = sheet;
    return () => {
      if (this.sheet === sheet) this.sheet = null;
    };
  }

  /** What is wrong with a text; undefined where no sheet is there to say it. */
  describe(problem: FieldProblem): string | undefined {
    return this.sheet?.describe(problem);
  }

  noteStored(cells: readonly { column: string }[]): void {
    for (const { column } of cells) this.stored.add(column);
  }

  isDue(): boolean {
    return Date.now() - this.refreshed > REFRESH_MS;
  }

  async refresh(): Promise<void> {
    if (this.stored.size === 0) return;
    const columns = [...this.stored];
    this.stored.clear();
    this.refreshed = Date.now();
    await (this.sheet ? this.sheet.refresh(columns) : this.invalidateRows());
  }

  /** Other rows stand there now. */
  async relist(): Promise<void> {
    await (this.sheet ? this.sheet.relist() : this.invalidateRows());
  }

  private invalidateRows(): Promise<unknown> {
    return invalidateTags(this.client, invalidatedTags("editCells"));
  }
}
