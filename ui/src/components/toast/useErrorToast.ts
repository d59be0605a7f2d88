/** Shows an error as a toast, for failures without a place of their own on the page. */
import { useTranslation } from "react-i18next";
import { useErrorText } from "../useErrorText";
import { showToast } from "./toasts";

export function useErrorToast(): (error: unknown) => void {
  const { t } = useTranslation();
  const describe = useErrorText();
  return (error) =>
    showToast({ tone: "bad", text: error instanceof Error ? describe(error) : t("error.unknown") });
}
