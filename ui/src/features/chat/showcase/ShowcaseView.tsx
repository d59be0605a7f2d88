/** Cards of items in one of four formations. What they show is data; nothing in it is markup. */
import { useTranslation } from "react-i18next";
import { useCommandQuery } from "../../../api/hooks";
import { DataText } from "../../../components/DataText";
import type { ItemState, Showcase } from "../types";
import { Carousel } from "./Carousel";
import { ItemCard } from "./ItemCard";
import classes from "./Showcase.module.css";

export function ShowcaseView({ showcase }: { showcase: Showcase }) {
  const { t } = useTranslation();
  const { formation, entityType, title, items, columns, preset, slots } = showcase;
  const query = useCommandQuery("listItemStates", { ids: items.map(({ id }) => id) });
  const states = new Map<string, ItemState>((query.data ?? []).map((state) => [state.id, state]));
  const label = title ?? t(`showcase.label.${entityType}`, { count: items.length });
  const cards = items.map((item) => (
    <ItemCard
      key={item.id}
      item={item}
      preset={preset}
      slots={slots}
      heading={title === null ? "h3" : "h4"}
      state={states.get(item.id)}
    />
  ));
  return (
    <section
      className={classes.showcase}
      aria-label={label}
      data-bare={items.every(({ picture }) => picture === null) || undefined}
    >
      {title !== null && (
        <h3 className={classes.heading}>
          <DataText text={title} />
        </h3>
      )}
      {formation === "carousel" ? (
        <Carousel label={label}>{cards}</Carousel>
      ) : (
        <ul className={classes.cards} data-formation={formation} data-columns={columns ?? undefined}>
          {cards.map((card) => (
            <li key={card.key}>{card}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
