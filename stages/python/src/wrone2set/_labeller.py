"""Labeller and label."""

from __future__ import annotations

import json
import os
import threading
import warnings
from collections.abc import Sequence
from typing import Any, TypeVar, overload

import pyarrow as pa

from . import _table
from ._process import InputError, Process, lines, program

Data = TypeVar("Data")


class RowWarning(UserWarning):
    """Rows could not be labelled; their phrases are null."""


class Labeller:
    """Labels documents with one process, which loads the model once.

    >>> with Labeller(choose="top=2") as labeller:
    ...     rows = labeller.label([{"id": 7, "title": "Query expansion with word embeddings"}])
    >>> rows[0]["id"], [p["phrase"] for p in rows[0]["phrases"] if p["present"]]
    (7, ['query expansion', 'word embeddings'])

    The process starts with the first call and ends with the block, close(), or the object. It is safe for use by several
    threads, which take turns; each call uses all cores. After a failed or interrupted call the next one starts a new process.

    choose      which phrases: "f1" (the default), "f1-all", "top=5", "precision=0.6", "probability=0.3" or "slots"
    min_score   a lower limit of the probability
    max_phrases most phrases of a document
    distinct    leave out phrases that stand inside a better phrase of the document
    expect      keyphrases that a document has in this corpus, by its annotators, to which probabilities are fitted; None: as the model knows
    absent      absent phrases: "all", "none", or from a probability on, "0.3"; None: from 0.1 on, and none of doubtful documents
    precision   "float32", or the faster "int8"
    threads     cores to use; None: all
    model       a model folder of train; None: the model in the program
    arguments   more flags of the program, such as ["--shortlist", "1000"]
    program     another program infer than that of the wheel
    """

    def __init__(
        self, *, choose: str | None = None, min_score: float | None = None, max_phrases: int | None = None, expect: float | None = None, precision: str | None = None,
        absent: str | None = None, threads: int | None = None, model: str | os.PathLike[str] | None = None, arguments: Sequence[str] = (),
        program: str | os.PathLike[str] | None = None, distinct: bool | None = None,
    ) -> None:  # fmt: skip
        self._settings: dict[str, Any] = dict(
            choose=choose, min_score=min_score, max_phrases=max_phrases, expect=expect, precision=precision, absent=absent, threads=threads, model=model,
            arguments=list(arguments), program=program, distinct=distinct)  # fmt: skip
        self._lock = threading.Lock()
        self._process: Process | None = None
        self._pid = 0  # of the process of Python that started it: a fork must not use the pipes of its parent
        self._closed = False

    @overload
    def label(self, data: str | os.PathLike[str], *, column: str = ..., title: str | None = ..., text: str | None = ...) -> pa.Table: ...
    @overload
    def label(self, data: list[str], *, column: str = ..., title: str | None = ..., text: str | None = ...) -> list[list[dict[str, Any]]]: ...
    @overload
    def label(self, data: Data, *, column: str = ..., title: str | None = ..., text: str | None = ...) -> Data: ...

    def label(self, data: Any, *, column: str = "phrases", title: str | None = None, text: str | None = None) -> Any:
        """Return data with a column of phrases, best first.

        A phrase has phrase, probability (that it is right), present (whether it stands in the document), and where it first
        stands: field ("title" or "body"), and surface, its spelling there, which is text[start:end]; None for an absent phrase.

        A list of texts gives a list of lists of phrases. Dicts and tables get a column. Title and text are the columns that
        infer knows ("title"; "abstract", "body", "text", ...) unless they are named. A path is a corpus in any format of
        infer, and gives a pyarrow Table of id and phrases. A document without title and text has the phrases None, and a
        RowWarning says so.

        >>> import pyarrow as pa
        >>> table = pa.table({"name": ["Graph cuts for image segmentation"], "year": [2004]})
        >>> with Labeller(choose="top=1") as labeller:
        ...     labeller.label(table, title="name").column_names
        ['name', 'year', 'phrases']
        """
        if isinstance(data, (str, os.PathLike)):
            try:
                return self._file(data, column, title, text)
            except InputError as e:
                if " " in str(data) and "no such file" in str(e):
                    raise InputError(f"{e}; a string is the path of a corpus: put one text in a list") from None
                raise
        columns, get, rows, put = _table.taken(data, column)
        asked = list(_table.batches(columns, get, rows, title, text)) if rows else []
        answers = self._ask(asked)
        warn(answers)
        return put(pa.chunked_array([_table.phrases(a) for a in answers], _table.PHRASES))

    def _ask(self, asked: list[pa.RecordBatch]) -> list[pa.RecordBatch]:
        with self._lock:
            if self._closed:
                raise ValueError("the labeller is closed")
            if not asked:
                return []
            if self._process is None or self._pid != os.getpid():
                self._process, self._pid = Process(self._command("stream"), _table.QUESTION), os.getpid()
            process = self._process
            try:
                return list(process.answers(asked))
            except BaseException:  # also Ctrl-C: the answers on their way belong to nobody
                self._process = None
                process.kill()
                raise

    def _command(self, *mode: str) -> list[str]:
        s = self._settings
        flags = [f"--{k.replace('_', '-')}={s[k]}" for k in ("choose", "min_score", "max_phrases", "expect", "precision", "absent", "distinct", "threads", "model") if s[k] is not None]
        return [os.fspath(s["program"] or program()), *mode, "--config", "none", "--quiet", *flags, *s["arguments"]]

    def _file(self, path: str | os.PathLike[str], column: str, title: str | None, text: str | None) -> pa.Table:
        names = ",".join(f"{part}={name}" for part, name in (("title", title), ("text", text)) if name)
        flags = [f"--columns={names}"] if names else []
        ids, found = [], []
        for line in lines(self._command() + flags + [f"--documents={os.fspath(path)}", "--export", "jsonl", "--out", "-"]):
            row = json.loads(line)
            ids.append(row["id"])
            lists = (row[k] for k in ("keyphrases", "scores", "present", "field", "start_char", "surface"))
            found.append([_table.phrase(*of) for of in zip(*lists, strict=True)])
        return pa.table({"id": pa.array(ids, pa.string()), column: pa.array(found, _table.PHRASES)})

    def close(self) -> None:
        """End the process. A second call does nothing."""
        with self._lock:
            process, self._process, self._closed = self._process, None, True
            if process is not None and self._pid == os.getpid():
                process.close()

    def __enter__(self) -> Labeller:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def __del__(self) -> None:
        process = getattr(self, "_process", None)
        if process is not None and self._pid == os.getpid():
            process.kill()

    def __reduce__(self) -> tuple[Any, ...]:  # settings travel to the workers of Spark, Ray and Beam, the process does not
        return made, (self._settings,)


def made(settings: dict[str, Any]) -> Labeller:
    """Return a Labeller with these settings."""
    return Labeller(**settings)


def warn(answers: list[pa.RecordBatch]) -> None:
    """Warn of rows that could not be labelled."""
    reasons = [r for a in answers for r in a.column("reason").drop_null().to_pylist()]
    if reasons:
        warnings.warn(f"{len(reasons)} rows could not be labelled; the first {reasons[0]}", RowWarning, stacklevel=4)


def label(data: Any, *, column: str = "phrases", title: str | None = None, text: str | None = None, **settings: Any) -> Any:
    """Label data with a process of its own. See Labeller for the settings and Labeller.label for the rest.

    >>> [phrases] = label(["Support vector machines for speech recognition."], choose="top=1")
    >>> [p["phrase"] for p in phrases if p["present"]]
    ['support vector machine']
    """
    with Labeller(**settings) as labeller:
        return labeller.label(data, column=column, title=title, text=text)
