/** Taking a whole import back: it is one operation, and undone as one. */
import { commands } from "../../../bindings";
import { asAppError, CommandError } from "../../../api/command";

type Outcome = { status: "ok" } | { status: "error"; error: unknown };
type Undo = (request: { id: string; operationId: string }) => Promise<Outcome>;

function undo(): Undo | undefined {
  return (commands as { undoOperation?: Undo }).undoOperation;
}

export function canTakeBack(): boolean {
  return undo() !== undefined;
}

export async function takeBack(id: string): Promise<void> {
  const outcome = await undo()?.({ id, operationId: crypto.randomUUID() });
  if (outcome?.status === "error") throw new CommandError(asAppError(outcome.error));
}
