"""Warnings: one of each kind per call, at the line that called this package."""

from __future__ import annotations

import sys
import warnings
from collections import Counter
from collections.abc import Iterable


class RowWarning(UserWarning):
    """Rows could not be labelled; their phrases are null."""


class DoubtWarning(UserWarning):
    """Documents are doubtful: the probabilities of their phrases are not to be trusted."""


class ColumnWarning(UserWarning):
    """A column that looks like a title or an abstract is not read."""


class ProgramWarning(UserWarning):
    """The program warned of something while it labelled a corpus."""


def warn(message: str, category: type[Warning]) -> None:
    """Warn at the first line outside of this package."""
    level, frame = 1, sys._getframe()
    while frame is not None and str(frame.f_globals.get("__name__")).partition(".")[0] == __package__:
        level, frame = level + 1, frame.f_back
    warnings.warn(message, category, stacklevel=level)


def silence(category: type[Warning]) -> str:
    """Name the call that silences a category."""
    return f"warnings.simplefilter('ignore', {__package__}.{category.__name__}) silences this"


def rows(reasons: list[str]) -> None:
    """Warn of rows that could not be labelled."""
    if reasons:
        warn(f"{len(reasons)} rows could not be labelled; the first {reasons[0]}", RowWarning)


def doubts(doubtful: Iterable[str | None]) -> None:
    """Warn of doubtful documents, by reason."""
    every = list(doubtful)
    reasons = Counter(d for d in every if d)
    if reasons:
        counts = ", ".join(f"{reason} {n}" for reason, n in reasons.most_common())
        warn(f"doubtful documents: {reasons.total()} of {len(every)} ({counts}); their probabilities are not to be trusted, "
             f"see doubtful in the answer. {silence(DoubtWarning)}", DoubtWarning)  # fmt: skip


def unread(columns: list[tuple[str, str]]) -> None:
    """Warn of columns that are not read, each with the part of a document that it looks like."""
    if columns:
        said = "; ".join(f"column {name!r} looks like {part} and is not read" for name, part in columns)
        names = ", ".join(dict.fromkeys({"a title": "title=", "an abstract": "text="}[part] for _, part in columns))
        warn(f"{said}. Name the columns to read by {names}, or {silence(ColumnWarning)}", ColumnWarning)
