"""How long a search takes, and vectors that cost nothing: the same for every peer."""

import hashlib
import threading
import time

import numpy as np

DIMENSIONS = 384
_words = {}


def embed(text):
    """Hashed words, each a random direction: vectors for time, not for quality."""
    total = np.zeros(DIMENSIONS, np.float32)
    for word in text.lower().split()[:80]:
        if word not in _words:
            seed = int.from_bytes(hashlib.blake2b(word.encode(), digest_size=8).digest(), "little")
            _words[word] = np.random.default_rng(seed).standard_normal(DIMENSIONS).astype(np.float32)
        total += _words[word]
    return total / max(1e-6, float(np.linalg.norm(total)))


def text_of(item):
    return " ".join([item["name"], item["category"] or "", " ".join(item["tags"]), item["description"]])


def time_searches(search, queries, count, clients=1):
    """Times `count` searches after twenty that warm up; one client rests 20 ms after each.

    Returns (p50 ms, p95 ms, searches a second). `search` is called with a query by each client's own thread.
    """
    for query in queries[:20]:
        search(query)
    asked = [queries[at % len(queries)] for at in range(count)]
    taken = []

    def ask(mine):
        for query in mine:
            start = time.perf_counter()
            search(query)
            taken.append((time.perf_counter() - start) * 1e3)
            if clients == 1:
                time.sleep(0.02)

    threads = [threading.Thread(target=ask, args=(asked[number::clients],)) for number in range(clients)]
    begun = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    taken.sort()
    at = lambda share: taken[min(len(taken) - 1, int(len(taken) * share))]
    return at(0.5), at(0.95), len(taken) / (time.perf_counter() - begun)
