/** A group that is open: why it is one, what stays, what each product becomes, and joining or telling apart. */
import { Button, Group, Text, TextInput, Title } from "@mantine/core";
import { keepPreviousData, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCommandMutation, useCommandQuery } from "../../../api/hooks";
import { DataText } from "../../../components/DataText";
import { ErrorNotice } from "../../../components/ErrorNotice";
import { QueryError } from "../../../components/QueryError";
import { useUndoToast } from "../../../components/toast/useUndoToast";
import { Waiting } from "../../../components/Waiting";
import { useFormats } from "../../../i18n/language";
import { useIsThere } from "../../../lib/hooks/useIsThere";
import { noteOperation } from "../shared/ownOperations";
import { useCellQueue } from "../unsaved/queue/queues";
import { beginDraft, choicesOf, pairsOf, type JoinDraft } from "./draft";
import classes from "./Duplicates.module.css";
import { JoinFields } from "./JoinFields";
import { JoinProducts } from "./JoinProducts";
import { keyOf, type DuplicateGroup } from "./types";
import { useEvidenceText } from "./useEvidenceText";

type Props = { group: DuplicateGroup; onDone: () => void };

export function GroupForm({ group, onDone }: Props) {
  const { t } = useTranslation();
  const { placeCount } = useFormats();
  const evidenceText = useEvidenceText();
  const queue = useCellQueue();
  const client = useQueryClient();
  const isThere = useIsThere();
  const showUndoable = useUndoToast();
  const [draft, setDraft] = useState<JoinDraft>(() => beginDraft(keyOf(group)));
  // A join whose answer was lost is asked for again under its id, and is not made twice.
  const operation = useRef(crypto.randomUUID());
  const change = (part: Partial<JoinDraft>) => {
    operation.current = crypto.randomUUID();
    setDraft({ ...draft, ...part });
  };
  const members = group.products.filter(({ id }) => !draft.without.has(id));
  const others = members.filter(({ id }) => id !== draft.stays);
  const request = { stays: draft.stays, others: others.map(({ id }) => id), choices: choicesOf(draft) };
  const join = useCommandMutation("joinItems", {
    onAnswer: ({ operationId, joined }) => {
      const text = t("duplicates.joined", placeCount(joined));
      const operation = { id: operationId, label: text };
      noteOperation(operation);
      showUndoable(`${text}.`, () => queue.takeOperationBack(operation));
      if (isThere()) onDone();
    },
  });
  const preview = useCommandQuery("previewJoin", request, {
    // Products that are joined are gone before the form is.
    enabled: others.length > 0 && !join.isPending && !join.isSuccess,
    placeholderData: keepPreviousData,
  });
  const forget = useCommandMutation("tellItemsApart");
  const tellApart = useCommandMutation("tellItemsApart", {
    onAnswer: (_, { pairs }) => {
      const operationId = crypto.randomUUID();
      showUndoable(t("duplicates.toldApart"), () =>
        forget.mutateAsync({ pairs, different: false, operationId }),
      );
      if (isThere()) onDone();
    },
  });
  const toReference = ({ id, version }: { id: string; version: number }) => ({ id, version });
  const shown = others.length > 0 ? preview.data : undefined;
  /** Joins the products as the preview shows them, that which stays first; the list may be older. */
  const run = () => {
    const [stays, ...rest] = shown?.products ?? [];
    if (!stays) return;
    join.mutate({
      stays: toReference(stays),
      others: rest.map(toReference),
      choices: choicesOf(draft),
      operationId: operation.current,
    });
  };
  /** A product that was changed meanwhile is read anew, and looked at again. */
  const readAgain = () => {
    join.reset();
    operation.current = crypto.randomUUID();
    for (const name of ["listDuplicates", "previewJoin"]) void client.invalidateQueries({ queryKey: [name] });
  };
  const isBusy = join.isPending || tellApart.isPending;
  return (
    <section className={classes.group} aria-labelledby="group-title">
      <Title order={2} size="h4" id="group-title">
        <DataText text={group.evidence[0]?.value ?? ""} />
      </Title>
      <ul className={classes.evidence} aria-label={t("duplicates.why")}>
        {group.evidence.map((evidence) => (
          <li key={evidence.kind}>{evidenceText(evidence)}</li>
        ))}
      </ul>
      <JoinProducts products={group.products} preview={shown} draft={draft} onChange={change} />
      <QueryError title={t("duplicates.noPreview")} query={preview} />
      {others.length === 0 && <Text size="sm">{t("duplicates.tooFew")}</Text>}
      {preview.isLoading && <Waiting h={120} />}
      {shown && (
        <>
          <TextInput
            label={t("duplicates.name")}
            value={draft.name ?? shown.name}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
          <JoinFields fields={shown.fields} products={members} draft={draft} onChange={change} />
          <Text size="sm" c="dimmed">
            {t("duplicates.about")}
          </Text>
        </>
      )}
      {join.error && <ErrorNotice title={t("duplicates.notJoined")} error={join.error} onRetry={readAgain} />}
      {tellApart.error && (
        <ErrorNotice
          title={t("duplicates.notTold")}
          error={tellApart.error}
          onRetry={() => tellApart.reset()}
        />
      )}
      <Group gap="sm">
        <Button
          onClick={run}
          loading={join.isPending}
          disabled={isBusy || !shown || preview.isError || preview.isPlaceholderData}
        >
          {t("duplicates.join", placeCount(members.length))}
        </Button>
        <Button
          variant="default"
          loading={tellApart.isPending}
          disabled={isBusy || members.length < 2}
          onClick={() =>
            tellApart.mutate({
              pairs: pairsOf(members.map(({ id }) => id)),
              different: true,
              operationId: crypto.randomUUID(),
            })
          }
        >
          {t("duplicates.different")}
        </Button>
      </Group>
    </section>
  );
}
