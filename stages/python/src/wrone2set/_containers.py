"""Containers of documents: how each is read, and given back with its answers."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import pyarrow as pa

from ._table import LIMITS, Columns, Get
from ._types import Phrases
from ._values import array, plain

Put = Callable[[pa.Table], Any]
Taken = tuple[Columns, Get, int, Put]  # columns, how one is read, the number of rows, and what puts the answers beside them


WANT = "want texts, dicts, a DataFrame of pandas or polars, a pyarrow Table, or the path of a corpus"


def taken(data: Any, column: str) -> Taken:
    """Return how a container is read and given back."""
    if isinstance(data, (pa.Table, pa.RecordBatch)):
        return arrow(data, column)
    if isa(data, "pandas", "DataFrame"):
        return pandas(data, column)
    if isa(data, "polars", "DataFrame"):
        return polars(data, column)
    if isa(data, "polars", "LazyFrame"):
        raise TypeError("a LazyFrame has no rows yet: collect() it first")
    if isinstance(data, Mapping):
        raise TypeError("want a list of dicts; put one document in a list")
    if isinstance(data, (set, frozenset)):
        raise TypeError("a set has no order by which its answers could be told apart; make a list of it")
    if hasattr(data, "read"):
        raise TypeError("an open file is no list of texts; give its path, or a list of the texts that it has")
    if hasattr(data, "columns") or isinstance(data, (bytes, bytearray)) or not isinstance(data, Iterable):
        raise TypeError(f"{WANT}, not {type(data).__name__}")
    return listed(data, column)


def isa(data: Any, module: str, kind: str) -> bool:
    """Report whether data is of a class of a module, which is not imported for that."""
    return module in sys.modules and isinstance(data, getattr(sys.modules[module], kind, ()))


def names(columns: Columns, column: str) -> list[str]:
    """Return the names of the answers: a limit gets another name if there is a column of its name."""
    if column in columns:
        raise ValueError(f"there is a column {column!r} already; give another by column=")
    have = {name.strip().lower() for name in [*columns, column]}
    found = [column]
    for name in LIMITS:
        while name in have:
            name = "predicted_" + name
        have.add(name)
        found.append(name)
    return found


def arrow(data: pa.Table | pa.RecordBatch, column: str) -> Taken:
    """Take a Table or a RecordBatch of pyarrow."""
    table = pa.Table.from_batches([data]) if isinstance(data, pa.RecordBatch) else data
    columns = table.column_names
    ours = names(columns, column)

    def put(answers: pa.Table) -> Any:
        full = table
        for name, values in zip(ours, answers.columns, strict=True):
            full = full.append_column(name, values)
        if isinstance(data, pa.Table):
            return full
        return full.combine_chunks().to_batches()[0] if full.num_rows else pa.RecordBatch.from_arrays(
            [pa.array([], f.type) for f in full.schema], schema=full.schema)  # fmt: skip

    return columns, lambda name: table.column(columns.index(name)), table.num_rows, put


def pandas(data: Any, column: str) -> Taken:
    """Take a DataFrame of pandas, whose columns may have any names, also the same."""
    columns = [str(c) for c in data.columns]
    ours = names(columns, column)
    return (columns, lambda name: data.iloc[:, columns.index(name)], len(data),
            lambda a: data.assign(**{n: values.to_pylist() for n, values in zip(ours, a.columns, strict=True)}))  # fmt: skip


def polars(data: Any, column: str) -> Taken:
    """Take a DataFrame of polars."""
    ours = names(data.columns, column)
    series = sys.modules["polars"].from_arrow  # type: ignore[attr-defined]
    return (data.columns, lambda name: data[name].to_arrow(), data.height,
            lambda a: data.with_columns(*(series(values).alias(n) for n, values in zip(ours, a.columns, strict=True))))  # fmt: skip


def listed(data: Iterable[Any], column: str) -> Taken:
    """Take texts, which become lists of phrases, or dicts."""
    rows = [r if isinstance(r, Mapping) else plain(r) for r in data]
    kind = Mapping if any(isinstance(r, Mapping) for r in rows) else str
    for i, r in enumerate(rows):
        if not isinstance(r, kind) and (r is not None or kind is Mapping):
            raise TypeError(f"element {i} is of type {type(r).__name__}, not {'dict as others are' if kind is Mapping else 'str'}: {WANT}")
    if kind is str:
        return ["text"], lambda _: array("text", rows, pa.large_string()), len(rows), texts
    keys = {str(k): k for r in rows for k in r}
    ours = names(list(keys), column)

    def put(answers: pa.Table) -> list[dict[str, Any]]:
        return [{**r, **dict(zip(ours, a.values(), strict=True))} for r, a in zip(rows, answers.to_pylist(), strict=True)]

    return list(keys), lambda name: [r.get(keys[name]) for r in rows], len(rows), put


def texts(answers: pa.Table) -> list[Phrases | None]:
    """Return the phrases of each text, with its limits."""
    rows: list[Phrases | None] = []
    for a in answers.to_pylist():
        found = None if a["phrases"] is None else Phrases(a["phrases"])
        if found is not None:
            found.doubtful, found.language, found.truncated = (a[name] for name in LIMITS)
        rows.append(found)
    return rows
