/** The way to the company's sign-in, where the server has one. */
import { Button, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { CommandError } from "../../../api/command";
import { beginCompanySignIn, offerCompanySignIn, type CompanyAddress } from "../../../api/session";
import { DataText } from "../../../components/DataText";
import { useErrorText } from "../../../components/useErrorText";
import { leaveForCompany } from "../../../host";
import classes from "../Screen.module.css";

export function CompanyButton() {
  const { t } = useTranslation();
  const describe = useErrorText();
  const offer = useQuery({
    queryKey: ["companySignIn"],
    queryFn: offerCompanySignIn,
    staleTime: Infinity,
    retry: false,
  });
  const { mutate, isPending, isSuccess, error } = useMutation<CompanyAddress, CommandError>({
    mutationFn: beginCompanySignIn,
    onSuccess: ({ address }) => leaveForCompany(address),
  });
  if (offer.data?.offered !== true) return null;
  return (
    <>
      {error && (
        <Text size="sm" className={classes.problem} role="alert">
          <DataText text={describe(error)} />
        </Text>
      )}
      <Button variant="default" loading={isPending || isSuccess} onClick={() => mutate()}>
        {t("signIn.byCompany")}
      </Button>
    </>
  );
}
