/** A query set from files, as TREC has them; one of the same name is brought up to date. */
import { FileInput, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useCommandMutation } from "../../../api/hooks";
import type { Kind } from "../../../api/types";
import { showToast } from "../../../components/toast/toasts";
import { SendForm } from "../../../shared/forms/SendForm";
import { BASE } from "./names";
import { KindChoice, NameField } from "./SetFields";

export function ImportSet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const bring = useCommandMutation("importQuerySet");
  const [name, setName] = useState("");
  const [kind, setKind] = useState<Kind>("items");
  const [judge, setJudge] = useState("");
  const [queries, setQueries] = useState<File | null>(null);
  const [qrels, setQrels] = useState<File | null>(null);
  const send = async () => {
    if (!queries) return;
    const request = {
      name,
      kind,
      judge: judge.trim() || null,
      queries: await queries.text(),
      qrels: qrels ? await qrels.text() : "",
      operationId: crypto.randomUUID(),
    };
    bring.mutate(request, {
      onSuccess: (done) => {
        const { created, updated, judgments, unknownRecords } = done;
        const unknown = unknownRecords.count;
        showToast({ tone: "info", text: t("sets.import.done", { created, updated, judgments, unknown }) });
        onClose();
        void navigate(`${BASE}/${done.set.id}`);
      },
    });
  };
  return (
    <SendForm
      sending={bring.isPending}
      error={bring.error}
      complete={name.trim() !== "" && queries !== null && (qrels === null || judge.trim() !== "")}
      sendLabel={t("sets.import.send")}
      onSend={() => void send()}
      onClose={onClose}
    >
      <NameField value={name} onChange={setName} note={t("sets.import.nameText")} />
      <KindChoice kind={kind} onChange={setKind} />
      <FileInput
        label={t("sets.import.queries")}
        description={t("sets.import.queriesText")}
        placeholder={t("sets.import.choose")}
        accept=".jsonl,.tsv,.txt"
        required
        value={queries}
        onChange={setQueries}
      />
      <FileInput
        label={t("sets.import.qrels")}
        description={t("sets.import.qrelsText")}
        placeholder={t("sets.import.choose")}
        clearable
        value={qrels}
        onChange={setQrels}
      />
      <TextInput
        label={t("sets.import.judge")}
        value={judge}
        maxLength={120}
        required={qrels !== null}
        onChange={(event) => setJudge(event.currentTarget.value)}
      />
    </SendForm>
  );
}
