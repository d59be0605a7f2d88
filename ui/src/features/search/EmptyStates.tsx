/** What stands in the place of results: before the first query, and when nothing was found. */
import { Button, Group, Kbd, Text, Title, UnstyledButton } from "@mantine/core";
import { IconHistory, IconSearch } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Kind, Status } from "../../api/types";
import { DataText } from "../../components/DataText";
import { useFormats } from "../../i18n/language";
import { ITEMS_PATH } from "../catalog/address";
import { StartCatalog } from "../catalog/start/StartCatalog";
import { useRecentQueries } from "./recentQueries";
import classes from "./EmptyStates.module.css";

const EXAMPLES = ["1", "2", "3", "4"] as const;

export function NoQuery({
  kind,
  status,
  onPick,
}: {
  kind: Kind;
  status: Status;
  onPick: (query: string) => void;
}) {
  const { t } = useTranslation();
  const formats = useFormats();
  const recent = useRecentQueries().filter((one) => one.kind === kind);
  const stock = kind === "items" ? status.activeItems : status.faqs;
  if (stock === 0) return <NoStock kind={kind} status={status} />;

  return (
    <div className={classes.welcome}>
      <Title order={2} className={classes.title}>
        {t(`welcome.title.${kind}`, { shown: formats.integer(stock), count: stock })}
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

/** Nothing to be found: how that changes. Of items that search leaves out it is said that they are there. */
function NoStock({ kind, status }: { kind: Kind; status: Status }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const hidden = kind === "items" ? status.items : 0;
  return (
    <div className={classes.welcome}>
      <Title order={2} className={classes.title}>
        {hidden > 0
          ? t("noStock.hidden", { count: hidden, shown: formats.integer(hidden) })
          : t(`noStock.title.${kind}`)}
      </Title>
      <Text c="dimmed" className={classes.text} mb="lg">
        {t(hidden > 0 ? "noStock.hiddenText" : `noStock.text.${kind}`)}
      </Text>
      {kind === "items" && hidden === 0 ? (
        <StartCatalog justify="flex-start" />
      ) : (
        <Group gap="xs">
          <Button component={Link} to={kind === "items" ? ITEMS_PATH : "/catalog/faqs"}>
            {t(`noStock.open.${kind}`)}
          </Button>
          <Button component={Link} to="/catalog/import" variant="default">
            {t("start.import")}
          </Button>
        </Group>
      )}
    </div>
  );
}

type NothingProps = { query: string; filters: number; onClearFilters: () => void };

export function NothingFound({ query, filters, onClearFilters }: NothingProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.nothing}>
      <Title order={3} size="h4">
        {t("nothing.title")} <DataText text={`“${query}”`} />
      </Title>
      <ul className={classes.hints}>
        <li>{t("nothing.fewer")}</li>
        <li>{t("nothing.spelling")}</li>
        <li>{t("nothing.other")}</li>
      </ul>
      {filters > 0 && (
        <Group mt="md">
          <Button variant="light" onClick={onClearFilters}>
            {t("nothing.clearFilters", { count: filters })}
          </Button>
        </Group>
      )}
    </div>
  );
}
