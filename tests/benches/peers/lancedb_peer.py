"""LanceDB in process: full text with Portuguese stemming and IVF_HNSW_SQ, joined by RRF, ten rows."""

import lancedb
import numpy as np
import pyarrow as pa
from lancedb.rerankers import RRFReranker

from measure import DIMENSIONS, embed, text_of


class LanceDb:
    def __init__(self, folder):
        self.database, self.table = lancedb.connect(folder), None

    def load(self, items):
        texts = [text_of(item) for item in items]
        vectors = np.stack([embed(text) for text in texts])
        columns = {
            "id": [item["external_id"] for item in items],
            "text": texts,
            "category": [item["category"] for item in items],
            "price": [item["price"] for item in items],
            "vector": pa.FixedSizeListArray.from_arrays(pa.array(vectors.ravel()), DIMENSIONS),
        }
        self.table = self.database.create_table("items", pa.table(columns), mode="overwrite")
        self.table.create_fts_index("text", language="Portuguese", stem=True, ascii_folding=True, replace=True)
        self.table.create_index(metric="cosine", index_type="IVF_HNSW_SQ", vector_column_name="vector")
        self.table.create_scalar_index("category", index_type="BITMAP")
        self.table.create_scalar_index("price")

    def search(self, query, category=None, most=None):
        search = self.table.search(query_type="hybrid").vector(embed(query)).text(query)
        search = search.rerank(RRFReranker()).limit(10).select(["id", "text"])
        conditions = []
        if category is not None:
            conditions.append("category = '" + category.replace("'", "''") + "'")
        if most is not None:
            conditions.append(f"price <= {most}")
        if conditions:
            search = search.where(" and ".join(conditions), prefilter=True)
        return search.to_list()
