"""Types of settings and answers, for checkers such as pyright and mypy."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, Literal, Protocol, TypedDict, TypeVar


class Phrase(TypedDict):
    """A phrase of a document; field, start, end and surface are None if the document does not have it."""

    phrase: str
    probability: float
    present: bool
    field: Literal["title", "body"] | None
    start: int | None
    end: int | None
    surface: str | None


class Phrases(list[Phrase]):
    """The phrases of a text, best first, and the limits of the model that the text reaches.

    doubtful    why the probabilities are not to be trusted; "" for most texts
    language    the BCP-47 tag of its language, "und" if it is not known
    truncated   whether it is longer than the model reads
    """

    doubtful: str = ""
    language: str = "und"
    truncated: bool = False


class Settings(TypedDict, total=False):
    """Settings of a Labeller, which has their meaning."""

    choose: str | None
    min_score: float | None
    max_phrases: int | None
    expect: float | None
    precision: Literal["float32", "int8"] | None
    speed: Literal["fast", "normal", "best"] | None
    absent: str | None
    distinct: bool | None
    boilerplate: Literal["drop", "keep"] | None
    threads: int | None
    model: str | os.PathLike[str] | None
    arguments: Sequence[str]
    program: str | os.PathLike[str] | None


class Frame(Protocol):
    """A table: a DataFrame of pandas or polars, a Table or RecordBatch of pyarrow."""

    @property
    def columns(self) -> Any: ...


AnyFrame = TypeVar("AnyFrame", bound=Frame)
Name = str | int  # of a column; those of a table without a header are numbers
