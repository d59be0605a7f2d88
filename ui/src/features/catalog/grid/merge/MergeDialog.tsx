/** Values that people wrote in several ways, all over the catalog: made one in a single bulk edit. */
import { Checkbox, Radio, Text } from "@mantine/core";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Req } from "../../../../api/command";
import { useCommandQuery } from "../../../../api/hooks";
import { DataText } from "../../../../components/DataText";
import { QueryError } from "../../../../components/QueryError";
import { Waiting } from "../../../../components/Waiting";
import { useFormats } from "../../../../i18n/language";
import { cleanText } from "../../../../lib/text/text";
import { useFieldLabel } from "../../../../shared/changes/useFieldLabel";
import type { OwnOperation } from "../../shared/ownOperations";
import classes from "../bulk/Bulk.module.css";
import { BulkFrame, type BulkFrameHandle } from "../bulk/BulkFrame";
import { BulkMaking } from "../bulk/BulkMaking";
import { groupSpellings, keyOf, type SimilarValue, type Spelling, type SpellingGroup } from "./spellings";

/** Values that one edit merges at most, as the program takes them. */
const MOST = 200;
/** Every item, whatever the sheet shows at the moment. */
const WHOLE_CATALOG: Req<"bulkEdit">["selection"] = { all: { filters: [], sort: [] }, except: [] };

type Props = {
  opened: boolean;
  onClose: () => void;
  onUndo: (operation: OwnOperation) => void;
  /** Whether anything is chosen that leaving the page loses. */
  onFilled: (isFilled: boolean) => void;
  /** It is being asked whether the page is left: Escape answers that. */
  isAsked: boolean;
};

export function MergeDialog({ opened, onClose, isAsked, ...props }: Props) {
  const { t } = useTranslation();
  return (
    <BulkFrame opened={opened} onClose={onClose} isAsked={isAsked} title={t("grid.merge.title")}>
      {(frame) => <SimilarValues {...props} frame={frame} />}
    </BulkFrame>
  );
}

type WithinProps = Pick<Props, "onUndo" | "onFilled"> & { frame: BulkFrameHandle };

/**
 * The values as they are when the dialog opens. A later reading is not taken over: it would take the form away
 * under a person who chooses, or from an edit that is under way, which ends with it.
 */
function SimilarValues(props: WithinProps) {
  const { t } = useTranslation();
  const query = useCommandQuery("listSimilarValues", {}, { staleTime: 0 });
  const [values, setValues] = useState<readonly SimilarValue[] | null>(null);
  if (values === null && query.data && query.isFetchedAfterMount && !query.isFetching && !query.error)
    setValues(query.data);
  if (values === null)
    return query.error ? <QueryError title={t("grid.merge.failed")} query={query} /> : <Waiting h={160} />;
  if (values.length === 0) return <p className={classes.hint}>{t("grid.merge.none")}</p>;
  const groups = groupSpellings(values.slice(0, MOST));
  return <MergeForm {...props} groups={groups} count={values.length} />;
}

type FormProps = WithinProps & {
  groups: readonly SpellingGroup[];
  /** Values that look like another one, also those that are not listed. */
  count: number;
};

function MergeForm({ groups, count, frame, onFilled, onUndo }: FormProps) {
  const { t } = useTranslation();
  const { integer } = useFormats();
  const [targets, setTargets] = useState<ReadonlyMap<string, string>>(new Map());
  const [proposed] = useState(() => proposeSpellings(groups));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(proposed);
  const isFilled =
    groups.some((group) => targetOf(group, targets) !== targetOf(group, new Map())) ||
    chosen.size !== proposed.size ||
    [...chosen].some((key) => !proposed.has(key));
  const changes = groups.flatMap((group) => {
    const target = targetOf(group, targets);
    return group.spellings
      .filter(({ value }) => value !== target && chosen.has(keyOf(group.field, value)))
      .map(({ value }) => ({ field: group.field, action: "merge" as const, find: value, value: target }));
  });
  const toggle = (key: string) => {
    const next = new Set(chosen);
    if (!next.delete(key)) next.add(key);
    setChosen(next);
  };
  return (
    <BulkMaking
      selection={WHOLE_CATALOG}
      of="catalog"
      changes={changes}
      isFilled={isFilled}
      frame={frame}
      onFilled={onFilled}
      onUndo={onUndo}
    >
      <Text size="sm">{t("grid.merge.text")}</Text>
      {count > MOST && (
        <Text size="sm">{t("grid.merge.first", { shown: integer(count), most: integer(MOST) })}</Text>
      )}
      <div className={classes.scroll} tabIndex={0}>
        <table className={classes.sample}>
          <caption className="visually-hidden">{t("grid.merge.title")}</caption>
          <thead>
            <tr>
              <th scope="col">{t("grid.bulk.field")}</th>
              <th scope="col">{t("grid.merge.stays")}</th>
              <th scope="col">{t("grid.merge.to")}</th>
            </tr>
          </thead>
          {groups.map((group) => (
            <Group
              key={group.key}
              group={group}
              target={targetOf(group, targets)}
              isChosen={({ value }) => chosen.has(keyOf(group.field, value))}
              onTarget={({ value }) => setTargets(new Map(targets).set(group.key, value))}
              onToggle={({ value }) => toggle(keyOf(group.field, value))}
            />
          ))}
        </table>
      </div>
    </BulkMaking>
  );
}

/** What is written alike but for case, accents and plural is chosen at first; what may be a typo is not. */
function proposeSpellings(groups: readonly SpellingGroup[]): Set<string> {
  return new Set(
    groups.flatMap(({ field, spellings }) =>
      spellings.filter(({ same }) => same).map(({ value }) => keyOf(field, value)),
    ),
  );
}

/** The spelling that stays of a group: the one that was chosen, else the first. */
function targetOf({ key, spellings }: SpellingGroup, targets: ReadonlyMap<string, string>): string {
  return targets.get(key) ?? spellings[0]?.value ?? "";
}

type GroupProps = {
  group: SpellingGroup;
  /** The spelling that stays. */
  target: string;
  isChosen: (spelling: Spelling) => boolean;
  onTarget: (spelling: Spelling) => void;
  onToggle: (spelling: Spelling) => void;
};

function Group({ group, target, isChosen, onTarget, onToggle }: GroupProps) {
  const { t } = useTranslation();
  const { integer } = useFormats();
  const label = useFieldLabel();
  const name = useId();
  return (
    <tbody className={classes.spellings}>
      {group.spellings.map((spelling, index) => {
        const { value, records } = spelling;
        const words = { value: cleanText(value), to: cleanText(target) };
        return (
          <tr key={value}>
            <td>{index === 0 && label(group.field)}</td>
            <td>
              <Radio
                size="xs"
                name={name}
                checked={value === target}
                onChange={() => onTarget(spelling)}
                aria-label={t("grid.merge.stay", words)}
                label={
                  <>
                    <DataText text={value} /> <span className={classes.from}>({integer(records)})</span>
                  </>
                }
              />
            </td>
            <td>
              {value !== target && (
                <Checkbox
                  size="xs"
                  checked={isChosen(spelling)}
                  onChange={() => onToggle(spelling)}
                  aria-label={t("grid.merge.one", words)}
                  label={<DataText text={target} />}
                />
              )}
            </td>
          </tr>
        );
      })}
    </tbody>
  );
}
