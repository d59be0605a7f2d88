/** One profile: what can be done with it, how it came to be, and what sets it apart from another. */
import { Button, Group } from "@mantine/core";
import { IconBolt, IconDownload, IconListSearch, IconPencil } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCommandQuery } from "../../../api/hooks";
import type { ProfileEntry } from "../../../api/types";
import { DataText } from "../../../components/DataText";
import { QueryError } from "../../../components/QueryError";
import { Waiting } from "../../../components/Waiting";
import { saveText } from "../../../host/save";
import { ActivateDialog } from "./activation/ActivateDialog";
import { DiffSection } from "./DiffSection";
import { Activations, Versions } from "./History";
import { fileOf } from "./profileFile";
import { Marks } from "./ProfileList";
import classes from "./ProfilesDesk.module.css";

type Props = { profile: ProfileEntry; all: readonly ProfileEntry[]; onEdit: () => void };

export function ProfileView({ profile, all, onEdit }: Props) {
  const { t } = useTranslation();
  const [activating, setActivating] = useState(false);
  const query = useCommandQuery("getProfile", { name: profile.name });
  const detail = query.data;
  return (
    <>
      <header className={classes.head}>
        <h2 className={classes.title}>
          <DataText text={profile.name} />
        </h2>
        <Marks profile={profile} />
      </header>
      <Group gap="xs">
        {!profile.active && (
          <Button
            size="xs"
            leftSection={<IconBolt size={16} aria-hidden />}
            onClick={() => setActivating(true)}
          >
            {t("profiles.activate")}
          </Button>
        )}
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPencil size={16} aria-hidden />}
          onClick={onEdit}
        >
          {profile.shipped ? t("profiles.copy") : t("profiles.edit")}
        </Button>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => saveText(`${profile.name}.json`, "application/json", fileOf(profile))}
        >
          {t("profiles.export")}
        </Button>
        <Button
          size="xs"
          variant="default"
          component={Link}
          to={`/bench/inspect?${new URLSearchParams({ profile: profile.name, sliders: "1" })}`}
          leftSection={<IconListSearch size={16} aria-hidden />}
        >
          {t("profiles.try")}
        </Button>
      </Group>
      {query.error ? (
        <QueryError title={t("profiles.historyFailed")} query={query} />
      ) : detail ? (
        <>
          <Versions detail={detail} />
          <Activations detail={detail} />
          <DiffSection profile={detail} all={all} />
        </>
      ) : (
        <Waiting h={160} />
      )}
      {activating && <ActivateDialog profile={profile} onClose={() => setActivating(false)} />}
    </>
  );
}
