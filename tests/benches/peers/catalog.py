"""A catalog of any size from the demo catalog: texts of real length, words as frequent as in life.

Descriptions mix sentences of two products; names and makers are invented; prices are log-normal. The same
arguments give the same catalog.
"""

import json
import pathlib
import random

ROOT = pathlib.Path(__file__).resolve().parents[3]
SYLLABLES = "ba ce di fo gu la me ni po ru sa te vi xo za bri cla dro fer gran lin mor pra tri ver".split()


def read_lines(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def make_items(count, seed, source):
    rng = random.Random(seed)
    products = read_lines(source)

    def word(length):
        return "".join(rng.choice(SYLLABLES) for _ in range(length))

    kinds = ["Agro", "Sementes", "Química", "Fertilizantes", "Insumos"]
    makers = [f"{word(3).capitalize()} {rng.choice(kinds)}" for _ in range(800)]
    for number in range(count):
        one, other = rng.choice(products), rng.choice(products)
        sentences = [(product.get("description") or "").split(". ") for product in (one, other)]
        text = ". ".join(
            rng.sample(sentences[0], min(len(sentences[0]), 4)) + rng.sample(sentences[1], min(len(sentences[1]), 3))
        )
        strength = rng.choice([100, 200, 240, 250, 400, 480, 500, 750])
        form = rng.choice(["SC", "EC", "WG", "SL", "WP", "OD"])
        yield {
            "external_id": f"P{number:07d}",
            "name": f"{word(rng.choice([2, 3]))} {strength} {form}".title(),
            "description": text[:1400],
            "category": one.get("category"),
            "manufacturer": rng.choice(makers),
            "price": round(rng.lognormvariate(4.5, 1), 2),
            "tags": sorted({*(one.get("tags") or [])[:4], *(other.get("tags") or [])[:2]}),
            "status": "ativo",
        }


def write_items(path, count, seed, source):
    with open(path, "w", encoding="utf-8") as file:
        for item in make_items(count, seed, source):
            file.write(json.dumps(item, ensure_ascii=False) + "\n")
