/** One source of an answer: what it is, what it costs, why it was found, and the ways further in. */
import { ActionIcon, Tooltip } from "@mantine/core";
import { IconChartBar, IconFileText, IconMessageQuestion } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { DataText } from "../../../components/DataText";
import { useFormats } from "../../../i18n/language";
import { hasTerm, putMatchingFirst } from "../../../lib/text/text";
import type { ItemDocument } from "../../../bindings";
import { Thumbnail } from "../../../shared/pictures/Thumbnail";
import { OutOfStock } from "../../../shared/stock/OutOfStock";
import type { ChatSource } from "../types";
import classes from "./SourceCard.module.css";

const TAGS_SHOWN = 5;
const DOCUMENTS_SHOWN = 3;

type Props = {
  source: ChatSource;
  active: boolean;
  /** The address of its small picture. */
  picture: string | undefined;
  /** Its label, leaflet and safety data sheet. */
  documents: readonly ItemDocument[];
  onOpen: () => void;
  /** Missing as long as the search behind it is not known. */
  onInspect: (() => void) | undefined;
};

export function SourceCard({ source, active, picture, documents, onOpen, onInspect }: Props) {
  const { t } = useTranslation();
  const formats = useFormats();
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (active) card.current?.scrollIntoView({ block: "nearest", behavior: "smooth" });
  }, [active]);

  const tags = putMatchingFirst(source.tags, source.matched);
  return (
    <article ref={card} className={classes.card} data-active={active || undefined}>
      <Thumbnail src={picture} name={source.title} className={classes.picture} />
      <div className={classes.head}>
        <span className={classes.mark} aria-hidden>
          {source.mark}
        </span>
        <h3 className={classes.heading}>
          <button type="button" className={classes.title} onClick={onOpen}>
            <DataText text={source.title} highlight={source.matched} />
          </button>
        </h3>
        {onInspect && (
          <Tooltip label={t("hit.inspect", { score: formats.score(source.score) })}>
            <ActionIcon
              size={26}
              onClick={onInspect}
              aria-label={t("hit.inspect", { score: formats.score(source.score) })}
            >
              <IconChartBar size={16} />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
      {source.type === "item" ? <ItemFacts source={source} /> : <FaqFact />}
      {documents.length > 0 && <Documents documents={documents} />}
      {source.snippet !== "" && (
        <p className={classes.snippet}>
          <DataText text={source.snippet} highlight={source.matched} />
        </p>
      )}
      {tags.length > 0 && (
        <ul className={classes.tags}>
          {tags.slice(0, TAGS_SHOWN).map((tag, index) => (
            <li key={index} data-match={hasTerm(tag, source.matched) || undefined}>
              <DataText text={tag} />
            </li>
          ))}
          {tags.length > TAGS_SHOWN && <li>+{tags.length - TAGS_SHOWN}</li>}
        </ul>
      )}
      <Why source={source} />
    </article>
  );
}

function ItemFacts({ source }: { source: ChatSource }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { category, manufacturer, price, currency } = source;
  const amount = price === null ? NaN : Number(price);
  return (
    <div className={classes.facts}>
      <span className={classes.origin}>
        {category && <DataText text={category} />}
        {category && manufacturer && <span aria-hidden> · </span>}
        {manufacturer && <DataText text={manufacturer} />}
      </span>
      {Number.isFinite(amount) ? (
        <span className={classes.price}>{formats.price(amount, currency ?? "BRL")}</span>
      ) : (
        <span className={classes.noPrice}>{t("price.unavailable")}</span>
      )}
      <OutOfStock stock={source.stock} />
    </div>
  );
}

/** What the dealer has of the product on paper: `Bula: bula-2024.pdf`. */
function Documents({ documents }: { documents: readonly ItemDocument[] }) {
  const { t } = useTranslation();
  return (
    <ul className={classes.documents}>
      {documents.slice(0, DOCUMENTS_SHOWN).map(({ id, kind, name }) => (
        <li key={id}>
          <IconFileText size={14} aria-hidden />
          <span>
            {t(`files.kind.${kind}`)}: <DataText text={name} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function FaqFact() {
  const { t } = useTranslation();
  return (
    <p className={classes.faq}>
      <IconMessageQuestion size={15} aria-hidden />
      {t("sources.faq")}
    </p>
  );
}

/** By which search it was found, and by which words. */
function Why({ source: { foundBy, matched } }: { source: ChatSource }) {
  const { t } = useTranslation();
  const vector = foundBy.includes("vector");
  const lexical = foundBy.includes("lexical");
  return (
    <p className={classes.why}>
      {vector && <span className={classes.dot} data-list="vector" aria-hidden />}
      {lexical && <span className={classes.dot} data-list="lexical" aria-hidden />}
      {vector && lexical && t("sources.foundBy.both")}
      {vector && !lexical && t("sources.foundBy.vector")}
      {!vector && lexical && t("sources.foundBy.lexical")}
      {matched.length > 0 && (
        <>
          {": "}
          <span className={classes.words}>
            <DataText text={matched.join(", ")} />
          </span>
        </>
      )}
    </p>
  );
}
