/** What a change of a group would do to the queries of the query sets and to those asked often. */
import { Button, Group, Text, Textarea, Title } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Req } from "../../../api/command";
import { useCommandMutation } from "../../../api/hooks";
import { DataText } from "../../../components/DataText";
import { useErrorText } from "../../../components/useErrorText";
import desk from "../../../shared/desk/desk.module.css";

type Preview = Req<"previewSynonyms">;
type Props = { id: number | null; group: NonNullable<Preview["group"]>; changed: boolean };

export function SynonymEffects({ id, group, changed }: Props) {
  const { t } = useTranslation();
  const describe = useErrorText();
  const [typed, setTyped] = useState("");
  const preview = useCommandMutation("previewSynonyms");
  const queries = typed.split("\n").filter((line) => line.trim() !== "");
  const ask = (gone: boolean) => preview.mutate({ id, group: gone ? null : group, queries });
  const { data } = preview;

  return (
    <section aria-labelledby="synonym-effects">
      <Title order={3} size="h5" id="synonym-effects">
        {t("effects.title")}
      </Title>
      <Text size="sm" c="dimmed" mb={8}>
        {t("effects.about")}
      </Text>
      <Textarea
        label={t("effects.queries")}
        placeholder={t("effects.queriesNote")}
        autosize
        minRows={1}
        maxRows={6}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Group mt={8} gap={8}>
        <Button variant="default" disabled={!changed} loading={preview.isPending} onClick={() => ask(false)}>
          {t("effects.ofChange")}
        </Button>
        {id !== null && (
          <Button variant="default" disabled={preview.isPending} onClick={() => ask(true)}>
            {t("effects.ofDeletion")}
          </Button>
        )}
      </Group>
      <div role="status">
        {preview.error && <Text mt={8}>{describe(preview.error)}</Text>}
        {data && (
          <Text mt={8}>
            {t("effects.found", {
              count: data.effects.length,
              touched: data.touched,
              queries: data.queries,
            })}
          </Text>
        )}
      </div>
      {data && data.effects.length > 0 && (
        <ul className={desk.effects}>
          {data.effects.map((effect) => (
            <li key={effect.query} className={desk.effect}>
              <q>
                <DataText text={effect.query} />
              </q>{" "}
              <Text span size="sm" c="dimmed">
                {t(`effects.origin.${effect.origin}`)}
                {effect.moved > 0 && ` · ${t("effects.moved", { count: effect.moved })}`}
              </Text>
              <ul>
                {effect.lost.map((record) => (
                  <li key={record.id} className={desk.lost}>
                    <DataText text={record.name} /> ({t("effects.was", { place: record.place })})
                  </li>
                ))}
                {effect.gained.map((record) => (
                  <li key={record.id} className={desk.gained}>
                    <DataText text={record.name} /> ({t("effects.becomes", { place: record.place })})
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
