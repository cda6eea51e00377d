"""Values of any container as strings: a missing value is an empty text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc


def missing(value: Any) -> bool:
    """Report whether a value stands for none: None, NaN, NaT, pandas.NA, or a null of pyarrow."""
    if value is None or isinstance(value, str):
        return value is None
    if type(value).__name__ in ("NAType", "MaskedConstant"):  # of pandas and numpy: equal to nothing, nor unequal
        return True
    try:
        return bool(value != value)
    except Exception:  # an array has no truth value
        return False


def plain(value: Any) -> Any:
    """Return a value of Python for one of pyarrow, and None for a missing one."""
    if isinstance(value, pa.Scalar):
        value = value.as_py()
    return None if missing(value) else value


def array(name: str, column: Iterable[Any], kind: pa.DataType | None = None) -> Any:
    """Return the values of a list or of a column of pandas, with nulls for the missing ones."""
    try:
        return pa.array(column, kind, from_pandas=True)
    except (pa.ArrowException, TypeError, ValueError):  # pyarrow knows not every missing value: go through them
        values = [plain(v) for v in column]
        for i, v in enumerate(values):
            if isinstance(v, str) and not v.isascii() and any("\ud800" <= c <= "\udfff" for c in v):
                raise ValueError(f"column {name!r}, row {i}: half of a character, {v[:60]!r}; mend it by .encode('utf-16', 'surrogatepass').decode('utf-16', 'replace')") from None
        try:
            return pa.array(values)
        except (pa.ArrowException, TypeError, ValueError) as e:
            odd = next((f" in row {i}, of type {type(v).__name__}" for i, v in enumerate(values) if v is not None and not isinstance(v, str)), "")
            raise TypeError(f"column {name!r} has something else than strings{odd}: {e}") from e


def strings(name: str, column: Any, rows: int) -> pa.Array:
    """Return a column as strings."""
    if not isinstance(column, (pa.Array, pa.ChunkedArray)):
        column = array(name, column)
    if isinstance(column, pa.ChunkedArray):
        column = column.combine_chunks() if column.num_chunks != 1 else column.chunk(0)
    if isinstance(column, pa.ChunkedArray):
        column = column.combine_chunks()
    kind = column.type.value_type if pa.types.is_dictionary(column.type) else column.type
    if pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_null(kind) or "string_view" in str(kind):
        return column
    nulls = pc.is_null(column, nan_is_null=True) if pa.types.is_floating(kind) else column.is_null()
    if pc.all(nulls).as_py() is not False:  # a column without any value has any type
        return pa.nulls(rows, pa.string())
    raise TypeError(f"column {name!r} has the type {column.type}, want strings")


# Rows of a column that are looked at; words of a long text.
SEEN, LONG = 100, 20


def texts(values: Iterable[Any]) -> list[list[str]]:
    """Return the words of the first values that are not missing; none of a value that is no string."""
    found = (v for v in map(plain, islice(values, SEEN)) if v is not None)
    return [words(v) if isinstance(v, str) else [] for v in found]


def words(text: str) -> list[str]:
    """Return the words of a text but for addresses, by twos of letters in scripts without capitals, some of which have no blanks."""
    found = []
    for token in text.split():
        for run in re.findall(r"[^\W\d_]+", token):
            if run.lower() == run.upper():
                found += re.findall("..?", run)
            elif "/" not in token and "@" not in token:
                found.append(run)
    return found


def most(values: Iterable[Any], least: int) -> bool:
    """Report whether most of the first values have so many words."""
    found = texts(values)
    return 2 * sum(len(t) >= least for t in found) > len(found)


def prose(values: Iterable[Any]) -> bool:
    """Report whether most of the first values are as long as abstracts. Names of people and places are capitalised, words are not."""
    found = texts(values)
    return 2 * sum(len(t) >= LONG and 2 * sum(not w[0].isupper() for w in t) > len(t) for t in found) > len(found)
