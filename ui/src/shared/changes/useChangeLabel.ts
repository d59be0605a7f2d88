/** The name of a field in a change of it: of pictures it is their order that changes. */
import { useTranslation } from "react-i18next";
import { useFieldLabel } from "./useFieldLabel";

export function useChangeLabel(): (field: string) => string {
  const { t } = useTranslation();
  const label = useFieldLabel();
  return (field) => (field === "images" ? t("itemField.orderOfImages") : label(field));
}
