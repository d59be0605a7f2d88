/** A record as a judge sees it: all that a customer would see, nothing of what search thinks of it. */
import { useTranslation } from "react-i18next";
import { DataText } from "../../../components/DataText";
import { useFormats } from "../../../i18n/language";
import { AttributeTable } from "../../../shared/record/AttributeTable";
import { Price } from "../../../shared/record/HitCard";
import type { Card } from "../sets/names";
import classes from "./Judge.module.css";

export function JudgeCard({ card, blind }: { card: Card; blind: boolean }) {
  const { item, faq } = card;
  return (
    // It scrolls where it is long: by keys too.
    <article className={classes.card} tabIndex={0}>
      <div className={classes.title}>
        <h4>
          <DataText text={item?.name ?? faq?.question ?? card.record} />
        </h4>
        {item && <Price item={item} />}
      </div>
      {item && (
        <p className={classes.origin}>
          <DataText text={[item.category, item.manufacturer].filter(Boolean).join(" · ")} />
        </p>
      )}
      {!blind && <Standing card={card} />}
      {(item?.description ?? faq?.answer) && (
        <p className={classes.text}>
          <DataText text={item?.description ?? faq?.answer ?? ""} multiline />
        </p>
      )}
      {item && Object.keys(item.attributes).length > 0 && <AttributeTable attributes={item.attributes} />}
      {(item?.tags ?? faq?.tags ?? []).length > 0 && (
        <p className={classes.origin}>
          <DataText text={(item?.tags ?? faq?.tags ?? []).join(" · ")} />
        </p>
      )}
    </article>
  );
}

function Standing({ card }: { card: Card }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const found = [card.byWords && t("judge.byWords"), card.byVectors && t("judge.byVectors")].filter(
    (word) => word !== false && word !== null,
  );
  return (
    <p className={classes.standing}>
      {card.place === null
        ? t("judge.unplaced")
        : t("judge.place", { place: formats.integer(card.place), score: formats.score(card.score ?? 0) })}
      {found.length > 0 && ` · ${formats.list(found)}`}
    </p>
  );
}
