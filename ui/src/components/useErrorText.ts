/**
 * Text of an error for people: client-side codes are translated here, all others arrive with a message in the right
 * language. Render the result with `DataText`.
 */
import { useTranslation } from "react-i18next";
import { isClientCode } from "../host";

export function useErrorText(): (error: { code?: string; message: string }) => string {
  const { t } = useTranslation();
  return (error) => {
    if (error.code !== undefined && isClientCode(error.code)) return t(`error.client.${error.code}`);
    return error.message || t("error.unknown");
  };
}
