/** One item on a card: the slots of its showcase, and how the item stands now. */
import { useTranslation } from "react-i18next";
import { DataText } from "../../../components/DataText";
import { useFormats } from "../../../i18n/language";
import { pricesOnSale } from "../../../lib/packages/content";
import { useAttributeLabel } from "../../../shared/fields/useDefinedFields";
import type { ItemState, Showcase, ShowcaseItem, SlotDisplay } from "../types";
import { PackageList } from "../../../shared/packages/PackageList";
import { OutOfStock } from "../../../shared/stock/OutOfStock";
import { useStockText } from "../../../shared/stock/useStockText";
import { useThreadActions } from "../thread/state/threadActions";
import { CardPicture } from "./CardPicture";
import classes from "./ItemCard.module.css";

type Heading = "h3" | "h4";
type Props = {
  item: ShowcaseItem;
  preset: Showcase["preset"];
  slots: readonly SlotDisplay[];
  /** The level of its heading: below that of the showcase, where it has one. */
  heading: Heading;
  /** How the item stands now; missing as long as it is not known. */
  state: ItemState | undefined;
};

export function ItemCard({ item, preset, slots, heading, state }: Props) {
  const image = slots.find(({ slot }) => slot === "image");
  return (
    <article className={classes.card} data-preset={preset}>
      {image && (
        <div className={classes.picture} data-display={image.display}>
          <CardPicture id={item.picture} name={item.name} isLarge={image.display === "large"} />
        </div>
      )}
      <div className={classes.body}>
        {slots.map(({ slot, display }) => (
          <SlotView
            key={slot}
            slot={slot}
            display={display}
            item={item}
            heading={heading}
            gone={state?.status === null}
          />
        ))}
        {state && <StateNote item={item} state={state} priced={slots.some(({ slot }) => slot === "price")} />}
      </div>
    </article>
  );
}

type SlotProps = SlotDisplay & { item: ShowcaseItem; heading: Heading; gone: boolean };

function SlotView({ slot, display, item, heading, gone }: SlotProps) {
  const shown = { className: classes[slot], "data-display": display };
  switch (slot) {
    case "image":
      return null;
    case "title":
      return <Title item={item} display={display} heading={heading} gone={gone} />;
    case "category":
      return item.category && <Line {...shown} text={item.category} />;
    case "manufacturer":
      return item.manufacturer && <Line {...shown} text={item.manufacturer} />;
    case "price":
      return <Prices {...shown} item={item} />;
    case "description":
      return item.description && <Line {...shown} text={item.description} multiline />;
    case "tags":
      return <Tags {...shown} tags={item.tags} />;
    case "attributes":
      return <Attributes {...shown} attributes={item.attributes} />;
    case "code":
      return item.externalId && <Line {...shown} text={item.externalId} />;
  }
}

/** What packages cost says more than that the product itself has no price. */
function Prices({ item, ...shown }: SlotAttributes & { item: ShowcaseItem }) {
  const packages = item.packages ?? [];
  return (
    <>
      {(item.price !== null || pricesOnSale(packages).length === 0) && (
        <Price {...shown} price={item.price} currency={item.currency} />
      )}
      <PackageList packages={packages} currency={item.currency ?? "BRL"} compact />
      {item.stock && <Stock stock={item.stock} />}
    </>
  );
}

/** What was known when the answer was made: what is gone is marked, as beside the sources of an answer. */
function Stock({ stock }: { stock: NonNullable<ShowcaseItem["stock"]> }) {
  const spell = useStockText();
  if (stock.isOut) return <OutOfStock stock={stock} />;
  const text = spell(stock);
  return text === null ? null : <Line className={classes.stock} data-display="small" text={text} />;
}

type SlotAttributes = { className: string | undefined; "data-display": SlotDisplay["display"] };

function Line({ text, multiline, ...shown }: SlotAttributes & { text: string; multiline?: boolean }) {
  return (
    <p {...shown}>
      <DataText text={text} multiline={multiline ?? false} />
    </p>
  );
}

function Title({ item, display, heading: Level, gone }: Omit<SlotProps, "slot">) {
  const { t } = useTranslation();
  const { openItem } = useThreadActions();
  return (
    <Level className={classes.title} data-display={display}>
      {gone ? (
        <DataText text={item.name} />
      ) : (
        <button type="button" title={t("showcase.open")} onClick={() => openItem(item.id)}>
          <DataText text={item.name} />
        </button>
      )}
    </Level>
  );
}

function Price({ price, currency, ...shown }: SlotAttributes & Pick<ShowcaseItem, "price" | "currency">) {
  const { t } = useTranslation();
  const formats = useFormats();
  const amount = price === null ? NaN : Number(price);
  if (!Number.isFinite(amount)) return <p className={classes.noPrice}>{t("price.unavailable")}</p>;
  return <p {...shown}>{formats.price(amount, currency ?? "BRL")}</p>;
}

function Tags({ tags, ...shown }: SlotAttributes & { tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <ul {...shown}>
      {tags.map((tag, index) => (
        <li key={index}>
          <DataText text={tag} />
        </li>
      ))}
    </ul>
  );
}

function Attributes({ attributes, ...shown }: SlotAttributes & Pick<ShowcaseItem, "attributes">) {
  const { t } = useTranslation();
  const labelOf = useAttributeLabel();
  if (attributes.length === 0) return null;
  return (
    <dl {...shown}>
      {attributes.map(({ name, value }, index) => (
        <div key={index}>
          <dt>
            <DataText text={labelOf(name)} />
          </dt>
          <dd>
            <DataText text={value === "true" ? t("value.yes") : value === "false" ? t("value.no") : value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** What has become of the item since the answer was made. */
function StateNote({ item, state, priced }: { item: ShowcaseItem; state: ItemState; priced: boolean }) {
  const { t } = useTranslation();
  const formats = useFormats();
  if (state.status === null) return <p className={classes.note}>{t("showcase.deleted")}</p>;
  if (state.status !== "ativo") return <p className={classes.note}>{t(`showcase.${state.status}`)}</p>;
  if (!priced || samePrice(item, state)) return null;
  const { price, currency } = state;
  return (
    <p className={classes.note}>
      {price === null
        ? t("showcase.noPriceNow")
        : t("showcase.priceNow", { price: formats.price(Number(price), currency ?? "BRL") })}
    </p>
  );
}

function samePrice(item: ShowcaseItem, state: ItemState): boolean {
  if (item.price === null || state.price === null) return item.price === state.price;
  return Number(item.price) === Number(state.price) && item.currency === state.currency;
}
