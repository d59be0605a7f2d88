"""What a capable programmer writes in an afternoon: tsvector, HNSW and RRF in the same PostgreSQL."""

import threading

import psycopg

from measure import DIMENSIONS, embed, text_of

SCHEMA = f"""
CREATE EXTENSION IF NOT EXISTS vector;
CREATE TABLE items (id text PRIMARY KEY, body text NOT NULL, category text, price numeric,
  words tsvector GENERATED ALWAYS AS (to_tsvector('portuguese', body)) STORED, embedding halfvec({DIMENSIONS}) NOT NULL);
"""
INDEXES = """
CREATE INDEX ON items USING gin (words);
CREATE INDEX ON items (category);
CREATE INDEX ON items (price);
SET maintenance_work_mem = '512MB';
CREATE INDEX ON items USING hnsw (embedding halfvec_ip_ops);
ANALYZE items;
"""
SEARCH = """
WITH by_words AS (
  SELECT id, row_number() OVER (ORDER BY rank DESC, id) AS place FROM (
    SELECT id, ts_rank(words, query) AS rank FROM items, replace(plainto_tsquery('portuguese', %(text)s)::text, '&', '|')::tsquery AS query
    WHERE words @@ query {where} ORDER BY 2 DESC LIMIT 100) AS w),
by_vectors AS (
  SELECT id, row_number() OVER (ORDER BY distance, id) AS place FROM (
    SELECT id, embedding <#> %(vector)s::halfvec AS distance FROM items WHERE true {where}
    ORDER BY embedding <#> %(vector)s::halfvec LIMIT 100) AS v)
SELECT id, body FROM (
  SELECT id, coalesce(1.0 / (60 + w.place), 0) + coalesce(1.0 / (60 + v.place), 0) AS score
  FROM by_words w FULL JOIN by_vectors v USING (id) ORDER BY 2 DESC, 1 LIMIT 10) AS best
JOIN items USING (id) ORDER BY score DESC, id
"""


class PlainPostgres:
    def __init__(self, login):
        self.login, self.local = login, threading.local()

    def load(self, items):
        with psycopg.connect(**self.login, dbname="postgres", autocommit=True) as owner:
            owner.execute("DROP DATABASE IF EXISTS peers")
            owner.execute("CREATE DATABASE peers")
        with psycopg.connect(**self.login, dbname="peers", autocommit=True) as own:
            own.execute(SCHEMA)
            with own.cursor() as cursor, cursor.copy("COPY items (id, body, category, price, embedding) FROM STDIN") as rows:
                for item in items:
                    body = text_of(item)
                    vector = "[" + ",".join(f"{number:.5f}" for number in embed(body)) + "]"
                    rows.write_row((item["external_id"], body, item["category"], item["price"], vector))
            own.execute(INDEXES)

    def connection(self):
        own = getattr(self.local, "connection", None)
        if own is None:
            own = self.local.connection = psycopg.connect(**self.login, dbname="peers", autocommit=True)
            own.execute("SET hnsw.iterative_scan = relaxed_order")
            own.execute("SET hnsw.ef_search = 125")
        return own

    def search(self, query, category=None, most=None):
        where = "" if category is None else " AND category = %(category)s"
        where += "" if most is None else " AND price <= %(most)s"
        vector = "[" + ",".join(f"{number:.5f}" for number in embed(query)) + "]"
        values = {"text": query, "vector": vector, "category": category, "most": most}
        return self.connection().execute(SEARCH.format(where=where), values).fetchall()
