"""Texts, dicts and tables as Arrow columns title and text, and back with a column of phrases."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

# The names that infer knows, the first ones before the later: a test compares them.
TITLES = ("title", "titel", "titre", "título", "titulo")
TEXTS = ("abstract", "body", "text", "summary", "content", "zusammenfassung", "kurzfassung", "résumé", "resume", "resumen")

QUESTION = pa.schema([("title", pa.string()), ("abstract", pa.string())])

# start and end count code points, as the strings of Python do.
PHRASES = pa.list_(pa.struct([
    ("phrase", pa.string()), ("probability", pa.float32()), ("present", pa.bool_()), ("field", pa.string()),
    ("start", pa.int32()), ("end", pa.int32()), ("surface", pa.string()),
]))  # fmt: skip

# Limits of one record batch. One batch is labelled while the next is read; a larger one gains nothing.
ROWS = 1024
BYTES = 16 << 20

Put = Callable[[pa.ChunkedArray], Any]


def find(columns: list[str], given: str | None, known: tuple[str, ...]) -> str | None:
    """Return the column of a part: the one that is given, or the first known one, whatever its case."""
    if given is not None:
        given = str(given)  # columns of a table without a header have numbers
        if given not in columns:
            raise ValueError(f"no column {given!r}; there are {', '.join(columns)}")
        return given
    lower = {name.strip().lower(): name for name in reversed(columns)}
    return next((lower[k] for k in known if k in lower), None)


def strings(name: str, column: Any, rows: int) -> pa.Array:
    """Return a column as strings."""
    if isinstance(column, pa.ChunkedArray):
        column = column.combine_chunks() if column.num_chunks != 1 else column.chunk(0)
    if not isinstance(column, pa.Array):
        try:
            column = pa.array(column, from_pandas=True)
        except pa.ArrowException as e:
            raise TypeError(f"column {name!r} has something else than strings: {e}") from e
    if isinstance(column, pa.ChunkedArray):
        column = column.combine_chunks()
    kind = column.type.value_type if pa.types.is_dictionary(column.type) else column.type
    if not (pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_null(kind) or "string_view" in str(kind)):
        raise TypeError(f"column {name!r} has the type {column.type}, want strings")
    return column


def batches(columns: list[str], get: Callable[[str], Any], rows: int, title: str | None, text: str | None) -> Iterator[pa.RecordBatch]:
    """Yield the questions of a table, in batches of bounded size."""
    names = find(columns, title, TITLES), find(columns, text, TEXTS)
    if names == (None, None):
        raise ValueError(f"no column is a title or a text: there are {', '.join(columns)}; name them by title= and text=")
    parts = [pa.nulls(rows, pa.string()) if n is None else strings(n, get(n), rows) for n in names]
    at = 0
    while at < rows:
        n = min(ROWS, rows - at)
        while n > 1 and sum(p.slice(at, n).nbytes for p in parts) > BYTES:
            n = (n + 1) // 2
        yield pa.RecordBatch.from_arrays([p.slice(at, n).cast(pa.string()) for p in parts], schema=QUESTION)
        at += n


def phrases(answer: pa.RecordBatch) -> pa.Array:
    """Return the phrases of an answer, whose scores are probabilities."""
    column = answer.column("phrases")
    return column.cast(PHRASES) if column.type == PHRASES else renamed(column)


def phrase(phrase: str, probability: float, present: bool, field: str | None, start: int | None, surface: str | None) -> dict[str, Any]:
    """Return a phrase of a line of infer's JSON lines."""
    end = None if start is None or surface is None else start + len(surface)
    return dict(phrase=phrase, probability=probability, present=present, field=field, start=start, end=end, surface=surface)


def renamed(column: pa.ListArray) -> pa.Array:
    """Give the fields of the program's phrases our names, and an end in code points."""
    values = column.values
    theirs = {"probability": "score", "start": "start_char"}
    columns = {f.name: values.field(values.type.get_field_index(theirs.get(f.name, f.name))) for f in PHRASES.value_type}
    columns["end"] = pc.add(columns["start"], pc.utf8_length(columns["surface"]))
    struct = pa.StructArray.from_arrays(list(columns.values()), fields=list(PHRASES.value_type))
    return pa.ListArray.from_arrays(column.offsets, struct, mask=column.is_null()) if column.null_count else pa.ListArray.from_arrays(
        column.offsets, struct)


def taken(data: Any, column: str) -> tuple[list[str], Callable[[str], Any], int, Put]:
    """Return the columns of any table, how one is read, the number of rows, and what puts the phrases beside them."""
    kind = type(data).__module__.partition(".")[0]
    if isinstance(data, (pa.Table, pa.RecordBatch)):
        table = pa.Table.from_batches([data]) if isinstance(data, pa.RecordBatch) else data

        def append(p: pa.ChunkedArray) -> Any:
            full = table.append_column(column, p)
            return full if isinstance(data, pa.Table) else full.combine_chunks().to_batches()[0] if full.num_rows else pa.RecordBatch.from_pylist([], full.schema)

        found = (table.column_names, table.column, table.num_rows, append)
    elif kind == "pandas" and hasattr(data, "columns"):
        named = {str(c): c for c in data.columns}
        found = (list(named), lambda name: data[named[name]], len(data),
                 lambda p: data.assign(**{column: p.to_pylist()}))  # fmt: skip
    elif kind == "polars" and type(data).__name__ == "LazyFrame":
        raise TypeError("a LazyFrame has no rows yet: collect() it first")
    elif kind == "polars" and hasattr(data, "columns"):
        import polars

        found = (data.columns, lambda name: data[name].to_arrow(), data.height,
                 lambda p: data.with_columns(polars.from_arrow(p).alias(column)))  # type: ignore[union-attr]  # fmt: skip
    else:
        return listed(data, column)
    if column in found[0]:
        raise ValueError(f"there is a column {column!r} already; give another by column=")
    return found


def listed(data: Any, column: str) -> tuple[list[str], Callable[[str], Any], int, Put]:
    """Do what taken does for texts, which become lists of phrases, and for dicts."""
    if isinstance(data, Mapping):
        raise TypeError("want a list of dicts; put one document in a list")
    rows = list(data)
    if all(r is None or isinstance(r, str) for r in rows):
        return ["text"], lambda _: pa.array(rows, pa.large_string()), len(rows), lambda p: p.to_pylist()
    if not all(isinstance(r, dict) for r in rows):
        raise TypeError("want texts, dicts, a DataFrame, a pyarrow Table, or the path of a corpus")
    if any(column in r for r in rows):
        raise ValueError(f"there is a key {column!r} already; give another by column=")
    names = list(dict.fromkeys(k for r in rows for k in r))
    return names, lambda name: [r.get(name) for r in rows], len(rows), lambda p: [{**r, column: k} for r, k in zip(rows, p.to_pylist(), strict=True)]
