/** Loads the demo into an empty catalog; of a team's database, which is shared, a person is asked first. */
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCommandMutation, useCommandQuery } from "../../api/hooks";
import { showToast } from "../../components/toast/toasts";
import { useFormats } from "../../i18n/language";
import { seekFocus } from "../../lib/browser/seekFocus";

export function useLoadDemo() {
  const { t } = useTranslation();
  const formats = useFormats();
  const status = useCommandQuery("status", {}).data;
  const { mutateAsync, isPending, error, reset } = useCommandMutation("loadDemo");
  const [isAsking, setAsking] = useState(false);
  useFocusAfter();
  const load = (onServer: boolean) => {
    setAsking(false);
    // The catalog is no longer empty then, and what offered the demo is gone.
    mutateAsync({ onServer }).then(
      // It came into a catalog that another window had filled meanwhile.
      ({ items }) =>
        showToast({
          tone: "info",
          text: items === 0 ? t("start.loadedAlready") : t("start.loaded", formats.placeCount(items)),
        }),
      // `error` has it.
      () => {},
    );
  };
  return {
    /** It goes into a catalog without items alone. */
    isOffered: status?.items === 0,
    isPending,
    error,
    /** Forgets the error. */
    reset,
    isAsking,
    begin: () => (status?.database.kind === "server" ? setAsking(true) : load(false)),
    confirm: () => load(true),
    cancel: () => setAsking(false),
  };
}

export type DemoLoading = ReturnType<typeof useLoadDemo>;

/** What the ways out lead to takes them away: the focus goes on in the page, where that has no place of its own for it. */
function useFocusAfter(): void {
  useEffect(
    () => () => {
      const page = document.querySelector<HTMLElement>("main");
      seekFocus({
        give: () => page?.focus(),
        holds: (element) => page?.contains(element) ?? false,
        takes: false,
      });
    },
    [],
  );
}
