/** The ways out of an empty catalog: a file, the demo, or a first item or question by hand. */
import { Button, Group } from "@mantine/core";
import { IconFileImport, IconPlus, IconSparkles } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Kind } from "../../api/types";
import { RoleNotice } from "../account/RoleNotice";
import { useMay } from "../account/useMe";
import { importAddress, itemAddress, NEW_FAQ } from "./address";
import { DemoState } from "./DemoState";
import { useLoadDemo } from "./useLoadDemo";

type Props = {
  justify: "center" | "flex-start";
  /** What is begun with by hand. */
  kind?: Kind;
};

export function StartCatalog({ justify, kind = "items" }: Props) {
  const { t } = useTranslation();
  const demo = useLoadDemo();
  const mayEdit = useMay("edit");
  const mayLoad = useMay("administer");
  if (!mayEdit) return <RoleNotice access="edit" />;
  return (
    <>
      <Group gap="xs" justify={justify}>
        <Button
          component={Link}
          to={importAddress(kind)}
          leftSection={<IconFileImport size={17} aria-hidden />}
        >
          {t("start.import")}
        </Button>
        {mayLoad && (kind === "items" || demo.isOffered) && (
          <Button
            variant="default"
            leftSection={<IconSparkles size={17} aria-hidden />}
            loading={demo.isPending}
            onClick={demo.begin}
          >
            {t("start.demo")}
          </Button>
        )}
        <Button
          component={Link}
          to={kind === "items" ? itemAddress("new") : NEW_FAQ}
          variant="default"
          leftSection={<IconPlus size={17} aria-hidden />}
        >
          {t(kind === "items" ? "start.item" : "start.faq")}
        </Button>
      </Group>
      <DemoState demo={demo} />
    </>
  );
}
