/** In one line where something else stands in the middle of the page: nothing can be found, and how that changes. */
import { Anchor } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Status } from "../../api/types";
import { Notice } from "../../components/Notice";
import { useFormats } from "../../i18n/language";
import { importAddress, itemAddress, ITEMS_PATH } from "./address";

export function NoStockNotice({ status }: { status: Status }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const hidden = status.items;
  return (
    <Notice icon={<IconInfoCircle size={18} />} tone="wait">
      {hidden > 0
        ? `${t("noStock.hidden", { count: hidden, shown: formats.integer(hidden) })}. `
        : `${t("noStock.answers")} `}
      {hidden > 0 ? (
        <Anchor component={Link} to={ITEMS_PATH}>
          {t("noStock.open.items")}
        </Anchor>
      ) : (
        <>
          <Anchor component={Link} to={importAddress("items")}>
            {t("start.import")}
          </Anchor>
          {" · "}
          <Anchor component={Link} to={itemAddress("new")}>
            {t("start.item")}
          </Anchor>
        </>
      )}
    </Notice>
  );
}
