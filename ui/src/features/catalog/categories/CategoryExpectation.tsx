/** What the items of a category are expected to say, by itself and by the categories above it. */
import { Skeleton, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useCommandQuery } from "../../../api/hooks";
import { DataText } from "../../../components/DataText";
import { QueryError } from "../../../components/QueryError";
import { cleanText, fold } from "../../../lib/text/text";
import { useFieldLabel } from "../../../shared/changes/useFieldLabel";
import { useDefinedFields } from "../../../shared/fields/useDefinedFields";
import classes from "./categories.module.css";
import { useCategoryPath } from "./useCategoryPath";

export function CategoryExpectation({ category }: { category: string }) {
  const { t } = useTranslation();
  const label = useFieldLabel();
  const fields = useDefinedFields();
  const above = new Set(useCategoryPath(category, true).map((one) => fold(one.trim())));
  const isRequired = (key: string) =>
    fields.some((field) => field.key === key && field.requiredIn.some((one) => above.has(fold(one.trim()))));
  const query = useCommandQuery("categoryExpectation", { category });
  if (query.error) return <QueryError title={t("expectation.failed")} query={query} />;
  if (!query.data) return <Skeleton h={40} aria-busy />;
  const expected = query.data.attributes.filter((one) => one.expected);
  if (expected.length === 0) return null;
  return (
    <section aria-labelledby="category-expected" className={classes.expected}>
      <Title order={3} size="h5" id="category-expected">
        {t("categories.expected")}
      </Title>
      <ul>
        {expected.map(({ key, inheritedFrom }) => (
          <li key={key}>
            <DataText text={label(`attributes.${key}`)} />
            {isRequired(key) && <strong> · {t("expectation.required")}</strong>}
            {inheritedFrom !== null && (
              <span className={classes.inherited}>
                {" · "}
                <DataText text={t("expectation.inherited", { category: cleanText(inheritedFrom) })} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
