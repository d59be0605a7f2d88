/** A category that is chosen: where it stands, what it has, what is expected of it, and what can be done with it. */
import { Anchor, Button, Group, Text, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { DataText } from "../../../components/DataText";
import { useFormats } from "../../../i18n/language";
import { useMay } from "../../../shared/account/useMe";
import { ITEMS_PATH } from "../../../shared/catalog/address";
import { writeGridState } from "../../../shared/filters/gridState";
import classes from "./categories.module.css";
import { CategoryExpectation } from "./CategoryExpectation";
import { childrenOf, pathOf, type Tree } from "./tree";
import type { Category, ChangeKind } from "./types";

type Props = { tree: Tree; category: Category; onChange: (kind: ChangeKind) => void };

/** In the order of the buttons; a new one is made below the category. */
const KINDS = ["rename", "move", "merge", "create", "delete"] as const satisfies readonly ChangeKind[];

export function CategoryDetails({ tree, category, onChange }: Props) {
  const { t } = useTranslation();
  const { integer } = useFormats();
  const mayEdit = useMay("edit");
  const children = childrenOf(tree, category).length;
  const isEmpty = category.items === 0 && children === 0;
  const above = pathOf(tree, category).slice(0, -1);
  const filter = { column: "category", test: "is" as const, values: [category.name] };
  const items = writeGridState(new URLSearchParams(), { text: "", filters: [filter], sort: [] });
  return (
    <section aria-labelledby="category-title">
      <Title order={2} size="h4" id="category-title">
        <DataText text={category.name} />
      </Title>
      <Text size="sm" c="dimmed">
        {above.length === 0 ? (
          t("categories.atTop")
        ) : (
          <DataText text={above.map(({ name }) => name).join(" › ")} />
        )}
      </Text>
      <dl className={classes.facts}>
        <dt>{t("categories.own")}</dt>
        <dd>
          {t("categories.counts", { active: integer(category.active), items: integer(category.items) })}
        </dd>
        {children > 0 && (
          <>
            <dt>{t("categories.withBelow")}</dt>
            <dd>
              {t("categories.counts", {
                active: integer(category.activeInAll),
                items: integer(category.itemsInAll),
              })}
            </dd>
          </>
        )}
      </dl>
      {category.itemsInAll > 0 && (
        <Anchor component={Link} to={`${ITEMS_PATH}?${items.toString()}`} size="sm">
          {t("categories.showItems")}
        </Anchor>
      )}
      <CategoryExpectation category={category.name} />
      {mayEdit && (
        <Group gap="sm" mt="md">
          {KINDS.filter((kind) => kind !== "delete" || isEmpty).map((kind) => (
            <Button key={kind} variant="default" onClick={() => onChange(kind)}>
              {t(`categories.do.${kind}`)}
            </Button>
          ))}
        </Group>
      )}
      {mayEdit && !isEmpty && (
        <Text size="sm" c="dimmed" mt="sm">
          {t("categories.notEmpty")}
        </Text>
      )}
    </section>
  );
}
