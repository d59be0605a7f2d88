/** From a file to its columns: the file is sent, read as a kind of records, and read anew where a person says so. */
import { call, CommandError } from "../../../api/command";
import type { Kind } from "../../../api/types";
import { useErrorToast } from "../../../components/toast/useErrorToast";
import { isOfOtherKind, otherKind, unfilledNeeds, withChosen, type FoundColumns } from "../columns/targets";
import { NO_PLACE, type Place } from "./choices/choices";
import { useDroppedWork, type DroppedWork } from "./choices/droppedWork";
import type { useChoices } from "./choices/useChoices";
import {
  keepGeneral,
  mapFixes,
  NO_DECISIONS,
  type Decisions,
  type useDecisions,
} from "./choices/useDecisions";
import type { LossQuestion } from "./useLossQuestion";
import type { useUpload } from "./useUpload";
import { workOf, type useWork } from "./work/useWork";

type Input = {
  work: Pick<ReturnType<typeof useWork>, "during" | "showProgress">;
  upload: ReturnType<typeof useUpload>;
  choices: ReturnType<typeof useChoices>;
  decisions: ReturnType<typeof useDecisions>;
  lossQuestion: LossQuestion;
  /** How much another reading of the same file loses. */
  countLost: () => number;
  /** The columns of a file are there; what was shown of it before is over. */
  onColumns: () => void;
  /** What was said of the file earlier is there again; `at`: when it was said. */
  onRestore: (at: string) => void;
  /** Another file comes in place of the one before. */
  onExchange: () => void;
};

export function useReading(input: Input) {
  const { work, upload, choices, decisions, lossQuestion, countLost, onColumns, onRestore, onExchange } =
    input;
  const { during, showProgress } = work;
  const { kind } = choices;
  const showError = useErrorToast();
  const { dropped, noteDropped, findDropped, forgetDropped } = useDroppedWork();
  const showSent = (fraction: number) => showProgress(workOf("sending", Math.floor(fraction * 100)));

  /** Reads the file by the profile that the person chose. */
  const readColumns = async (
    of: Kind,
    signal: AbortSignal,
    where: Place = NO_PLACE,
  ): Promise<FoundColumns> => {
    const profile = choices.findProfile(of);
    const ask = (uploadId: string) => {
      showProgress(workOf("looking", 100));
      return call("importColumns", { uploadId, kind: of, ...where, profile }, signal);
    };
    try {
      return await upload.read(ask, showSent, signal);
    } catch (cause) {
      const isDeleted = cause instanceof CommandError && cause.code === "not_found";
      if (profile === null || !isDeleted) throw cause;
      showError(cause);
      choices.chooseProfile(of, null);
      return readColumns(of, signal, where);
    }
  };

  const takeColumns = (seen: FoundColumns, where: Place = NO_PLACE) => {
    choices.takeColumns(seen, where);
    decisions.decideAnew(NO_DECISIONS, seen.profile?.merges);
    onColumns();
  };

  const look = async (of: Kind, signal: AbortSignal, where: Place = NO_PLACE) =>
    takeColumns(await readColumns(of, signal, where), where);

  /** `before`: what was said of the file before it. */
  const choose = (chosen: File, before = decisions.decided) =>
    during("sending", async (signal) => {
      await upload.send(chosen, showSent, signal);
      const back = findDropped(upload.fingerprintNow());
      if (back) return takeBack(back, before, signal);
      const seen = await readColumns(kind, signal);
      // A list of questions may be dropped where products are imported, and the other way round.
      const mayBeOther = seen.file.preset !== "agrofit" && unfilledNeeds(seen.columns, kind).length > 0;
      const others = mayBeOther ? await readColumns(otherKind(kind), signal) : null;
      const isOther = others !== null && isOfOtherKind(seen.columns, kind, others.columns);
      choices.noteFoundKind(isOther ? otherKind(kind) : null);
      takeColumns(isOther ? others : seen);
    });

  /** The file of what was dropped is there again, and that with it. */
  const takeBack = async (work: DroppedWork, before: Decisions, signal: AbortSignal) => {
    choices.chooseKind(work.kind);
    choices.chooseProfile(work.kind, work.profile);
    const seen = await readColumns(work.kind, signal, work.place);
    takeColumns(seen, work.place);
    choices.setColumns(withChosen(seen.columns, work.columns, work.kind));
    choices.putDecimal(work.decimal);
    const said = { ...before, fixes: mapFixes(work.fixes), leaveOut: work.leaveOut };
    decisions.decideAnew(said, seen.profile?.merges);
    onRestore(work.at);
    forgetDropped(work);
  };

  /** Another file stands in the place of the one before it: what is true of the rows of that one waits for it. */
  const chooseOther = async (content: File, print: string | null) => {
    const { decided } = decisions;
    const chosen = choices.columns;
    const general = keepGeneral(decided);
    if (upload.file)
      noteDropped({
        file: { name: upload.file.name, size: upload.file.size, fingerprint: upload.file.fingerprint },
        kind,
        tables: choices.found?.file.tables ?? [],
        place: choices.chosenPlace(),
        decimal: choices.chosenDecimal,
        profile: choices.findProfile(kind),
        columns: choices.columns,
        fixes: [...decided.fixes.values()],
        leaveOut: decided.leaveOut,
        at: new Date().toISOString(),
      });
    upload.exchange(content, print);
    decisions.decideAnew(general);
    choices.putDecimal(null);
    onExchange();
    await during("sending", async (signal) => {
      const back = findDropped(print);
      if (back) return takeBack(back, decided, signal);
      const seen = await readColumns(kind, signal);
      takeColumns(seen);
      choices.setColumns(withChosen(seen.columns, chosen, kind));
      decisions.decideAnew(general, seen.profile?.merges);
    });
  };

  return {
    dropped,
    forgetDropped,
    showSent,
    choose,
    chooseOther,
    chooseKind: (next: Kind) =>
      lossQuestion.ask(countLost, () => {
        choices.chooseKind(next);
        if (upload.file) void during("looking", (signal) => look(next, signal, choices.chosenPlace()));
      }),
    /** Another profile reads the file; its place is that of the profile, or is found. */
    chooseProfile: (profile: string) => {
      if (upload.file)
        lossQuestion.ask(countLost, () => {
          choices.chooseProfile(kind, profile);
          void during("looking", (signal) => look(kind, signal));
        });
    },
    /** Another sheet is read from its own header, another header within the same sheet. */
    choosePlace: (where: Place) => {
      if (upload.file)
        lossQuestion.ask(countLost, () => void during("looking", (signal) => look(kind, signal, where)));
    },
  };
}
