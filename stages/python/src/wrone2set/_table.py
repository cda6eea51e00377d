"""The questions and answers of infer stream: Arrow columns title and text, and phrases with the limits of each document."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from . import _values, _warn

# The names that infer knows, the first ones before the later: a test compares them.
TITLES = (
    "title", "article title", "document title", "paper title", "main title", "dc.title", "dc:title", "titel", "haupttitel",
    "titre", "título", "titulo", "titolo", "tittel", "tytuł", "název", "nazev", "titul", "názov", "otsikko", "nimeke", "pealkiri",
    "naslov", "titlu", "cím", "başlık", "judul", "item title", "title 题名", "display name", "titles", "project title",
    "award title", "awardtitle", "title_s", "title_t", "title_display", "headline", "title full", "dctitle", "headlines",
    "headline text", "überschrift", "intitulé", "tiêu đề", "tên bài", "शीर्षक", "ชื่อเรื่อง", "כותרת", "表題", "论文题目", "論文タイトル",
    "论文标题", "文章标题", "英文标题", "英文题名", "中文标题", "中文题名", "название", "заглавие", "заголовок", "назва", "τίτλος", "题名", "标题", "題名",
    "標題", "篇名", "タイトル", "論文名", "제목", "논문명", "العنوان", "عنوان",
)  # fmt: skip
TEXTS = (
    "abstract", "body", "text", "summary", "content", "paper abstract", "article abstract", "dcdescription", "abstract note",
    "abstracts", "dc.description.abstract", "dcterms.abstract", "dcterms:abstract", "zusammenfassung", "kurzfassung",
    "kurzreferat", "résumé", "resume", "resumen", "resumo", "riassunto", "samenvatting", "sammanfattning", "sammendrag",
    "tiivistelmä", "streszczenie", "abstrakt", "anotace", "anotácia", "kokkuvõte", "sažetak", "povzetek", "rezumat", "kivonat",
    "özet", "abstrak", "аннотация", "summary 摘要", "review text", "summaries", "abstract text", "abstractnarration", "objective",
    "abstract_s", "abstract_t", "description", "descriptions", "dc:description", "dc.description", "inhaltsangabe",
    "beschreibung", "descripción", "descripcion", "descrição", "descrizione", "omschrijving", "beskrivning", "opis", "описание",
    "sommario", "резюме", "összefoglaló", "összefoglalás", "tóm tắt", "सारांश", "บทคัดย่อ", "תקציר", "چکیده", "アブストラクト", "英文摘要",
    "论文摘要", "中文摘要", "short description", "реферат", "анотація", "περίληψη", "摘要", "文摘", "抄録", "要旨", "概要", "초록", "요약", "الملخص",
    "ملخص",
)  # fmt: skip

# More names of columns that may be titles and texts, but are not read by themselves.
LIKE_TITLES = ("name", "heading", "headline", "caption", "subject")
LIKE_TEXTS = ("full text", "fulltext", "paragraph", "synopsis", "overview")

QUESTION = pa.schema([("title", pa.string()), ("abstract", pa.string())])

# start and end count code points, as the strings of Python do.
PHRASES = pa.list_(pa.struct([
    ("phrase", pa.string()), ("probability", pa.float32()), ("present", pa.bool_()), ("field", pa.string()),
    ("start", pa.int32()), ("end", pa.int32()), ("surface", pa.string()),
]))  # fmt: skip

# What an answer says of a document beside its phrases.
LIMITS = {"doubtful": pa.string(), "language": pa.string(), "truncated": pa.bool_()}

# Limits of one record batch. One batch is labelled while the next is read; a larger one gains nothing.
ROWS = 1024
BYTES = 16 << 20

Columns = list[str]
Get = Callable[[str], Any]


def key(name: str) -> str:
    """Return the form in which names are compared: case, and blank, - or _, make no difference."""
    return re.sub(r"[\s_-]+", " ", name.strip().lower())


def find(columns: Columns, given: str | int | None, known: tuple[str, ...]) -> str | None:
    """Return the column of a part: the one that is given, or the first known one, whatever its case."""
    if given is not None:
        found: str | None = str(given)  # columns of a table without a header have numbers
        if found not in columns:
            raise ValueError(f"no column {found!r}; there are {', '.join(columns)}")
    else:
        names = {key(name): name for name in reversed(columns)}
        found = next((names[key(k)] for k in known if key(k) in names), None)
    if found is not None and columns.count(found) > 1:
        raise ValueError(f"{columns.count(found)} columns have the name {found!r}; rename all but the one to read")
    return found


def like(name: str, known: tuple[str, ...], other: tuple[str, ...], read: str | None) -> bool:
    """Report whether a name is one of a part; if no column is read as that part, also whether it has such a word."""
    return key(name) in known or read is None and (key(name) in other or not set(key(name).split()).isdisjoint(known))


def unread(columns: Columns, get: Get, given: tuple[Any, Any], read: tuple[str | None, str | None]) -> list[tuple[str, str]]:
    """Return the columns that look like the title or the abstract and are not read, unless that part was named."""
    found = []
    for name in columns:
        if name in read or columns.count(name) > 1:
            continue
        if given[0] is None and like(name, TITLES, LIKE_TITLES, read[0]) and _values.most(get(name), 2):
            found.append((name, "a title"))
        elif given[1] is None and (like(name, TEXTS, LIKE_TEXTS, read[1]) and _values.most(get(name), 5) or _values.prose(get(name))):
            found.append((name, "an abstract"))
    return found


def batches(columns: Columns, get: Get, rows: int, title: str | int | None, text: str | int | None) -> Iterator[pa.RecordBatch]:
    """Yield the questions of a table, in batches of bounded size."""
    names = find(columns, title, TITLES), find(columns, text, TEXTS)
    if names == (None, None):
        raise ValueError(f"no column is a title or a text: there are {', '.join(columns)}; name them by title= and text=")
    _warn.unread(unread(columns, get, (title, text), names))
    parts = [pa.nulls(rows, pa.string()) if n is None else _values.strings(n, get(n), rows) for n in names]
    at = 0
    while at < rows:
        n = min(ROWS, rows - at)
        while n > 1 and sum(p.slice(at, n).nbytes for p in parts) > BYTES:
            n = (n + 1) // 2
        yield pa.RecordBatch.from_arrays([p.slice(at, n).cast(pa.string()) for p in parts], schema=QUESTION)
        at += n


def answered(answers: list[pa.RecordBatch]) -> pa.Table:
    """Return the answers as columns phrases, doubtful, language and truncated."""
    columns = {"phrases": pa.chunked_array([phrases(a) for a in answers], PHRASES)}
    for name, kind in LIMITS.items():
        columns[name] = pa.chunked_array([a.column(name) for a in answers], kind)
    return pa.table(columns)


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
