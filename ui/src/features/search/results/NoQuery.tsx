/** What stands in the place of results before the first query. */
import { Kbd, Text, Title, UnstyledButton } from "@mantine/core";
import { IconHistory, IconSearch } from "@tabler/icons-react";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import type { Kind, Status } from "../../../api/types";
import { DataText } from "../../../components/DataText";
import { useFormats } from "../../../i18n/language";
import { useRecentQueries } from "../query/recentQueries";
import classes from "../../../components/page/EmptyStates.module.css";
import { NoStock } from "../lazyParts";

const EXAMPLES = ["1", "2", "3", "4"] as const;

export function NoQuery({
  kind,
  status,
  stock,
  onPick,
}: {
  kind: Kind;
  status: Status;
  /** Records of the kind that a search can find. */
  stock: number;
  onPick: (query: string) => void;
}) {
  const { t } = useTranslation();
  const formats = useFormats();
  const recent = useRecentQueries().filter((one) => one.kind === kind);
  if (stock === 0) {
    return (
      <Suspense>
        <NoStock kind={kind} status={status} />
      </Suspense>
    );
  }

  return (
    <div className={classes.welcome}>
      <Title order={2} className={classes.title}>
        {t(`welcome.title.${kind}`, formats.placeCount(stock))}
      </Title>
      <Text c="dimmed" className={classes.text}>
        {t(`welcome.text.${kind}`)}
      </Text>
      <h3 className={classes.label}>{t("welcome.examples")}</h3>
      <ul className={classes.examples}>
        {EXAMPLES.map((number) => {
          const example = t(`example.${kind}.${number}`);
          return (
            <li key={number}>
              <UnstyledButton className={classes.example} onClick={() => onPick(example)}>
                <IconSearch size={16} aria-hidden />
                {example}
              </UnstyledButton>
            </li>
          );
        })}
      </ul>
      {recent.length > 0 && (
        <>
          <h3 className={classes.label}>{t("welcome.recent")}</h3>
          <ul className={classes.examples}>
            {recent.slice(0, 4).map(({ query }) => (
              <li key={query}>
                <UnstyledButton className={classes.example} onClick={() => onPick(query)}>
                  <IconHistory size={16} aria-hidden />
                  <DataText text={query} />
                </UnstyledButton>
              </li>
            ))}
          </ul>
        </>
      )}
      <KeyHints />
    </div>
  );
}

function KeyHints() {
  const { t } = useTranslation();
  const hints = [
    { key: "/", text: t("shortcuts.focus") },
    { key: "J", text: t("shortcuts.next") },
    { key: "I", text: t("shortcuts.inspect") },
    { key: "Ctrl K", text: t("shortcuts.palette") },
  ];
  return (
    <ul className={classes.keys}>
      {hints.map(({ key, text }) => (
        <li key={key}>
          <Kbd size="xs">{key}</Kbd> {text}
        </li>
      ))}
    </ul>
  );
}
