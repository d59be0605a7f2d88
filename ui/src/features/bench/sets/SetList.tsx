/** Every query set, and the two ways to a new one. */
import { Button, Skeleton } from "@mantine/core";
import { IconFileImport, IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCommandQuery } from "../../../api/hooks";
import { DataText } from "../../../components/DataText";
import { Dialog } from "../../../components/Dialog";
import { QueryError } from "../../../components/QueryError";
import { useFormats } from "../../../i18n/language";
import { EmptyCatalogNotice } from "../../../shared/catalog/StartNotice";
import { useIsCatalogEmpty } from "../../../shared/catalog/useIsCatalogEmpty";
import { useActorName } from "../../../shared/changes/useActorName";
import { CheckShared } from "../../../shared/share/CheckShared";
import { FirstItems } from "../FirstStep";
import { NothingThere } from "../NothingThere";
import { CreateSet } from "./CreateSet";
import { ImportSet } from "./ImportSet";
import { BASE, type QuerySet } from "./names";
import { SetAbout } from "./SetAbout";
import classes from "./Sets.module.css";

export function SetList() {
  const { t } = useTranslation();
  const sets = useCommandQuery("listQuerySets", {});
  const isEmpty = useIsCatalogEmpty();
  const [making, setMaking] = useState<"new" | "import" | null>(null);
  const close = () => setMaking(null);
  return (
    <div className={classes.page}>
      <div className={classes.bar}>
        <p className={classes.about}>{t("sets.about")}</p>
        <div className={classes.buttons}>
          <CheckShared />
          <Button
            variant="default"
            leftSection={<IconFileImport size={16} aria-hidden />}
            onClick={() => setMaking("import")}
          >
            {t("sets.import.open")}
          </Button>
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setMaking("new")}>
            {t("sets.create.open")}
          </Button>
        </div>
      </div>
      {sets.isPending && <Skeleton height={120} radius={10} aria-label={t("sets.loading")} />}
      <QueryError title={t("sets.failed")} query={sets} />
      {sets.data?.length === 0 && (
        <NothingThere title={t("sets.none")} hint={t("sets.noneHint")}>
          {isEmpty && <FirstItems />}
        </NothingThere>
      )}
      {sets.data && sets.data.length > 0 && <EmptyCatalogNotice text={t("noStock.noItems")} />}
      {sets.data && sets.data.length > 0 && (
        <ul className={classes.list} aria-label={t("bench.tab.sets")}>
          {sets.data.map((set) => (
            <li key={set.id} className={classes.card}>
              <SetCard set={set} />
            </li>
          ))}
        </ul>
      )}
      <Dialog opened={making === "new"} onClose={close} title={t("sets.create.title")}>
        <CreateSet onClose={close} />
      </Dialog>
      <Dialog opened={making === "import"} onClose={close} title={t("sets.import.title")}>
        <ImportSet onClose={close} />
      </Dialog>
    </div>
  );
}

function SetCard({ set }: { set: QuerySet }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const actorName = useActorName();
  return (
    <>
      <Link to={`${BASE}/${set.id}`}>
        <DataText text={set.name} />
      </Link>
      <SetAbout set={set}>
        <li>{t("sets.queries", formats.placeCount(set.queries))}</li>
        <li>{t("sets.judged", formats.placeCount(set.judgedQueries))}</li>
        <li title={t("sets.protectedText")}>
          {t("sets.protectedCount", formats.placeCount(set.protectedQueries))}
        </li>
        {set.cases > 0 && <li>{t("sets.casesCount", { shown: formats.integer(set.cases) })}</li>}
        {set.judges.length > 0 && (
          <li>
            {t("sets.judgesAre")} <DataText text={formats.list(set.judges.map(actorName))} />
          </li>
        )}
      </SetAbout>
    </>
  );
}
