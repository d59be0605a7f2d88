/** Prices beside the counter's: the lists of them, and the changes that were made or are planned. */
import { SegmentedControl } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useMay } from "../../../shared/account/useMe";
import { ChangesPart } from "./changes/ChangesPart";
import { ListsPart } from "./lists/ListsPart";
import classes from "./prices.module.css";

const PARTS = ["lists", "changes"] as const;
type Part = (typeof PARTS)[number];
/** What names the open record of a part in the address. */
const OPENED = { lists: "list", changes: "change" } as const;

export function PricesDesk() {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const mayEdit = useMay("edit");
  // Changes show costs beside prices, and are for those who make them.
  const part: Part = mayEdit && params.get("part") === "changes" ? "changes" : "lists";
  const opened = params.get(OPENED[part]);
  const show = (next: Part, record: string | null) =>
    setParams({ part: next, ...(record !== null && { [OPENED[next]]: record }) });
  return (
    <div className={classes.page}>
      {mayEdit && (
        <div className={classes.head} data-open={opened !== null || undefined}>
          <SegmentedControl
            size="xs"
            aria-label={t("prices.parts")}
            value={part}
            onChange={(next) => show(next, null)}
            data={PARTS.map((value) => ({ value, label: t(`prices.part.${value}`) }))}
          />
        </div>
      )}
      <div className={classes.panes}>
        {part === "lists" ? (
          <ListsPart opened={opened} onOpen={(list) => show("lists", list)} />
        ) : (
          <ChangesPart opened={opened} onOpen={(change) => show("changes", change)} />
        )}
      </div>
    </div>
  );
}
