/** The link of the person's account to the company's: since when, linking and unlinking. */
import { Button, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { CommandError } from "../../../api/command";
import { useCommandMutation, useCommandQuery } from "../../../api/hooks";
import { beginCompanyLink, type CompanyAddress } from "../../../api/session";
import { DataText } from "../../../components/DataText";
import { QueryError } from "../../../components/QueryError";
import { showToast } from "../../../components/toast/toasts";
import { useErrorToast } from "../../../components/toast/useErrorToast";
import { useErrorText } from "../../../components/useErrorText";
import { leaveForCompany } from "../../../host";
import { useFormats } from "../../../i18n/language";
import classes from "../Account.module.css";

/**
 * Draws the account's link to the company's sign-in. It draws nothing where the company has no sign-in here
 * and the account is not linked.
 */
export function CompanyLink() {
  const { t } = useTranslation();
  const query = useCommandQuery("getMyCompany", {});
  const link = query.data;
  const isOfUse = link !== undefined && (link.offered || link.linkedAt !== null);
  if (!isOfUse && !query.isError) return null;
  return (
    <section className={classes.card} aria-labelledby="account-company">
      <h2 className={classes.heading} id="account-company">
        {t("account.company.title")}
      </h2>
      <QueryError title={t("account.company.failed")} query={query} />
      {link && (link.linkedAt === null ? <UnlinkedAccount /> : <LinkedAccount since={link.linkedAt} />)}
    </section>
  );
}

function LinkedAccount({ since }: { since: string }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const showError = useErrorToast();
  const { mutate, isPending } = useCommandMutation("unlinkMyCompany", {
    onAnswer: () => showToast({ tone: "info", text: t("account.company.unlinked") }),
  });
  return (
    <>
      <Text size="sm" mb="sm">
        {t("account.company.since", { since: formats.dateTime(since) })}
      </Text>
      <div className={classes.row}>
        <Button variant="default" loading={isPending} onClick={() => mutate({}, { onError: showError })}>
          {t("account.company.unlink")}
        </Button>
      </div>
    </>
  );
}

function UnlinkedAccount() {
  const { t } = useTranslation();
  const describe = useErrorText();
  const { mutate, isPending, isSuccess, error } = useMutation<CompanyAddress, CommandError>({
    mutationFn: beginCompanyLink,
    onSuccess: ({ address }) => leaveForCompany(address),
  });
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm">
        {t("account.company.text")}
      </Text>
      {error && (
        <Text size="sm" c="var(--cel-bad)" mb="sm" role="alert">
          <DataText text={describe(error)} />
        </Text>
      )}
      <div className={classes.row}>
        <Button variant="default" loading={isPending || isSuccess} onClick={() => mutate()}>
          {t("account.company.link")}
        </Button>
      </div>
    </>
  );
}
