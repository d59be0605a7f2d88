/** Values that people wrote in several ways, all over the catalog: made one in a single bulk edit. */
import { Checkbox, Modal, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Data, Req } from "../../../api/command";
import { useCommandQuery } from "../../../api/hooks";
import { DataText } from "../../../components/DataText";
import { ErrorNotice } from "../../../components/ErrorNotice";
import { Waiting } from "../../../components/Waiting";
import { useFormats } from "../../../i18n/language";
import { cleanText } from "../../../lib/text";
import { useFieldLabel } from "../shared/useFieldLabel";
import classes from "./Bulk.module.css";
import { BulkMaking } from "./BulkMaking";

type SimilarValue = Data<"listSimilarValues">[number];

/** Values that one edit merges at most, as the program takes them. */
const MOST = 200;
/** Every item, whatever the sheet shows at the moment. */
const WHOLE_CATALOG: Req<"bulkEdit">["selection"] = { all: { filters: [], sort: [] }, except: [] };

type Props = { opened: boolean; onClose: () => void; onUndo: () => void };

export function MergeDialog({ opened, onClose, onUndo }: Props) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size={720}
      title={t("grid.merge.title")}
      closeButtonProps={{ "aria-label": t("action.close") }}
      returnFocus={false}
    >
      {opened && <SimilarValues onClose={onClose} onUndo={onUndo} />}
    </Modal>
  );
}

function SimilarValues({ onClose, onUndo }: Omit<Props, "opened">) {
  const { t } = useTranslation();
  const query = useCommandQuery("listSimilarValues", {}, { staleTime: 0 });
  if (query.error)
    return (
      <ErrorNotice
        title={t("grid.merge.failed")}
        error={query.error}
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  if (!query.data) return <Waiting h={160} />;
  if (query.data.length === 0) return <p className={classes.hint}>{t("grid.merge.none")}</p>;
  return <MergeForm values={query.data.slice(0, MOST)} onClose={onClose} onUndo={onUndo} />;
}

function keyOf({ field, value }: SimilarValue): string {
  return `${field}\u0000${value}`;
}

/** What is written alike but for case, accents and plural is chosen at first; what may be a typo is not. */
function MergeForm({ values, onClose, onUndo }: Omit<Props, "opened"> & { values: readonly SimilarValue[] }) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(values.filter(({ likeness }) => likeness === "same").map(keyOf)),
  );
  const changes = values
    .filter((value) => chosen.has(keyOf(value)))
    .map(({ field, value, near }) => ({ field, action: "merge" as const, find: value, value: near }));
  const toggle = (value: SimilarValue) => {
    const next = new Set(chosen);
    if (!next.delete(keyOf(value))) next.add(keyOf(value));
    setChosen(next);
  };
  return (
    <BulkMaking selection={WHOLE_CATALOG} changes={changes} onClose={onClose} onUndo={onUndo}>
      <Text size="sm">{t("grid.merge.text")}</Text>
      <div className={classes.scroll} tabIndex={0}>
        <table className={classes.sample}>
          <caption className="visually-hidden">{t("grid.merge.title")}</caption>
          <thead>
            <tr>
              <th scope="col">{t("grid.bulk.field")}</th>
              <th scope="col">{t("grid.merge.from")}</th>
              <th scope="col">{t("grid.merge.to")}</th>
            </tr>
          </thead>
          <tbody>
            {values.map((value) => (
              <ValueRow
                key={keyOf(value)}
                value={value}
                checked={chosen.has(keyOf(value))}
                onToggle={() => toggle(value)}
              />
            ))}
          </tbody>
        </table>
      </div>
    </BulkMaking>
  );
}

type RowProps = { value: SimilarValue; checked: boolean; onToggle: () => void };

function ValueRow({ value, checked, onToggle }: RowProps) {
  const { t } = useTranslation();
  const { integer } = useFormats();
  const label = useFieldLabel();
  const words = { value: cleanText(value.value), to: cleanText(value.near) };
  return (
    <tr>
      <td>{label(value.field)}</td>
      <td>
        <Checkbox
          size="xs"
          checked={checked}
          onChange={onToggle}
          aria-label={t("grid.merge.one", words)}
          label={
            <>
              <DataText text={value.value} /> <span className={classes.from}>({integer(value.records)})</span>
            </>
          }
        />
      </td>
      <td>
        <DataText text={value.near} /> <span className={classes.from}>({integer(value.nearRecords)})</span>
      </td>
    </tr>
  );
}
