/** A query of a set: what is known of it, and what can be done with it. */
import { ActionIcon, Button, Group, Popover, Text } from "@mantine/core";
import {
  IconCheck,
  IconChecklist,
  IconEye,
  IconEyeOff,
  IconPencil,
  IconShield,
  IconShieldFilled,
  IconTrash,
  IconX,
} from "@tabler/icons-react";
import { useRef, useState, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCommandMutation } from "../../../../api/hooks";
import { DataText } from "../../../../components/DataText";
import { FocusPopover } from "../../../../components/popover/FocusPopover";
import { useErrorToast } from "../../../../components/toast/useErrorToast";
import { useFormats } from "../../../../i18n/language";
import { EditQuery } from "./EditQuery";
import {
  answerAddress,
  BASE,
  isProtected,
  protectionOf,
  searchAddress,
  type QueryChange,
  type QuerySet,
  type SetQuery,
} from "../names";
import classes from "../Sets.module.css";

type Props = { set: QuerySet; query: SetQuery; figures: QueryChange | null };

export function QueryRow({ set, query, figures }: Props) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [editing, setEditing] = useState(false);
  const pencil = useRef<HTMLButtonElement>(null);
  const measured = figures !== null && !query.skipped && query.judgedRecords > 0;
  const protection = protectionOf(set, query);
  const leave = () => {
    setEditing(false);
    // The focus goes on where it was.
    requestAnimationFrame(() => pencil.current?.focus());
  };
  if (editing)
    return (
      <tr>
        <td colSpan={7}>
          <EditQuery set={set} query={query} onLeave={leave} />
        </td>
      </tr>
    );
  return (
    <tr data-skipped={query.skipped || undefined}>
      <th scope="row">
        <Link className={classes.query} to={searchAddress(set, query.query)}>
          <DataText text={query.query} />
        </Link>
        {query.skipped && <span className={classes.key}>{t("sets.isSkipped")}</span>}
        <CaseRecords query={query} />
      </th>
      <td className={classes.class}>{query.class && <DataText text={query.class} />}</td>
      <td className={classes.class}>
        {protection !== "none" && (
          <span className={classes.shield}>
            <IconShieldFilled size={14} aria-hidden /> {t(`sets.protection.${protection}`)}
          </span>
        )}
      </td>
      <td className={classes.number} title={t("sets.judgedText")}>
        <span className={classes.label}>{t("sets.column.judged")}</span>
        {query.judgedRecords === 0 ? "–" : `${query.relevantRecords} / ${query.judgedRecords}`}
      </td>
      <td className={classes.number}>
        <span className={classes.label}>nDCG@10</span>
        {measured ? formats.score(figures.before) : "–"}
      </td>
      {set.cases > 0 && (
        <td>
          <CaseState query={query} figures={figures} />
        </td>
      )}
      <td className={classes.tools}>
        <RowTools set={set} query={query} pencil={pencil} onEdit={() => setEditing(true)} />
      </td>
    </tr>
  );
}

/** What a test wants and forbids among the first hits, and the answer that it was made of. */
function CaseRecords({ query }: { query: SetQuery }) {
  const { t } = useTranslation();
  const { expected = [], forbidden = [] } = query.case ?? {};
  return (
    <>
      {expected.length > 0 && (
        <span className={classes.key}>
          <DataText text={t("sets.case.expected", { ids: expected.join(", ") })} />
        </span>
      )}
      {forbidden.length > 0 && (
        <span className={classes.key}>
          <DataText text={t("sets.case.forbidden", { ids: forbidden.join(", ") })} />
        </span>
      )}
      {query.messageId !== null && (
        <span className={classes.key}>
          <Link to={answerAddress(query.messageId)}>{t("sets.case.answer")}</Link>
        </span>
      )}
    </>
  );
}

function CaseState({ query, figures }: { query: SetQuery; figures: QueryChange | null }) {
  const { t } = useTranslation();
  if (!query.case) return null;
  if (!figures?.case) return <span>{t("sets.case.unknown")}</span>;
  return figures.case.before ? (
    <span className={classes.pass}>
      <IconCheck size={15} aria-hidden /> {t("sets.case.passes")}
    </span>
  ) : (
    <span className={classes.fail}>
      <IconX size={15} aria-hidden /> {t("sets.case.fails")}
    </span>
  );
}

type ToolsProps = {
  set: QuerySet;
  query: SetQuery;
  pencil: RefObject<HTMLButtonElement | null>;
  onEdit: () => void;
};

function RowTools({ set, query, pencil, onEdit }: ToolsProps) {
  const { t } = useTranslation();
  const showError = useErrorToast();
  const update = useCommandMutation("updateSetQuery");
  const change = (what: { protected?: boolean; skipped?: boolean }) =>
    update.mutate({ id: query.id, ...what, operationId: crypto.randomUUID() }, { onError: showError });
  const shield = t(query.protected ? "sets.unprotect" : "sets.protect", { query: query.query });
  const aside = t(query.skipped ? "sets.takeBack" : "sets.skip", { query: query.query });
  return (
    <div className={classes.rowTools}>
      <ActionIcon
        component={Link}
        to={`${BASE}/${set.id}/judge?q=${query.id}`}
        aria-label={t("sets.judgeQuery", { query: query.query })}
        title={t("sets.judge")}
      >
        <IconChecklist size={16} />
      </ActionIcon>
      <ActionIcon
        ref={pencil}
        onClick={onEdit}
        aria-label={t("sets.editQuery.open", { query: query.query })}
        title={t("sets.editQuery.title")}
      >
        <IconPencil size={16} />
      </ActionIcon>
      <ActionIcon
        aria-pressed={query.protected}
        color={isProtected(set, query) ? undefined : "gray"}
        disabled={update.isPending}
        onClick={() => change({ protected: !query.protected })}
        aria-label={shield}
        title={shield}
      >
        {isProtected(set, query) ? <IconShieldFilled size={16} /> : <IconShield size={16} />}
      </ActionIcon>
      <ActionIcon
        aria-pressed={query.skipped}
        disabled={update.isPending}
        onClick={() => change({ skipped: !query.skipped })}
        aria-label={aside}
        title={aside}
      >
        {query.skipped ? <IconEyeOff size={16} /> : <IconEye size={16} />}
      </ActionIcon>
      <DeleteQuery query={query} />
    </div>
  );
}

/** Judgments are a person's work: their number is said before they go. */
function DeleteQuery({ query }: { query: SetQuery }) {
  const { t } = useTranslation();
  const showError = useErrorToast();
  const remove = useCommandMutation("deleteSetQuery");
  const [asking, setAsking] = useState(false);
  const label = t("sets.deleteQuery", { query: query.query });
  return (
    <FocusPopover opened={asking} onChange={setAsking} position="bottom-end" withArrow>
      <Popover.Target>
        <ActionIcon onClick={() => setAsking(!asking)} aria-label={label} title={label}>
          <IconTrash size={16} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Text size="sm">{t("sets.deleteQueryText", { count: query.judgedRecords })}</Text>
        <Group gap="xs" mt="xs" justify="flex-end">
          <Button size="xs" variant="default" onClick={() => setAsking(false)}>
            {t("action.cancel")}
          </Button>
          <Button
            size="xs"
            color="red"
            loading={remove.isPending}
            onClick={() =>
              remove.mutate({ id: query.id, operationId: crypto.randomUUID() }, { onError: showError })
            }
          >
            {t("sets.delete")}
          </Button>
        </Group>
      </Popover.Dropdown>
    </FocusPopover>
  );
}
