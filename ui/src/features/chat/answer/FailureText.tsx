/** A failure for who sells: what happened and what to do; what technicians ask for is folded behind it. */
import { Code } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { DataText } from "../../../components/DataText";
import { useErrorText } from "../../../components/useErrorText";
import type { TurnFailure } from "../types";
import { partsOf } from "./failure";
import classes from "../thread/Message.module.css";

/** Words the failure of a turn; `lead` stands before it, in the same line. */
export function FailureText({ lead, error }: { lead?: string; error: TurnFailure }) {
  const { t } = useTranslation();
  const describe = useErrorText();
  const { what, remedy, reason } = partsOf(error, describe(error));
  return (
    <>
      <p>
        {lead !== undefined && (
          <>
            <strong>{lead}</strong>{" "}
          </>
        )}
        <DataText text={what} />
        {remedy && ` ${t(`answer.remedy.${remedy}`)}`}
      </p>
      <details className={classes.technical}>
        <summary>{t("answer.technical")}</summary>
        {reason !== null && (
          <p>
            <DataText text={reason} />
          </p>
        )}
        <p>
          {t("error.code")} <Code>{error.code}</Code>
        </p>
      </details>
    </>
  );
}
