/** The products of a group: which stays, which are left out, and what each becomes. */
import { Checkbox, Radio, TextInput } from "@mantine/core";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { DataText } from "../../../components/DataText";
import { cleanText } from "../../../lib/text/text";
import { useFieldLabel } from "../../../shared/changes/useFieldLabel";
import { useValueText } from "../../../shared/changes/useValueText";
import { useFormats } from "../../../i18n/language";
import type { JoinDraft } from "./draft";
import classes from "./Duplicates.module.css";
import type { GroupProduct, JoinedPackage, JoinPreview } from "./types";

type Props = {
  products: readonly GroupProduct[];
  /** Not there as long as nothing is to be joined. */
  preview: JoinPreview | undefined;
  draft: JoinDraft;
  onChange: (part: Partial<JoinDraft>) => void;
};

export function JoinProducts({ products, preview, draft, onChange }: Props) {
  const { t } = useTranslation();
  const name = useId();
  return (
    <div className={classes.scroll} tabIndex={0} role="region" aria-label={t("duplicates.becomes")}>
      <table className={classes.table}>
        <caption className="visually-hidden">{t("duplicates.becomes")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("duplicates.isOne")}</th>
            <th scope="col">{t("duplicates.stays")}</th>
            <th scope="col">{t("duplicates.package")}</th>
          </tr>
        </thead>
        <tbody>
          {products.map((product) => (
            <ProductRow
              key={product.id}
              product={product}
              group={name}
              packages={preview?.packages.filter(({ item }) => item === product.id) ?? []}
              draft={draft}
              onChange={onChange}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type RowProps = Pick<Props, "draft" | "onChange"> & {
  product: GroupProduct;
  /** The name of the radio buttons. */
  group: string;
  packages: readonly JoinedPackage[];
};

function ProductRow({ product, group, packages, draft, onChange }: RowProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { id, name, externalId, price, currency } = product;
  const isIn = !draft.without.has(id);
  const stays = draft.stays === id;
  const words = { name: cleanText(name) };
  const toggle = () => {
    const without = new Set(draft.without);
    if (!without.delete(id)) without.add(id);
    onChange({ without });
  };
  const facts = [externalId, price === null ? null : formats.price(price, currency)].filter((fact) => fact);
  const label = draft.labels.get(id) ?? packages[0]?.package?.label ?? "";
  return (
    <tr data-out={!isIn || undefined}>
      <td>
        <Checkbox
          size="xs"
          checked={isIn}
          disabled={stays}
          onChange={toggle}
          aria-label={t("duplicates.takeIn", words)}
          label={
            <>
              <DataText text={name} />
              {facts.length > 0 && (
                <span className={classes.facts}>
                  <DataText text={facts.join(" · ")} />
                </span>
              )}
            </>
          }
        />
      </td>
      <td>
        <Radio
          size="xs"
          name={group}
          checked={stays}
          disabled={!isIn}
          onChange={() => onChange({ stays: id, name: null })}
          aria-label={t("duplicates.stay", words)}
        />
      </td>
      <td>
        {isIn && product.packages.length === 0 && (
          <TextInput
            size="xs"
            aria-label={t("duplicates.label", words)}
            placeholder={t("duplicates.noPackage")}
            value={label}
            onChange={(event) =>
              onChange({ labels: new Map(draft.labels).set(id, event.currentTarget.value) })
            }
          />
        )}
        {isIn &&
          packages.map((one) => <PackageNote key={JSON.stringify(one)} joined={one} currency={currency} />)}
      </td>
    </tr>
  );
}

/** What a package has, and what it loses; a product that becomes none may lose its code and EAN. */
function PackageNote({ joined, currency }: { joined: JoinedPackage; currency: string }) {
  const { t } = useTranslation();
  const valueText = useValueText();
  const fieldLabel = useFieldLabel();
  const lost = joined.lost.map(({ field, value }) => {
    const label = field === "code" || field === "ean" ? t(`duplicates.field.${field}`) : fieldLabel(field);
    return t("duplicates.lost", { field: label, value: cleanText(valueText(field, value, currency)) });
  });
  if (!joined.package && lost.length === 0) return null;
  return (
    <p className={classes.facts}>
      {joined.package && <DataText text={valueText("packages", [joined.package], currency)} />}
      {joined.isSame && ` (${t("duplicates.same")})`}
      {lost.length > 0 && <span className={classes.lost}> {lost.join("; ")}</span>}
    </p>
  );
}
