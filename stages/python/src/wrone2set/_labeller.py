"""Labeller and label."""

from __future__ import annotations

import errno
import glob
import json
import os
import threading
import weakref
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, overload

import pyarrow as pa

from . import _containers, _table, _warn
from ._process import InputError, Process, UsageError, lines, program
from ._types import AnyFrame, Name, Phrases, Settings

if TYPE_CHECKING:  # every type checker knows this module, so that Python 3.10 needs no package
    from typing_extensions import Unpack


class Labeller:
    """Labels documents with one process, which loads the model once.

    >>> with Labeller(choose="top=2") as labeller:
    ...     rows = labeller.label([{"id": 7, "title": "Query expansion with word embeddings"}])
    >>> rows[0]["id"], [p["phrase"] for p in rows[0]["phrases"] if p["present"]]
    (7, ['query expansion', 'word embeddings'])

    The process starts with the first call and ends with the block, close(), or the object. It is safe for use by several
    threads, which take turns; each call uses all cores. After a failed or interrupted call the next one starts a new process.

    choose      which phrases: "f1" (the default), "f1-all", "top=5" (of each kind), "total=6", "precision=0.6", "probability=0.3" or "slots"
    min_score   a lower limit of the probability
    max_phrases most phrases of a document
    distinct    leave out phrases that stand inside a better phrase of the document
    expect      keyphrases that a document has in this corpus, by its annotators, to which probabilities are fitted; None: as the model knows
    absent      absent phrases: "all", "none", or from a probability on, "0.3"; None: from 0.1 on, and none of doubtful documents
    precision   "float32", or the faster "int8"
    speed       "normal" (the default); "fast": without the network, by a model that has choice-fast.json; "best": by the
                tagger of a model that has one
    boilerplate "drop" (the default): sentences of publishers and funders, labels of sections and lines of keywords are not read; "keep": they are
    threads     cores to use; None: all
    model       a model folder of train; None: the model in the program
    arguments   more flags of the program, such as ["--shortlist", "1000"]
    program     another program infer than that of the wheel
    """

    def __init__(
        self, *, choose: str | None = None, min_score: float | None = None, max_phrases: int | None = None, expect: float | None = None,
        precision: Literal["float32", "int8"] | None = None,
        absent: str | None = None, threads: int | None = None, model: str | os.PathLike[str] | None = None, arguments: Sequence[str] = (),
        program: str | os.PathLike[str] | None = None, distinct: bool | None = None,
        boilerplate: Literal["drop", "keep"] | None = None, speed: Literal["fast", "normal", "best"] | None = None,
    ) -> None:  # fmt: skip
        self._settings: dict[str, Any] = dict(
            choose=choose, min_score=min_score, max_phrases=max_phrases, expect=expect, precision=precision, absent=absent, threads=threads, model=model,
            arguments=list(arguments), program=program, distinct=distinct, boilerplate=boilerplate, speed=speed)  # fmt: skip
        self._lock = threading.Lock()
        self._process: Process | None = None
        self._closed = False
        _labellers.add(self)

    def _forked(self) -> None:
        """Begin anew in a forked child: another thread of the parent may hold the lock, and the process is the parent's."""
        self._lock = threading.Lock()
        process, self._process = self._process, None
        if process is not None:
            process.abandon()
            _abandoned.append(process)

    @overload
    def label(self, data: str | os.PathLike[str], *, column: str = ..., title: Name | None = ..., text: Name | None = ...) -> pa.Table: ...
    @overload
    def label(self, data: AnyFrame, *, column: str = ..., title: Name | None = ..., text: Name | None = ...) -> AnyFrame: ...
    @overload
    def label(self, data: Iterable[Mapping[str, Any]], *, column: str = ..., title: Name | None = ..., text: Name | None = ...) -> list[dict[str, Any]]: ...
    @overload
    def label(  # pyright: ignore[reportOverlappingOverload]
        self, data: Iterable[str], *, column: str = ..., title: Name | None = ..., text: Name | None = ...
    ) -> list[Phrases]: ...
    @overload
    def label(self, data: Iterable[str | float | None], *, column: str = ..., title: Name | None = ..., text: Name | None = ...) -> list[Phrases | None]: ...
    def label(self, data: Any, *, column: str = "phrases", title: Name | None = None, text: Name | None = None) -> Any:
        """Return data with a column of phrases, best first, and the columns doubtful, language and truncated.

        A phrase has phrase, probability (that it is right), present (whether it stands in the document), and where it first
        stands: field ("title" or "body"), and surface, its spelling there, which is text[start:end]; None for an absent phrase.
        doubtful says why the probabilities of a document are not to be trusted, and is "" for most; a DoubtWarning counts the
        others. language is a BCP-47 tag, truncated is set if the document is longer than the model reads. If data has a column
        of such a name, the answer is in predicted_doubtful, predicted_language or predicted_truncated.

        A list, a Series or another iterable of texts gives a list of Phrases, which are lists with the attributes doubtful,
        language and truncated. Dicts and tables get columns. Title and text are the columns that infer knows ("title";
        "abstract", "body", "text", ...) unless they are named, and a ColumnWarning names others that look like them. A path is
        a corpus in any format of infer, and gives a pyarrow Table of id and the answers. NaN and other missing values are
        empty texts. A document without title and text has the phrases None, and a RowWarning says so.

        >>> import pyarrow as pa
        >>> table = pa.table({"name": ["Graph cuts for image segmentation"], "language": ["English"]})
        >>> with Labeller(choose="top=1") as labeller:
        ...     labeller.label(table, title="name").column_names
        ['name', 'language', 'phrases', 'doubtful', 'predicted_language', 'truncated']
        """
        if isinstance(data, (str, os.PathLike)):
            return self._corpus(data, column, title, text)
        columns, get, rows, put = _containers.taken(data, column)
        asked = list(_table.batches(columns, get, rows, title, text)) if rows else []
        answers = self._ask(asked)
        _warn.rows([r for a in answers for r in a.column("reason").drop_null().to_pylist()])
        labelled = _table.answered(answers)
        _warn.doubts(labelled["doubtful"].to_pylist())
        return put(labelled)

    def _ask(self, asked: list[pa.RecordBatch]) -> list[pa.RecordBatch]:
        with self._lock:
            if self._closed:
                raise ValueError("the labeller is closed")
            if not asked:
                return []
            if self._process is None:
                self._process = Process(self._command("stream"), _table.QUESTION)
            process = self._process
            try:
                return list(process.answers(asked))
            except BaseException:  # also Ctrl-C: the answers on their way belong to nobody
                self._process = None
                process.kill()
                raise

    def _command(self, *mode: str) -> list[str]:
        s = self._settings
        flags = [f"--{k.replace('_', '-')}={s[k]}" for k in ("choose", "min_score", "max_phrases", "expect", "precision", "speed", "absent", "distinct", "boilerplate", "threads", "model") if s[k] is not None]
        return [os.fspath(s["program"] or program()), *mode, "--config", "none", "--quiet", *flags, *s["arguments"]]

    def _corpus(self, path: str | os.PathLike[str], column: str, title: Name | None, text: Name | None) -> pa.Table:
        try:
            return self._file(path, column, title, text)
        except (OSError, ValueError) as e:
            if not isinstance(path, str) or exists(path) or not concerns(e, path):
                raise
            short = path if len(path) <= 60 else path[:60] + "…"
            said = str(e).replace(path, short) if isinstance(e, (InputError, UsageError)) else f"{short!r} is not a path"
            raise InputError(f"{said}; a string is the path of a corpus: put one text in a list") from None

    def _file(self, path: str | os.PathLike[str], column: str, title: Name | None, text: Name | None) -> pa.Table:
        names = ",".join(f"{part}={name}" for part, name in (("title", title), ("text", text)) if name is not None)
        flags = [f"--columns={names}"] if names else []
        command = [*self._command(), *flags, f"--documents={os.fspath(path)}", "--export", "jsonl", "--log-format", "json", "--out", "-"]
        ids: list[str] = []
        found: dict[str, list[Any]] = {"phrases": [], **{name: [] for name in _table.LIMITS}}
        warned: list[str] = []
        for line in lines(command, warned.append):
            row = json.loads(line)
            ids.append(row["id"])
            lists = (row[k] for k in ("keyphrases", "scores", "present", "field", "start_char", "surface"))
            found["phrases"].append([_table.phrase(*of) for of in zip(*lists, strict=True)])
            for name in _table.LIMITS:
                found[name].append(row[name])
        for message in warned:
            if "doubtful" not in message:  # these are counted below
                _warn.warn(message, _warn.ProgramWarning)
        _warn.doubts(found["doubtful"])
        columns = {name: pa.array(found[name], kind) for name, kind in {"phrases": _table.PHRASES, **_table.LIMITS}.items()}
        return pa.table({"id": pa.array(ids, pa.string()), **dict(zip(_containers.names(["id"], column), columns.values(), strict=True))})

    def close(self) -> None:
        """End the process. A second call does nothing."""
        with self._lock:
            process, self._process, self._closed = self._process, None, True
            if process is not None:
                process.close()

    def __enter__(self) -> Labeller:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def __del__(self) -> None:
        process = getattr(self, "_process", None)
        if process is not None:
            process.kill()

    def __reduce__(self) -> tuple[Any, ...]:  # settings travel to the workers of Spark, Ray and Beam, the process does not
        return made, (self._settings,)


def exists(path: str) -> bool:
    """Report whether a string names files: as a path, a glob, a pair of texts and keyphrases, or an address."""
    try:
        return "://" in path.partition(" ")[0] or any(glob.glob(part) for part in (path, *path.split(":")))
    except (OSError, ValueError):  # some texts cannot be paths
        return False


def concerns(error: Exception, path: str) -> bool:
    """Report whether a path that does not exist is the reason of an error."""
    if isinstance(error, OSError):  # the command is too long for the system; Windows says so by 206
        return error.errno == errno.E2BIG or getattr(error, "winerror", 0) == 206
    return not isinstance(error, UsageError) or "--documents" in str(error)


def made(settings: dict[str, Any]) -> Labeller:
    """Return a Labeller with these settings."""
    return Labeller(**settings)


_labellers: weakref.WeakSet[Labeller] = weakref.WeakSet()  # of this process, for forks
_abandoned: list[Process] = []  # of parents of this process: their files are never closed, since locks of their buffers may be held


def _forked() -> None:
    """Give the labellers of a forked child what no thread of the parent holds."""
    for labeller in list(_labellers):
        labeller._forked()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forked)


@overload
def label(data: str | os.PathLike[str], *, column: str = ..., title: Name | None = ..., text: Name | None = ..., **settings: Unpack[Settings]) -> pa.Table: ...
@overload
def label(data: AnyFrame, *, column: str = ..., title: Name | None = ..., text: Name | None = ..., **settings: Unpack[Settings]) -> AnyFrame: ...
@overload
def label(
    data: Iterable[Mapping[str, Any]], *, column: str = ..., title: Name | None = ..., text: Name | None = ..., **settings: Unpack[Settings]
) -> list[dict[str, Any]]: ...
@overload
def label(  # pyright: ignore[reportOverlappingOverload]
    data: Iterable[str], *, column: str = ..., title: Name | None = ..., text: Name | None = ..., **settings: Unpack[Settings]
) -> list[Phrases]: ...
@overload
def label(
    data: Iterable[str | float | None], *, column: str = ..., title: Name | None = ..., text: Name | None = ..., **settings: Unpack[Settings]
) -> list[Phrases | None]: ...
def label(data: Any, *, column: str = "phrases", title: Name | None = None, text: Name | None = None, **settings: Unpack[Settings]) -> Any:
    """Label data with a process of its own. See Labeller for the settings and Labeller.label for the rest.

    >>> [phrases] = label(["Support vector machines for speech recognition."], choose="top=1")
    >>> [p["phrase"] for p in phrases if p["present"]]
    ['support vector machines']
    """
    with Labeller(**settings) as labeller:
        return labeller.label(data, column=column, title=title, text=text)
