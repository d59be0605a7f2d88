/** Which search is looked at: typed here, or a past one that a trace keeps, from where it can be made anew. */
import { Button, Select, SegmentedControl, TextInput } from "@mantine/core";
import { IconHistory, IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCommandQuery } from "../../../api/hooks";
import type { SearchInspection } from "../../../api/types";
import { Notice } from "../../../components/Notice";
import { useFormats } from "../../../i18n/language";
import { cleanText } from "../../../lib/text/text";
import { stateOfRequest } from "../../../shared/search/inspectState";
import classes from "./InspectorDesk.module.css";
import type { InspectStateHandle } from "./state/useInspectState";

/** The choice that leaves the decision to the server. */
const ACTIVE = "";

export function QueryForm({ handle }: { handle: InspectStateHandle }) {
  const { t } = useTranslation();
  const { state, change } = handle;
  const profiles = useCommandQuery("listProfiles", {}, { staleTime: 60_000 });
  // A new query from elsewhere is a new field (see the key): what was typed goes.
  const [typed, setTyped] = useState(state.search.query);
  const active = profiles.data?.find((profile) => profile.active);
  const submit = () =>
    change({
      trace: null,
      at: 0,
      search: { ...state.search, query: typed.trim(), why: null, against: null },
    });
  return (
    <form
      className={classes.form}
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextInput
        className={classes.query}
        aria-label={t("whole.query")}
        placeholder={t("whole.queryPlaceholder")}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        data-autofocus={state.search.query === "" || undefined}
      />
      <SegmentedControl
        size="sm"
        aria-label={t("whole.kind")}
        value={state.kind}
        data={[
          { value: "items", label: t("whole.kinds.items") },
          { value: "faqs", label: t("whole.kinds.faqs") },
        ]}
        onChange={(kind) =>
          change({
            kind,
            trace: null,
            at: 0,
            search: { ...state.search, query: typed.trim(), why: null, against: null },
          })
        }
      />
      <Select
        className={classes.profile}
        aria-label={t("advanced.profile")}
        value={state.search.profile ?? ACTIVE}
        data={[
          {
            value: ACTIVE,
            label: active
              ? t("advanced.activeProfile", { name: cleanText(active.name) })
              : t("advanced.defaultProfile"),
          },
          ...(profiles.data ?? []).map(({ name }) => ({ value: name, label: cleanText(name) })),
        ]}
        onChange={(name) => change({ search: { ...state.search, profile: name || null } })}
      />
      <Button type="submit" disabled={typed.trim() === ""}>
        {t("whole.inspect")}
      </Button>
    </form>
  );
}

/** Over a past search: that it is one, and the way to make it again. */
export function PastSearch({
  inspection,
  handle,
}: {
  inspection: SearchInspection;
  handle: InspectStateHandle;
}) {
  const { t } = useTranslation();
  const formats = useFormats();
  if (inspection.recordedAt === null) return null;
  return (
    <Notice icon={<IconHistory size={18} />}>
      <span className={classes.past}>
        <span>
          {t("whole.past", { when: formats.dateTime(inspection.recordedAt) })}{" "}
          <strong>“{cleanText(inspection.query)}”</strong>
        </span>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => handle.change({ trace: null, at: 0, ...stateOfRequest(inspection.search) })}
        >
          {t("whole.again")}
        </Button>
      </span>
    </Notice>
  );
}
