/** The comparison that is shown, handed out as a file. */
import { useTranslation } from "react-i18next";
import { call } from "../../../api/command";
import type { SearchRequest } from "../../../api/types";
import { ShareMenu } from "../../share/ShareMenu";

type Props = { search: SearchRequest; item: string; against: string };

export function ShareComparison({ search, item, against }: Props) {
  const { t } = useTranslation();
  return (
    <ShareMenu
      label={t("share.comparison")}
      make={(format) => call("shareComparison", { search, item, against, format })}
    />
  );
}
