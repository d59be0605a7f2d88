"""`make bench-peers`: Celeiro, LanceDB and a plain PostgreSQL on the same catalog in one go.

CELEIRO_PEERS_ITEMS (100000) is the size, CELEIRO_PEERS_SOURCE (the demo catalog) the items whose texts are mixed,
CELEIRO_PEERS_QUERIES (the demo's) the queries. Ratios mean something; milliseconds of different days do not.
"""

import contextlib
import os
import pathlib
import random
import tempfile
import time

from catalog import ROOT, read_lines, write_items
from celeiro_peer import Celeiro
from lancedb_peer import LanceDb
from measure import time_searches
from postgres_peer import PlainPostgres

ITEMS = int(os.environ.get("CELEIRO_PEERS_ITEMS", "100000"))
SOURCE = os.environ.get("CELEIRO_PEERS_SOURCE", str(ROOT / "demo/items.jsonl"))
QUERIES = os.environ.get("CELEIRO_PEERS_QUERIES", str(ROOT / "demo/queries.jsonl"))
COUNT = 200
FUSIONS = ["relevance", "enhanced", "rrf", "simple"]
SORTS = ["priceAsc", "name", "newest"]


def seconds(work):
    begun = time.time()
    work()
    return time.time() - begun


def show(what, figures, beside=None):
    """Prints a row, with the ratio of its p95 to `beside`'s where there is one, and returns the figures."""
    p50, p95, rate = figures
    ratio = f" {p95 / beside[1]:8.2f}" if beside else ""
    print(f"{what:<58} {p50:8.1f} {p95:8.1f} {rate:8.0f}{ratio}", flush=True)
    return figures


def megabytes(folder):
    """The size of all files below `folder`, but for those that the server removes meanwhile."""
    total = 0
    for file in pathlib.Path(folder).rglob("*"):
        with contextlib.suppress(FileNotFoundError):
            total += file.stat().st_size if file.is_file() else 0
    return total / 1e6


def main():
    folder = tempfile.mkdtemp(prefix="celeiro-peers-")
    path = f"{folder}/items.jsonl"
    write_items(path, ITEMS, 11, SOURCE)
    items = read_lines(path)
    queries = [line["query"] for line in read_lines(QUERIES)]
    random.Random(3).shuffle(queries)
    category = max({i["category"] for i in items if i["category"]}, key=[i["category"] for i in items].count)
    narrow = {"category": category, "most": 100}
    conditions = [("no condition", {}), ("category", {"category": category}), ("price", {"most": 100}), ("category and price", narrow)]

    celeiro = Celeiro(str(ROOT / "target/release/celeiro"), f"{folder}/celeiro")
    lance, plain = LanceDb(f"{folder}/lance"), None
    print(f"{ITEMS} items, {len(queries)} queries, category {category!r}, price up to 100; {folder}")
    print(f"load and index, Celeiro: {seconds(lambda: celeiro.load(path)):.0f} s", flush=True)
    try:
        celeiro.start()
        print(f"data folder, Celeiro: {megabytes(celeiro.folder):.0f} MB", flush=True)
        plain = PlainPostgres(celeiro.login())
        print(f"load and index, LanceDB: {seconds(lambda: lance.load(items)):.0f} s", flush=True)
        print(f"load and index, plain PostgreSQL: {seconds(lambda: plain.load(items)):.0f} s", flush=True)
        print(f"{'':<58} {'p50 ms':>8} {'p95 ms':>8} {'a second':>8} {'p95 : LanceDB':>8}")
        for name, condition in conditions:
            filters = {"category": condition.get("category"), "maxPrice": condition.get("most")}
            filters = {key: value for key, value in filters.items() if value is not None}
            lances = show(f"LanceDB, {name}", time_searches(lambda q: lance.search(q, **condition), queries, COUNT))
            show(f"plain PostgreSQL, {name}", time_searches(lambda q: plain.search(q, **condition), queries, COUNT))
            for fusion in FUSIONS:
                request = {"limit": 10, "fusion": fusion, "filters": filters}
                ask = lambda q, request=request: celeiro.search({**request, "query": q})
                show(f"Celeiro, {fusion}, {name}", time_searches(ask, queries, COUNT), lances)
        for sort in SORTS:
            ask = lambda q, sort=sort: celeiro.search({"query": q, "limit": 10, "sort": sort})
            show(f"Celeiro, by {sort}", time_searches(ask, queries, COUNT))
        for name, search in [
            ("Celeiro, relevance", lambda q: celeiro.search({"query": q, "limit": 10})),
            ("LanceDB", lance.search),
            ("plain PostgreSQL", plain.search),
        ]:
            show(f"{name}, eight clients at once", time_searches(search, queries, COUNT * 2, clients=8))
    finally:
        celeiro.stop()


if __name__ == "__main__":
    main()
