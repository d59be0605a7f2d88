/** Questions that are there already and ask much the same, while one is being written. */
import { Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCommandQuery } from "../../../api/hooks";
import { DataText } from "../../../components/DataText";
import { fold } from "../../../lib/text/text";
import desk from "../../../shared/desk/desk.module.css";

/** Typing pauses this long before a search. Milliseconds. */
const PAUSE_MS = 400;
/** Questions shown. */
const MOST = 3;
/** Of the words of the shorter question, so many must be in the other for it to be called near. */
const SHARED = 0.6;

export function NearFaqs({ question, own }: { question: string; own: string | null }) {
  const { t } = useTranslation();
  const [asked] = useDebouncedValue(question.trim(), PAUSE_MS);
  const query = useCommandQuery(
    "search",
    { query: asked, kind: "faqs", limit: MOST + 1 },
    { enabled: asked.length >= 8 },
  );
  const faqs = (query.data?.results ?? []).flatMap(({ faq }) => (faq && faq.id !== own ? [faq] : []));
  const near = faqs.filter((faq) => alike(faq.question, asked)).slice(0, MOST);
  if (near.length === 0) return null;
  return (
    <div role="status" className={desk.effect}>
      <Text size="sm" fw={600}>
        {t("faqs.near")}
      </Text>
      <ul>
        {near.map((faq) => (
          <li key={faq.id}>
            <Link to={`/catalog/faqs?faq=${faq.id}`}>
              <DataText text={faq.question} />
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

function alike(a: string, b: string): boolean {
  const [shorter, longer] = [words(a), words(b)].sort((x, y) => x.size - y.size) as [
    Set<string>,
    Set<string>,
  ];
  const shared = [...shorter].filter((word) => longer.has(word)).length;
  return shorter.size > 0 && shared / shorter.size >= SHARED;
}

function words(text: string): Set<string> {
  return new Set(
    fold(text)
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word.length > 2),
  );
}
