/** In which watched searches an item would come in, fall out or move if its form were saved now. */
import { Button, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Data, Req } from "../../api/command";
import { useCommandMutation } from "../../api/hooks";
import { DataText } from "../../components/DataText";
import { useErrorText } from "../../components/useErrorText";
import { searchAddress } from "../../shared/search/searchState";
import desk from "../../shared/desk/desk.module.css";

type Props = { id: string | null; draft: Req<"itemImpact">["draft"] };
type Effect = Data<"itemImpact">["effects"][number];

export function ImpactPreview({ id, draft }: Props) {
  const { t } = useTranslation();
  const describe = useErrorText();
  const impact = useCommandMutation("itemImpact");
  const { data } = impact;

  return (
    <>
      <Text size="sm" c="dimmed" mb={8}>
        {t("impact.about")}
      </Text>
      <Button
        variant="default"
        loading={impact.isPending}
        onClick={() => impact.mutate({ id, draft, queries: [] })}
      >
        {t("impact.ask")}
      </Button>
      <div role="status">
        {impact.error && <Text mt={8}>{describe(impact.error)}</Text>}
        {data && (
          <Text mt={8}>
            {data.queries === 0
              ? t("impact.noQueries")
              : t("impact.found", { count: data.effects.length, queries: data.queries })}
          </Text>
        )}
      </div>
      {data && data.effects.length > 0 && (
        <ul className={desk.effects}>
          {data.effects.map((effect) => (
            <li key={effect.query} className={desk.effect}>
              <Link to={searchAddress("items", effect.query)}>
                <DataText text={effect.query} />
              </Link>{" "}
              <Text span size="sm" c="dimmed">
                {t(`effects.origin.${effect.origin}`)}
              </Text>
              <Text size="sm">
                <Move effect={effect} />
              </Text>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Move({ effect: { before, after } }: { effect: Effect }) {
  const { t } = useTranslation();
  if (before === null) return t("impact.gained", { place: after });
  if (after === null) return t("impact.lost", { place: before });
  return t("impact.moved", { before, after });
}
