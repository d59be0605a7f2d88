/** What the items of a category are expected to say, why, and where a person says otherwise. */
import { Button, Checkbox, Group, Skeleton, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Data } from "../../../../api/command";
import { useCommandMutation, useCommandQuery } from "../../../../api/hooks";
import { DataText } from "../../../../components/DataText";
import { ErrorNotice } from "../../../../components/ErrorNotice";
import { QueryError } from "../../../../components/QueryError";
import { useFormats } from "../../../../i18n/language";
import { cleanText } from "../../../../lib/text/text";
import { Disclosure } from "../../../../shared/forms/Disclosure";
import { useFieldLabel } from "../../../../shared/changes/useFieldLabel";
import classes from "./Expectation.module.css";

type CategoryFindings = Data<"categoryExpectation">;

export function Expectation({ category }: { category: string }) {
  const { t } = useTranslation();
  return (
    <Disclosure title={t("expectation.title", { category })}>
      <Attributes key={category} category={category} />
    </Disclosure>
  );
}

function Attributes({ category }: { category: string }) {
  const { t } = useTranslation();
  const query = useCommandQuery("categoryExpectation", { category });
  if (query.error) return <QueryError title={t("expectation.failed")} query={query} />;
  if (!query.data) return <Skeleton h={60} aria-busy />;
  return <ChosenCategory found={query.data} />;
}

function ChosenCategory({ found }: { found: CategoryFindings }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const label = useFieldLabel();
  const reason = useReason();
  const settle = useCommandMutation("settleExpectation");
  const expected = found.attributes.filter((one) => one.own).map((one) => one.key);
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const [added, setAdded] = useState("");
  const now = chosen ?? expected;
  const known = new Set(found.attributes.map((one) => one.key));
  const own = now.filter((key) => !known.has(key));
  const changed =
    chosen !== null && (chosen.length !== expected.length || chosen.some((key) => !expected.includes(key)));
  const send = (attributes: string[] | null) =>
    settle.mutate(
      { category: found.category, attributes, operationId: crypto.randomUUID() },
      // What was ticked meanwhile stays ticked.
      { onSuccess: () => setChosen((now) => (now === chosen ? null : now)) },
    );
  const toggle = (key: string) =>
    setChosen(now.includes(key) ? now.filter((one) => one !== key) : [...now, key]);
  const add = () => {
    const key = added.trim();
    if (key !== "" && !now.includes(key)) setChosen([...now, key]);
    setAdded("");
  };
  const before = found.settled?.before ?? null;
  return (
    <div className={classes.box}>
      <p className={classes.remark}>
        <DataText text={reason(found)} />
      </p>
      <ul className={classes.list}>
        {found.attributes.map((one) => (
          <li key={one.key}>
            <Checkbox
              size="xs"
              checked={one.inheritedFrom !== null || now.includes(one.key)}
              disabled={one.inheritedFrom !== null}
              onChange={() => toggle(one.key)}
              label={
                <>
                  <DataText text={label(`attributes.${one.key}`)} />{" "}
                  <span className={classes.share}>
                    {t("expectation.share", { share: formats.percent(one.share), count: one.items })}
                    {one.inheritedFrom !== null && (
                      <>
                        {" · "}
                        <DataText
                          text={t("expectation.inherited", { category: cleanText(one.inheritedFrom) })}
                        />
                      </>
                    )}
                  </span>
                </>
              }
            />
          </li>
        ))}
        {own.map((key) => (
          <li key={key}>
            <Checkbox
              size="xs"
              checked
              onChange={() => toggle(key)}
              label={<DataText text={label(`attributes.${key}`)} />}
            />
          </li>
        ))}
      </ul>
      <Group gap="xs" align="end">
        <TextInput
          size="xs"
          label={t("expectation.other")}
          value={added}
          onChange={(event) => setAdded(event.currentTarget.value)}
          maxLength={200}
          autoComplete="off"
        />
        <Button size="xs" variant="default" onClick={add} disabled={added.trim() === ""}>
          {t("expectation.add")}
        </Button>
      </Group>
      {settle.error && (
        <ErrorNotice title={t("expectation.notStored")} error={settle.error} onRetry={() => settle.reset()} />
      )}
      <Group gap="xs">
        <Button size="xs" onClick={() => send([...now])} disabled={!changed} loading={settle.isPending}>
          {t("expectation.store")}
        </Button>
        <Button size="xs" variant="default" onClick={() => send(null)} disabled={settle.isPending}>
          {t("expectation.count")}
        </Button>
        {before !== null && (
          <Button size="xs" variant="default" onClick={() => send(before)} disabled={settle.isPending}>
            {t("expectation.back")}
          </Button>
        )}
      </Group>
    </div>
  );
}

/** Words the reason why a category's items should have an attribute. */
function useReason(): (found: CategoryFindings) => string {
  const { t } = useTranslation();
  const formats = useFormats();
  return ({ settled, items }) => {
    if (settled === null) return t("expectation.unsettled", { count: items });
    const when = formats.dateTime(settled.at);
    const { actor, origin, items: count } = settled;
    if (origin === "person") return t("expectation.byPerson", { who: actor ?? "", when });
    return actor === null
      ? t("expectation.counted", { count, when })
      : t("expectation.countedBy", { count, when, who: actor });
  };
}
