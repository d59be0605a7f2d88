/** An item's free attributes, however deep: pairs as a table, lists of objects as a table of their own. */
import { useTranslation } from "react-i18next";
import { DataText } from "../../components/DataText";
import { useFormats } from "../../i18n/language";
import { attributeLabel } from "../../lib/text/attributeLabel";
import { useAttributeLabel } from "../fields/useDefinedFields";
import classes from "./AttributeTable.module.css";

/** Deeper than people read; below it the value is shown as JSON text. */
const MAX_DEPTH = 6;

/** Lists of words no longer than this read best in one line. */
const SHORT = 40;

type Fields = Record<string, unknown>;

export function AttributeTable({ attributes }: { attributes: Fields }) {
  return <Pairs fields={attributes} depth={0} />;
}

function Pairs({ fields, depth }: { fields: Fields; depth: number }) {
  const fieldLabel = useAttributeLabel();
  // What stands inside of an attribute is no attribute.
  const labelOf = depth === 0 ? fieldLabel : attributeLabel;
  return (
    <table className={classes.pairs}>
      <tbody>
        {Object.entries(fields).map(([key, value]) => {
          const label = <DataText text={labelOf(key)} />;
          const content = <Value value={value} depth={depth + 1} />;
          // What is a table itself gets the whole width, under its name.
          return isWide(value) ? (
            <tr key={key}>
              <td colSpan={2}>
                <div className={classes.name}>{label}</div>
                <div className={classes.inner}>{content}</div>
              </td>
            </tr>
          ) : (
            <tr key={key}>
              <th scope="row">{label}</th>
              <td>{content}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isWide(value: unknown): boolean {
  return (
    isObject(value) || (Array.isArray(value) && value.some((one) => typeof one === "object" && one !== null))
  );
}

function Value({ value, depth }: { value: unknown; depth: number }) {
  const { t } = useTranslation();
  const { plainNumber } = useFormats();
  if (value === null || value === undefined || value === "") return <span className={classes.none}>—</span>;
  if (typeof value === "boolean") return value ? t("value.yes") : t("value.no");
  if (typeof value === "number") return plainNumber(value);
  if (typeof value === "string") return <DataText text={value} multiline />;
  if (depth > MAX_DEPTH) return <DataText text={JSON.stringify(value)} />;
  if (!Array.isArray(value)) return <Pairs fields={value as Fields} depth={depth} />;
  if (value.length === 0) return <span className={classes.none}>—</span>;
  if (value.every((one) => typeof one === "string" && one.length <= SHORT))
    return <DataText text={value.join(", ")} />;
  return <Values values={value as unknown[]} depth={depth} />;
}

function Values({ values, depth }: { values: unknown[]; depth: number }) {
  const columns = sharedColumns(values);
  if (columns) return <Rows rows={values as Fields[]} columns={columns} depth={depth} />;
  return (
    <ul className={classes.values}>
      {values.map((value, index) => (
        <li key={index}>
          <Value value={value} depth={depth + 1} />
        </li>
      ))}
    </ul>
  );
}

function Rows({ rows, columns, depth }: { rows: Fields[]; columns: string[]; depth: number }) {
  return (
    <div className={classes.scroll}>
      <table className={classes.rows}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                <DataText text={attributeLabel(column)} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {columns.map((column) => (
                <td key={column}>
                  <Value value={row[column]} depth={depth + 1} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The columns of a list of alike objects, at most five; null where a table would not help. */
function sharedColumns(values: unknown[]): string[] | null {
  const columns = new Set<string>();
  for (const value of values) {
    if (!isObject(value)) return null;
    for (const key of Object.keys(value)) columns.add(key);
  }
  return columns.size > 0 && columns.size <= 5 ? [...columns] : null;
}
