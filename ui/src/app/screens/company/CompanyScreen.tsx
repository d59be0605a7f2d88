/** The person is back from the company, to sign in or to link their account: what they came back with is handed over, once. */
import { Button, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { CommandError } from "../../../api/command";
import { finishCompanySignIn } from "../../../api/session";
import { DataText } from "../../../components/DataText";
import { useErrorText } from "../../../components/useErrorText";
import { forgetCompanyAnswer, type CompanyAnswer } from "../../../host";
import { useSignedIn } from "../../../shared/account/session";
import type { Me } from "../../../shared/account/useMe";
import { Screen } from "../Screen";
import classes from "../Screen.module.css";

export function CompanyScreen({ answer }: { answer: CompanyAnswer }) {
  const { t } = useTranslation();
  const describe = useErrorText();
  const signedIn = useSignedIn();
  const { mutate, error } = useMutation<Me, CommandError>({
    gcTime: 0,
    mutationFn: () => finishCompanySignIn(answer),
    onSuccess: (me) => {
      forgetCompanyAnswer();
      signedIn(me);
    },
  });
  const isSent = useRef(false);
  useEffect(() => {
    if (isSent.current) return;
    isSent.current = true;
    mutate();
  }, [mutate]);

  return (
    <Screen title={t("signIn.companyTitle")} busy={error === null}>
      {error === null ? (
        <Text c="dimmed">{t("signIn.companyText")}</Text>
      ) : (
        <>
          <Text size="sm" className={classes.problem} role="alert">
            <DataText text={describe(error)} />
          </Text>
          <Button onClick={forgetCompanyAnswer}>{t("signIn.companyBack")}</Button>
        </>
      )}
    </Screen>
  );
}
