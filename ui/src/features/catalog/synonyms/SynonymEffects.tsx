/** What a change of a group would do to the queries of the query sets and to those asked often. */
import { Button, Group, Text, Textarea } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Data, Req } from "../../../api/command";
import { useCommandMutation } from "../../../api/hooks";
import { DataText } from "../../../components/DataText";
import desk from "../../../shared/desk/desk.module.css";
import { EffectsSection } from "../shared/effects/EffectsSection";

type Preview = Req<"previewSynonyms">;
type Effect = Data<"previewSynonyms">["effects"][number];
type Props = { id: number | null; group: NonNullable<Preview["group"]>; changed: boolean };

export function SynonymEffects({ id, group, changed }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const preview = useCommandMutation("previewSynonyms");
  const queries = typed.split("\n").filter((line) => line.trim() !== "");
  const ask = (gone: boolean) => preview.mutate({ id, group: gone ? null : group, queries });
  const { data } = preview;

  return (
    <EffectsSection
      id="synonym-effects"
      title={t("effects.title")}
      about={t("effects.about")}
      ask={
        <>
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
            <Button
              variant="default"
              disabled={!changed}
              loading={preview.isPending}
              onClick={() => ask(false)}
            >
              {t("effects.ofChange")}
            </Button>
            {id !== null && (
              <Button variant="default" disabled={preview.isPending} onClick={() => ask(true)}>
                {t("effects.ofDeletion")}
              </Button>
            )}
          </Group>
        </>
      }
      error={preview.error}
      answer={
        data && (
          <Text mt={8}>
            {t("effects.found", {
              count: data.effects.length,
              touched: data.touched,
              queries: data.queries,
            })}
          </Text>
        )
      }
      effects={(data?.effects ?? []).map((effect) => (
        <QueryEffect key={effect.query} effect={effect} />
      ))}
    />
  );
}

/** A query, and the records that it loses and gains. */
function QueryEffect({ effect }: { effect: Effect }) {
  const { t } = useTranslation();
  return (
    <li className={desk.effect}>
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
  );
}
