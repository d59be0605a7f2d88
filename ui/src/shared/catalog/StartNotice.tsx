/**
 * Notice of an empty catalog in one line, with links to add the first items, for pages whose center holds other
 * content.
 */
import { Anchor } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Notice } from "../../components/Notice";
import { useMay } from "../account/useMe";
import { importAddress, itemAddress } from "./address";
import { DemoState } from "./DemoState";
import { useIsCatalogEmpty } from "./useIsCatalogEmpty";
import { useLoadDemo } from "./useLoadDemo";

type Props = {
  /** The feature that the page lacks without items. */
  text: string;
  /** The page imports a file itself. */
  isImport?: boolean;
};

export function StartNotice({ text, isImport = false }: Props) {
  const { t } = useTranslation();
  const demo = useLoadDemo();
  const ways = {
    import: (
      <Anchor inherit underline="always" component={Link} to={importAddress("items")}>
        {t("start.import")}
      </Anchor>
    ),
    demo: (
      <Anchor
        inherit
        underline="always"
        component="button"
        type="button"
        onClick={demo.begin}
        disabled={demo.isPending}
      >
        {t("start.demo")}
      </Anchor>
    ),
    item: (
      <Anchor inherit underline="always" component={Link} to={itemAddress("new")}>
        {t("start.item")}
      </Anchor>
    ),
  };
  const mayEdit = useMay("edit");
  const mayLoad = useMay("administer");
  const names = (["import", "demo", "item"] as const).filter(
    (way) => (way === "demo" ? mayLoad : mayEdit) && (way !== "import" || !isImport),
  );
  return (
    <>
      <Notice icon={<IconInfoCircle size={18} />} tone="wait">
        {text}{" "}
        {names.map((way, at) => (
          <Fragment key={way}>
            {at > 0 && " · "}
            {ways[way]}
          </Fragment>
        ))}
      </Notice>
      <DemoState demo={demo} />
    </>
  );
}

/** The notice above a page that also works without items; renders nothing where items exist. */
export function EmptyCatalogNotice(props: Props) {
  return useIsCatalogEmpty() ? <StartNotice {...props} /> : null;
}
