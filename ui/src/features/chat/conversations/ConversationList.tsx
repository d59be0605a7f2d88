/** All conversations, newest first in groups by time, with a search through their texts. */
import { Button, Skeleton, Switch, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconPlus, IconSearch } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCommandQuery } from "../../../api/hooks";
import { QueryError } from "../../../components/QueryError";
import { useFormats } from "../../../i18n/language";
import { useMay, useMyAccount } from "../../../shared/account/useMe";
import classes from "./ConversationList.module.css";
import { ConversationRow } from "./ConversationRow";
import { CONVERSATION_SEARCH_ID } from "../focus";
import { groupByTime, type Period } from "./groups";

const PAGE = 60;
/** Typing pauses this long before the texts are searched. Milliseconds. */
const PAUSE_MS = 200;

type Props = { openId: string | null; onNew: () => void; onPick: () => void };

export function ConversationList({ openId, onNew, onPick }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const [limit, setLimit] = useState(PAGE);
  const [everybody, setEverybody] = useState(false);
  // Without accounts all conversations are those of everybody.
  const account = useMyAccount();
  const mayLook = useMay("administer") && account !== null;
  const [paused] = useDebouncedValue(typed, PAUSE_MS);
  const text = paused.trim();
  const query = useCommandQuery(
    "listConversations",
    { text: text === "" ? null : text, limit, ...(everybody && { everybody }) },
    { placeholderData: keepPreviousData },
  );
  const { conversations = [], total = 0 } = query.data ?? {};

  return (
    <div className={classes.list}>
      <div className={classes.top}>
        <Button
          fullWidth
          variant="light"
          leftSection={<IconPlus size={17} aria-hidden />}
          onClick={onNew}
          aria-keyshortcuts="Alt+N"
        >
          {t("conversations.new")}
        </Button>
        <TextInput
          id={CONVERSATION_SEARCH_ID}
          size="sm"
          mt={8}
          type="search"
          leftSection={<IconSearch size={16} aria-hidden />}
          placeholder={t("conversations.search")}
          aria-label={t("conversations.search")}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setLimit(PAGE);
          }}
          onKeyDown={(event) => {
            if (event.key !== "Escape" || typed === "") return;
            event.stopPropagation();
            setTyped("");
            setLimit(PAGE);
          }}
        />
        {mayLook && (
          <Switch
            size="xs"
            mt={8}
            label={t("conversations.everybody")}
            description={everybody ? t("conversations.everybodyText") : undefined}
            checked={everybody}
            onChange={(event) => {
              setEverybody(event.currentTarget.checked);
              setLimit(PAGE);
            }}
          />
        )}
      </div>
      <div className={classes.scroll}>
        <QueryError title={t("conversations.failed")} query={query} />
        {query.isPending && <Waiting />}
        {query.data && conversations.length === 0 && (
          <p className={classes.none}>{text === "" ? t("conversations.none") : t("conversations.nothing")}</p>
        )}
        {groupByTime(conversations, new Date()).map(({ period, conversations: members }) => (
          <section key={String(period)}>
            <h3 className={classes.period}>
              <PeriodName period={period} />
            </h3>
            <ul className={classes.rows}>
              {members.map((conversation) => (
                <li key={conversation.id}>
                  <ConversationRow
                    conversation={conversation}
                    open={conversation.id === openId}
                    search={text}
                    onPick={onPick}
                  />
                </li>
              ))}
            </ul>
          </section>
        ))}
        {conversations.length < total && (
          <Button
            fullWidth
            variant="subtle"
            size="xs"
            mt={8}
            loading={query.isFetching}
            onClick={() => setLimit(limit + PAGE)}
          >
            {t("conversations.more")}
          </Button>
        )}
      </div>
    </div>
  );
}

function PeriodName({ period }: { period: Period | Date }) {
  const { t } = useTranslation();
  const formats = useFormats();
  return period instanceof Date ? formats.month(period) : t(`conversations.period.${period}`);
}

function Waiting() {
  const { t } = useTranslation();
  return (
    <div className={classes.waiting} aria-busy aria-label={t("search.loading")}>
      {[70, 85, 60, 75, 50].map((width) => (
        <Skeleton key={width} h={18} w={`${width}%`} />
      ))}
    </div>
  );
}
