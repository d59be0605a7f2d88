/** The administrators' page: people, the API tokens of all, and who did what to accounts. */
import { useTranslation } from "react-i18next";
import { TabbedPage } from "../../../components/tabs/TabbedPage";
import { RoleNotice } from "../../../shared/account/RoleNotice";
import { useMay } from "../../../shared/account/useMe";
import classes from "../Account.module.css";
import { TokenList } from "../tokens/TokenList";
import { AccessLog } from "./AccessLog";
import { PeopleDesk } from "./PeopleDesk";

export function TeamPage() {
  const { t } = useTranslation();
  const may = useMay("administer");
  if (!may)
    return (
      <div className={classes.page}>
        <div className={classes.column}>
          <h1 className={classes.heading}>{t("team.title")}</h1>
          <RoleNotice access="administer" />
        </div>
      </div>
    );
  return (
    <TabbedPage
      title={t("team.title")}
      base="/team"
      tabs={[
        { path: "people", label: t("team.tab.people"), element: <PeopleDesk /> },
        { path: "tokens", label: t("team.tab.tokens"), element: <TokensDesk /> },
        { path: "log", label: t("team.tab.log"), element: <AccessLog /> },
      ]}
    />
  );
}

function TokensDesk() {
  const { t } = useTranslation();
  return (
    <div className={classes.desk}>
      <p className={classes.lead}>{t("team.tokensText")}</p>
      <TokenList everybody />
    </div>
  );
}
