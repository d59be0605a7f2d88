/** The whole status: database, stock of items and questions, embedding models, and what is missing. */
import { Badge, Progress, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { Status } from "../../api/types";
import { DataText } from "../../components/DataText";
import { useFormats } from "../../i18n/language";
import classes from "./StatusPanel.module.css";

type Props = { status: Status; connectionLost?: boolean };

export function StatusPanel({ status, connectionLost = false }: Props) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { database } = status;
  const databaseTone = connectionLost ? "gray" : database.ready ? "mata" : "red";

  return (
    <div className={classes.panel}>
      <section>
        <div className={classes.head}>
          <h3>{t("status.database")}</h3>
          <Badge variant="light" color={databaseTone}>
            {connectionLost
              ? t("status.unknown")
              : database.ready
                ? t("status.databaseReady")
                : t("status.databaseDown")}
          </Badge>
        </div>
        <Text c="dimmed" size="sm">
          {t(`status.kind.${database.kind}`)}
          {database.version && (
            <>
              {" · "}
              <DataText text={database.version} />
            </>
          )}
          {database.sizeBytes !== null && ` · ${formats.bytes(database.sizeBytes)}`}
        </Text>
        <dl className={classes.figures}>
          <Figure label={t("status.activeItems")} value={formats.integer(status.activeItems)} />
          <Figure label={t("status.allItems")} value={formats.integer(status.items)} />
          <Figure label={t("status.faqs")} value={formats.integer(status.faqs)} />
        </dl>
      </section>
      {status.replicas.length > 0 && <Replicas replicas={status.replicas} />}
      {status.embeddings.map((model) => (
        <Model key={model.corpus} model={model} />
      ))}
      {status.warnings.length > 0 && (
        <section>
          <h3>{t("status.warnings")}</h3>
          <ul className={classes.warnings}>
            {status.warnings.map((warning, index) => (
              <li key={index}>
                <IconAlertTriangle size={16} aria-hidden />
                <DataText text={warning.message} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <Text size="xs" c="dimmed">
        Celeiro <DataText text={status.version} />
      </Text>
    </div>
  );
}

/** The servers of a team's database: what part each takes, and how late it is. */
function Replicas({ replicas }: { replicas: Status["replicas"] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <section>
      <h3>{t("status.replicas")}</h3>
      <ul className={classes.replicas}>
        {replicas.map((replica) => (
          <li key={replica.number}>
            <span>
              {replica.number === 0
                ? t("status.firstServer")
                : t("status.replica", { number: formats.integer(replica.number) })}
            </span>
            <Text c="dimmed" size="sm" component="span" className="tabular">
              {replica.lagBytes !== null &&
                replica.standing !== "primary" &&
                `${t("status.lag", { size: formats.bytes(replica.lagBytes) })} · `}
              {t(`status.standing.${replica.standing}`)}
            </Text>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="tabular">{value}</dd>
    </div>
  );
}

/** Where vectors come from; a provider this page does not know is named as it names itself. */
function Provider({ name }: { name: string }) {
  const { t } = useTranslation();
  if (name === "local" || name === "neural" || name === "openai" || name === "none")
    return t(`status.provider.${name}`);
  return <DataText text={name} />;
}

/** A model as people call it, its code beside it for those who look closer. */
function ModelName({ code }: { code: string }) {
  const { t } = useTranslation();
  const [kind, name] = code.split(":");
  if (kind === "fitted") return <span title={code}>{t("status.model.fitted")}</span>;
  if (kind === "neural" && name !== undefined)
    return (
      <span title={code}>
        {t("status.model.neural")} <DataText text={name} />
      </span>
    );
  return <DataText text={code} />;
}

const STATE_COLOR = { ready: "mata", building: "palha", none: "gray" } as const;

function Model({ model }: { model: Status["embeddings"][number] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const total = model.embedded + model.pending + model.failed;
  return (
    <section>
      <div className={classes.head}>
        <h3>{t(`status.corpus.${model.corpus}`)}</h3>
        <Badge variant="light" color={STATE_COLOR[model.state]}>
          {t(`status.state.${model.state}`)}
        </Badge>
      </div>
      <Text c="dimmed" size="sm">
        {model.model ? <ModelName code={model.model} /> : t("status.noModel")}
        {model.model && " · "}
        {model.model && <Provider name={model.provider} />}
        {model.dimensions !== null && ` · ${t("status.dimensions", formats.placeCount(model.dimensions))}`}
      </Text>
      {total > 0 && (
        <>
          <Progress.Root size={6} mt={8} aria-label={t("status.embeddingProgress")}>
            <Progress.Section
              value={(model.embedded / total) * 100}
              color="mata"
              aria-label={t("status.embedded", formats.placeCount(model.embedded))}
            />
            <Progress.Section
              value={(model.failed / total) * 100}
              color="red"
              aria-label={t("status.failed", formats.placeCount(model.failed))}
            />
          </Progress.Root>
          <Text size="xs" c="dimmed" mt={4} className="tabular">
            {[
              t("status.embedded", formats.placeCount(model.embedded)),
              t("status.pending", formats.placeCount(model.pending)),
              ...(model.failed > 0 ? [t("status.failed", formats.placeCount(model.failed))] : []),
            ].join(" · ")}
          </Text>
        </>
      )}
    </section>
  );
}
