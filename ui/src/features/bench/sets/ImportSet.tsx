/** A query set from files, as TREC has them; one of the same name is brought up to date. */
import { Button, FileInput, Group, Modal, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useCommandMutation } from "../../../api/hooks";
import type { Kind } from "../../../api/types";
import { DataText } from "../../../components/DataText";
import { showToast } from "../../../components/toast/toasts";
import { useErrorText } from "../../../components/useErrorText";
import { KindChoice } from "./CreateSet";
import { BASE } from "./names";
import classes from "./Sets.module.css";

export function ImportSet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t("sets.import.title")}
      closeButtonProps={{ "aria-label": t("action.close") }}
    >
      <ImportForm onClose={onClose} />
    </Modal>
  );
}

function ImportForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const describe = useErrorText();
  const navigate = useNavigate();
  const bring = useCommandMutation("importQuerySet");
  const [name, setName] = useState("");
  const [kind, setKind] = useState<Kind>("items");
  const [judge, setJudge] = useState("");
  const [queries, setQueries] = useState<File | null>(null);
  const [qrels, setQrels] = useState<File | null>(null);
  const complete = name.trim() !== "" && queries && (!qrels || judge.trim() !== "");
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
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <TextInput
        label={t("sets.field.name")}
        description={t("sets.import.nameText")}
        value={name}
        maxLength={120}
        data-autofocus
        required
        onChange={(event) => setName(event.currentTarget.value)}
      />
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
      {bring.error && (
        <Text c="red" size="sm" role="alert">
          <DataText text={describe(bring.error)} />
        </Text>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t("action.cancel")}
        </Button>
        <Button type="submit" loading={bring.isPending} disabled={!complete}>
          {t("sets.import.send")}
        </Button>
      </Group>
    </form>
  );
}
