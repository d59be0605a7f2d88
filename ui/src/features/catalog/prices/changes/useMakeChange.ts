/** Makes a change of prices that was looked at, or plans it. Tried again as it is, it is done once. */
import { useTranslation } from "react-i18next";
import type { Req } from "../../../../api/command";
import { useCommandMutation } from "../../../../api/hooks";
import { useUndoToast } from "../../../../components/toast/useUndoToast";
import { useFormats } from "../../../../i18n/language";
import { useIsThere } from "../../../../lib/hooks/useIsThere";
import { noteSent } from "../../shared/ownOperations";

type Input = {
  onMade: (id: string) => void;
  /** Nothing was changed: what would change is to be looked at anew. */
  onStale: () => void;
};

export function useMakeChange({ onMade, onStale }: Input) {
  const { t } = useTranslation();
  const formats = useFormats();
  const isThere = useIsThere();
  const showUndoable = useUndoToast();
  const undo = useCommandMutation("undoPriceChange");
  const cancel = useCommandMutation("cancelPriceChange");
  const making = useCommandMutation("makePriceChange", {
    onAnswer: (made) => {
      // The way back is offered also where another page was opened meanwhile.
      if (made.state === "planned" && made.effectiveOn !== null)
        showUndoable(
          t("prices.change.planned", {
            ...formats.placeCount(made.rows),
            day: formats.day(made.effectiveOn),
          }),
          () => cancel.mutateAsync({ id: made.id }),
        );
      else
        showUndoable(t("prices.change.made", formats.placeCount(made.applied)), () =>
          undo.mutateAsync({ id: made.id, operationId: crypto.randomUUID() }),
        );
      if (isThere()) onMade(made.id);
    },
  });
  const send = (request: Req<"makePriceChange">) =>
    making.mutate(request, {
      onError: (error) => {
        if (error.code === "selection_changed") onStale();
      },
    });
  return {
    error: making.error,
    isBusy: making.isPending,
    make: (request: Omit<Req<"makePriceChange">, "operationId">) => {
      const operationId = crypto.randomUUID();
      // What it stores of an item that is open in its form is this tab's own.
      noteSent(operationId);
      send({ ...request, operationId });
    },
    /** What was tried last, as it was. */
    retry: () => making.variables && send(making.variables),
  };
}
