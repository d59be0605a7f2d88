/** What gets worse, counted by kind. A class is a mean over queries: the two are never added up. */
import { useTranslation } from "react-i18next";
import type { SetWorse } from "../../api/types";
import { useFormats } from "../../i18n/language";

export function useWorseWords(): (worse: readonly SetWorse[]) => string {
  const { t } = useTranslation();
  const formats = useFormats();
  return (worse) => {
    const count = (what: SetWorse["what"]) => worse.filter((one) => one.what === what).length;
    const counted = (["class", "query", "case"] as const).filter((what) => count(what) > 0);
    return formats.list([
      ...(count("overall") > 0 ? [t("gate.worse.overall")] : []),
      ...counted.map((what) => t(`gate.worse.${what}`, { count: count(what) })),
    ]);
  };
}
