/** The vault: made, opened for five minutes, its notes, closed again. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Skeleton } from "@mantine/core";
import { useCommandQuery } from "../../../api/hooks";
import { QueryError } from "../../../components/QueryError";
import { NewVault } from "./NewVault";
import { OpenVaultForm } from "./OpenVaultForm";
import { isChanged, useVault, type NoteDraft } from "./useVault";
import { VaultGuard } from "./VaultGuard";
import { VaultNotes } from "./VaultNotes";

export function VaultDesk() {
  const { t } = useTranslation();
  const query = useCommandQuery("getVault", {});
  const vault = useVault();
  const [draft, setDraft] = useState<NoteDraft | null>(null);
  const isDirty = () => isChanged(draft);
  const body = () => {
    if (vault.opened)
      return <VaultNotes vault={vault} opened={vault.opened} draft={draft} onDraft={setDraft} />;
    if (query.error) return <QueryError title={t("personal.vault.failed")} query={query} />;
    if (!query.data) return <Skeleton height={240} />;
    if (!query.data.exists) return <NewVault onOpen={vault.open} />;
    return <OpenVaultForm hasExpired={vault.hasExpired} isWriting={isDirty()} onOpen={vault.open} />;
  };
  return (
    <>
      {body()}
      <VaultGuard isDirty={isDirty} />
    </>
  );
}
