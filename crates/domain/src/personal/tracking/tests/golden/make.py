"""Makes values.json, the figures that the statistics are compared with.

    python3 -m venv /tmp/scipy && /tmp/scipy/bin/pip install scipy==1.17.1
    /tmp/scipy/bin/python crates/domain/src/personal/tracking/tests/golden/make.py

The method is written down here a second time, plainly, over SciPy: every pair of days, every shift, every
lag by looking days up; week and mean by least squares. Its series are in the file too, so that nothing depends on
how a generator is seeded.
"""

import json
from pathlib import Path

import numpy as np
import scipy
from scipy import stats

Z = stats.norm.ppf(0.975)
# Equal values less a slope times equal days differ in the last digits.
DIGITS = 9


def autocorrelation(days, values, lag):
    at = dict(zip(days, values))
    products = [at[day] * at[day + lag] for day in days if day + lag in at]
    if not products:
        return 0, 0.0
    mean_square = np.mean(np.square(values))
    return len(products), float(np.clip(np.mean(products) / mean_square, -1, 1))


def worth(n, total):
    return max(n / max(1 + 2 * total, 1), 1)


def effective_days(days, first, second):
    n, total = len(days), 0.0
    for lag in range(1, int(np.sqrt(n)) + 1):
        pairs, r1 = autocorrelation(days, first, lag)
        _, r2 = autocorrelation(days, second, lag)
        total += pairs / n * r1 * r2
    return worth(n, total)


def effective_days_of_trend(days, rest):
    n = len(days)
    total = 0.0
    for lag in range(1, int(np.sqrt(n)) + 1):
        pairs, r = autocorrelation(days, rest, lag)
        total += pairs / n * r
    _, first = autocorrelation(days, rest, 1)
    mended = np.clip((n * first + 2) / (n - 4), 0, 0.99)
    present = set(days)
    kept = sum(
        sum(day + lag in present for day in days) / n * mended**lag for lag in range(1, days[-1] - days[0] + 1)
    )
    return min(worth(n, total), worth(n, kept))


def trend(days, values):
    days, values = np.array(days), np.array(values)
    n = len(values)
    later = np.triu_indices(n, 1)
    slopes = np.sort((values[later[1]] - values[later[0]]) / (days[later[1]] - days[later[0]]))
    slope = float(stats.theilslopes(values, days)[0])
    sign_sum = float(np.sum(np.sign(values[later[1]] - values[later[0]])))
    ties = np.unique(values, return_counts=True)[1].astype(float)
    term = lambda m: m * (m - 1) * (2 * m + 5)
    variance = float((term(n) - np.sum(term(ties))) / 18)
    ranks = stats.rankdata(np.round(values - slope * (days - days[0]), DIGITS))
    effective = effective_days_of_trend([int(day) for day in days], ranks - ranks.mean())
    deviation = np.sqrt(variance * n / effective)
    low = int(np.round((len(slopes) - Z * deviation) / 2)) - 1
    high = int(np.round((len(slopes) + Z * deviation) / 2))
    return {
        "perDay": slope,
        "low": float(slopes[max(low, 0)]),
        "high": float(slopes[min(high, len(slopes) - 1)]),
        "p": float(min(1, 2 * stats.norm.sf(max(abs(sign_sum) - 1, 0) / deviation))),
        "effectiveDays": float(effective),
    }


def beside_week(days, values):
    """What a regression on the days of the week leaves."""
    ranks = stats.rankdata(np.round(values, DIGITS))
    if len(days) < 28:
        columns = np.ones((len(days), 1))
    else:
        columns = np.array([[float(day % 7 == weekday) for weekday in range(7)] for day in days])
        columns = columns[:, columns.any(axis=0)]
    return ranks - columns @ np.linalg.lstsq(columns, ranks, rcond=None)[0]


def correlation(first, second, lag):
    detrended = []
    for days, values in (first, second):
        slope = stats.theilslopes(values, days)[0]
        detrended.append({day: value - slope * (day - days[0]) for day, value in zip(days, values)})
    days = [day for day in first[0] if day + lag in detrended[1]]
    others = [day + lag for day in days]
    n = len(days)
    x = beside_week(days, [detrended[0][day] for day in days])
    y = beside_week(others, [detrended[1][day] for day in others])
    rho = float(stats.pearsonr(x, y)[0])
    if n < 28:
        plain = stats.spearmanr(
            np.round([detrended[0][day] for day in days], DIGITS), np.round([detrended[1][day] for day in others], DIGITS)
        )
        assert abs(plain.statistic - rho) < 1e-12
    effective = max(effective_days(days, x, y) * (1 - 6 / n if n >= 28 else 1), 1)
    freedom = effective - 2
    p = 2 * stats.t.sf(abs(rho) * np.sqrt(freedom / (1 - rho**2)), freedom) if freedom > 0 else 1
    reach = Z * np.sqrt(1.06 / (effective - 3)) if effective > 3 else np.inf
    length = np.linalg.norm(x) * np.linalg.norm(y)
    shifted = [abs(np.dot(x, np.roll(y, shift)) / length) for shift in range(n)]
    shift_p = float(np.mean(np.array(shifted) >= shifted[0] - 1e-12)) if n >= 30 else None
    return {
        "sharedDays": n,
        "rho": rho,
        "low": float(np.tanh(np.arctanh(rho) - reach)),
        "high": float(np.tanh(np.arctanh(rho) + reach)),
        "effectiveDays": float(effective),
        "p": float(p),
        "shiftP": shift_p,
    }


def series(random, n, phi, slope, week, missing, decimals):
    value, values = random.normal(), []
    for day in range(n):
        rest = 0 if (day % 7) < 5 else -week
        values.append(20 + value + slope * day + rest)
        value = phi * value + np.sqrt(1 - phi**2) * random.normal()
    # 739256 is Monday, 2025-01-06, counted from the year 1.
    kept = [day for day in range(n) if random.random() >= missing]
    return [739256 + day for day in kept], [round(float(values[day]), decimals) for day in kept]


def main():
    random = np.random.default_rng(20261128)
    cases = []
    for name, metrics, n, phi, slope, week, missing, decimals in [
        ("two weeks", 2, 16, 0.3, 0.0, 0.0, 0.0, 3),
        ("a month with gaps and ties", 3, 40, 0.5, 0.05, 0.5, 0.2, 0),
        ("two months", 2, 60, 0.8, 0.03, 1.0, 0.0, 2),
        ("three months of white noise", 2, 90, 0.0, 0.0, 0.0, 0.1, 3),
        ("more than a year", 2, 390, 0.6, -0.01, 1.5, 0.1, 1),
    ]:
        metrics = [series(random, n, phi, slope, week, missing, decimals) for _ in range(metrics)]
        pairs = [(a, b, lag) for a in range(len(metrics)) for b in range(a + 1, len(metrics)) for lag in (-1, 0, 1)]
        correlations = [correlation(metrics[a], metrics[b], lag) for a, b, lag in pairs]
        for found, adjusted in zip(
            correlations, stats.false_discovery_control([c["p"] for c in correlations], method="bh")
        ):
            found["adjustedP"] = float(adjusted)
        cases.append(
            {
                "name": name,
                "metrics": [{"days": days, "values": values} for days, values in metrics],
                "trends": [trend(days, values) for days, values in metrics],
                "correlations": correlations,
            }
        )
    tails = {
        "t": [[t, df, 2 * float(stats.t.sf(t, df))] for t in (0, 0.5, 2, 5, 20) for df in (0.3, 1, 7.7, 58, 1824)],
        "normal": [[z, 2 * float(stats.norm.sf(z))] for z in (0, 0.5, 1.96, 5, 30)],
    }
    found = {"scipy": scipy.__version__, "cases": cases, "tails": tails}
    (Path(__file__).parent / "values.json").write_text(json.dumps(found, separators=(",", ":")) + "\n")


main()
