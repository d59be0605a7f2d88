/** In one line where something else stands in the middle of the page: nothing can be found, and how that changes. */
import { Anchor } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Status } from "../../api/types";
import { Notice } from "../../components/Notice";
import { useFormats } from "../../i18n/language";
import { ITEMS_PATH } from "./address";
import { StartNotice } from "./StartNotice";

export function NoStockNotice({ status }: { status: Status }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const hidden = status.items;
  if (hidden === 0) return <StartNotice text={t("noStock.answers")} />;
  return (
    <Notice icon={<IconInfoCircle size={18} />} tone="wait">
      {t("noStock.hidden", formats.placeCount(hidden))}.{" "}
      <Anchor inherit component={Link} to={ITEMS_PATH}>
        {t("noStock.open.items")}
      </Anchor>
    </Notice>
  );
}
