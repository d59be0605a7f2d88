/** In one line where something else stands in the middle of the page: nothing can be found, and how that changes. */
import { Anchor } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Status } from "../../api/types";
import { Notice } from "../../components/Notice";
import { useFormats } from "../../i18n/language";
import { importAddress, itemAddress, ITEMS_PATH } from "./address";
import { DemoState } from "./DemoState";
import { useLoadDemo } from "./useLoadDemo";

export function NoStockNotice({ status }: { status: Status }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const hidden = status.items;
  if (hidden === 0) return <EmptyNotice />;
  return (
    <Notice icon={<IconInfoCircle size={18} />} tone="wait">
      {t("noStock.hidden", { count: hidden, shown: formats.integer(hidden) })}.{" "}
      <Anchor component={Link} to={ITEMS_PATH}>
        {t("noStock.open.items")}
      </Anchor>
    </Notice>
  );
}

/** The catalog has no items at all: the same ways out as in the middle of a page. */
function EmptyNotice() {
  const { t } = useTranslation();
  const demo = useLoadDemo();
  return (
    <>
      <Notice icon={<IconInfoCircle size={18} />} tone="wait">
        {t("noStock.answers")}{" "}
        <Anchor component={Link} to={importAddress("items")}>
          {t("start.import")}
        </Anchor>
        {" · "}
        <Anchor component="button" type="button" onClick={demo.begin} disabled={demo.isPending}>
          {t("start.demo")}
        </Anchor>
        {" · "}
        <Anchor component={Link} to={itemAddress("new")}>
          {t("start.item")}
        </Anchor>
      </Notice>
      <DemoState demo={demo} />
    </>
  );
}
