/** An evaluation of two profiles on judged queries, handed out as a file. */
import { useTranslation } from "react-i18next";
import { call, type Req } from "../../api/command";
import { ShareMenu } from "./ShareMenu";

type Props = Omit<Req<"shareEvaluation">, "format">;

export function ShareEvaluation(evaluation: Props) {
  const { t } = useTranslation();
  return (
    <ShareMenu
      label={t("share.evaluation")}
      make={(format) => call("shareEvaluation", { ...evaluation, format })}
    />
  );
}
