"""Tests of the installed package: python test_wrone2set.py INFER ABSTRACTS [TestCase.test]"""

import decimal
import doctest
import gc
import inspect
import io
import json
import os
import pickle
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import warnings
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet

import wrone2set
from wrone2set import _labeller, _table

INFER, ABSTRACTS = sys.argv[1], Path(sys.argv[2])
TITLE = "Graph cuts for the segmentation of images"
TEXT = "We study the segmentation of images by graph cuts, and show that they find better regions than the methods of earlier work."
GERMAN = "Wir untersuchen die Zerlegung von Bildern durch Schnitte von Graphen und vergleichen sie mit den Verfahren früherer Arbeiten."
ROWS = [json.loads(line) for line in ABSTRACTS.read_text().splitlines()]


def children() -> list[str]:
    """Name the states of this process's children: Z is a zombie."""
    states = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == os.getpid():
            states.append(fields[0])
    return states


def predicted(*flags: str) -> list[list[dict]]:
    """Return what infer writes to predictions.parquet, with our names."""
    with tempfile.TemporaryDirectory() as work:
        out = work + "/out"
        subprocess.run([INFER, "--config", "none", "--quiet", "--documents", str(ABSTRACTS), "--out", out, *flags], check=True)
        rows = [r for f in sorted(Path(out).glob("predictions-*.parquet")) for r in pyarrow.parquet.read_table(f).to_pylist()]
    keys = ("phrase", "present", "field", "start", "end", "surface")
    rows = [[{**p, "start": p["start_char"], "end": p["start_char"] + len(p["surface"])} if p["present"] else p for p in r["phrases"]] for r in rows]
    return [[{**{k: p[k] if k not in ("field", "surface") or p["start"] is not None else None for k in keys}, "probability": p["score"]}
             for p in r if not p["duplicate"]] for r in rows]  # fmt: skip


def noticed(call) -> tuple[object, list[warnings.WarningMessage]]:
    """Return the answer of a call, and its warnings."""
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        return call(), said


def usual(rows: list[list[dict]]) -> list[list[dict]]:
    """Leave out the absent phrases that exports leave out by default; none of ABSTRACTS is doubtful."""
    return [[p for p in r if p["present"] or p["probability"] >= 0.1] for r in rows]


def setUpModule() -> None:
    warnings.simplefilter("ignore", wrone2set.DoubtWarning)


class Kinds(unittest.TestCase):
    def test_equal_to_infer(self) -> None:
        for flags, settings in (((), {}), (("--choose", "top=3", "--precision", "int8"), {"choose": "top=3", "precision": "int8"}),
                                (("--min-score", "0.3"), {"min_score": 0.3}), (("--boilerplate", "keep"), {"boilerplate": "keep"}), (("--expect", "9.5"), {"expect": 9.5}), (("--max-phrases", "1"), {"max_phrases": 1})):  # fmt: skip
            every = predicted(*flags)
            self.assertEqual([r["phrases"] for r in wrone2set.label(ROWS, absent="all", **settings)], every)
            want = usual(every)
            self.assertEqual([r["phrases"] for r in wrone2set.label(ROWS, **settings)], want)
            self.assertEqual(wrone2set.label(ABSTRACTS, **settings)["phrases"].to_pylist(), want)
        self.assertGreater(sum(map(len, want)), 3)

    def test_the_same_back(self) -> None:
        import pandas
        import polars

        want = usual(predicted())
        table = pa.Table.from_pylist(ROWS)
        with wrone2set.Labeller() as labeller:
            for data, kind, column in (
                (table, pa.Table, lambda d: d["phrases"].to_pylist()),
                (table.to_batches()[0], pa.RecordBatch, lambda d: d.column("phrases").to_pylist()),
                (table.cast(pa.schema([(n, pa.large_string()) for n in table.column_names])), pa.Table, lambda d: d["phrases"].to_pylist()),
                (pandas.DataFrame(ROWS, index=range(5, 5 + len(ROWS))), pandas.DataFrame, lambda d: list(d["phrases"])),
                (polars.DataFrame(ROWS), polars.DataFrame, lambda d: d["phrases"].to_list()),
                (ROWS, list, lambda d: [r["phrases"] for r in d]),
            ):
                got = labeller.label(data)
                self.assertIs(type(got), kind)
                self.assertEqual(column(got), want, kind)
                self.assertEqual(len(got), len(ROWS))
            got = labeller.label(pandas.DataFrame(ROWS, index=range(5, 5 + len(ROWS))))
            self.assertEqual((list(got.index)[0], list(got.columns)), (5, [*ROWS[0], "phrases", "doubtful", "language", "truncated"]))
            numbered = pandas.DataFrame([[r["title"], r["abstract"]] for r in ROWS])
            self.assertEqual(list(labeller.label(numbered, title=0, text=1)["phrases"]), want)
            self.assertNotIn("phrases", ROWS[0])
            texts = labeller.label([r["abstract"] for r in ROWS])
            other = labeller.label(table.rename_columns(["id", "name", "words"][: table.num_columns]), title="name", text="words", column="k")
            self.assertEqual(other["k"].to_pylist(), want)
            self.assertEqual((labeller.label([]), labeller.label(table.slice(0, 0)).num_rows), ([], 0))
        self.assertEqual((type(texts), type(texts[0]), type(texts[0][0])), (list, wrone2set.Phrases, dict))
        for k in want[0]:
            if k["present"]:
                field = {"title": "title", "body": "abstract"}[k["field"]]
                self.assertEqual(ROWS[0][field][k["start"] : k["end"]], k["surface"])

    def test_places_are_characters(self) -> None:
        text = "\U0001f600 caf\u00e9 \U00010348 – graph cuts, and \U0001d518 graph cuts"
        [row] = wrone2set.label([{"title": "\U0001f468\u200d\U0001f469 word embeddings", "abstract": text}], choose="top=5")
        places = [(k["field"], k["start"], k["end"], k["surface"]) for k in row["phrases"] if k["present"]]
        self.assertGreater(len(places), 1)
        for field, start, end, surface in places:
            self.assertEqual(row[{"title": "title", "body": "abstract"}[field]][start:end], surface)

    def test_batches(self) -> None:
        texts = [f"Graph cuts for image segmentation {i}." for i in range(2500)]
        with wrone2set.Labeller(choose="top=1") as labeller:
            got = labeller.label(texts)
            self.assertEqual(len(got), 2500)
            self.assertEqual(got[2400], labeller.label(texts[2400:2401])[0])
        sizes = [b.num_rows for b in _table.batches(["text"], lambda _: pa.array(["x" * (9 << 20)] * 3), 3, None, None)]
        self.assertEqual(sizes, [1, 1, 1])

    def test_null_rows(self) -> None:
        with wrone2set.Labeller() as labeller:
            got, said = noticed(lambda: labeller.label([TEXT, None, ""]))
        self.assertEqual((got[1], got[2]), (None, []))
        self.assertEqual([w.category for w in said], [wrone2set.RowWarning, wrone2set.DoubtWarning])
        self.assertIn("1 rows could not be labelled", str(said[0].message))
        self.assertIn("1 of 3 (empty 1)", str(said[1].message))

    def test_missing_values(self) -> None:
        """A missing value of any library is an empty text, in any container."""
        import numpy
        import pandas
        import polars

        nan = float("nan")
        with wrone2set.Labeller(choose="top=1") as labeller:
            want = labeller.label([TEXT])[0]
            for data in (
                [TEXT, nan], (TEXT, None), (t for t in (TEXT, nan)), [TEXT, numpy.float32("nan")], [TEXT, pandas.NA], [TEXT, pandas.NaT],
                [TEXT, numpy.datetime64("NaT")], [TEXT, decimal.Decimal("nan")], [TEXT, pa.scalar(None, pa.string())], pa.array([TEXT, None]),
                pa.chunked_array([[TEXT], [None]]), polars.Series([TEXT, None]), numpy.array([TEXT, None], dtype=object),
                numpy.ma.array([TEXT, ""], mask=[False, True], dtype=object), pandas.Series([TEXT, nan]), pandas.Series([TEXT, None], dtype="string"),
                pandas.Series([TEXT, None], dtype="category"),
            ):  # fmt: skip
                kind = type(data)
                got, said = noticed(lambda data=data: labeller.label(data))
                self.assertEqual(got, [want, None], kind)
                self.assertEqual([w.category for w in said], [wrone2set.RowWarning], kind)
            gaps = {"title": [nan, TITLE, None], "abstract": [TEXT, pandas.NA, nan]}
            rows = [dict(zip(gaps, values, strict=True)) for values in zip(*gaps.values(), strict=True)]
            none = {"title": [None, TITLE, None], "abstract": [TEXT, None, None]}
            answers = [noticed(lambda d=d: labeller.label(d)) for d in (rows, pandas.DataFrame(gaps), polars.DataFrame(none), pa.table(none))]
            got = [[r["phrases"] for r in answers[0][0]], list(answers[1][0]["phrases"]), answers[2][0]["phrases"].to_list(), answers[3][0]["phrases"].to_pylist()]
            self.assertEqual(got, [[want, labeller.label([{"title": TITLE}])[0]["phrases"], None]] * 4)
            self.assertEqual([[w.category for w in said] for _, said in answers], [[wrone2set.RowWarning]] * 4)
            # A column without any value has the type of numbers, dates or nothing.
            titles = [r["title"] for r in ROWS]
            want = [r["phrases"] for r in labeller.label([{"title": t} for t in titles])]
            for empty in (pandas.Series([nan] * len(ROWS)), pandas.Series([pandas.NaT] * len(ROWS)), pandas.Series([None] * len(ROWS))):
                self.assertEqual(list(labeller.label(pandas.DataFrame({"title": titles, "abstract": empty}))["phrases"]), want)
            for empty in ([nan] * len(ROWS), [None] * len(ROWS)):
                self.assertEqual(labeller.label(polars.DataFrame({"title": titles, "abstract": empty}))["phrases"].to_list(), want)

    def test_doubt_in_the_answer(self) -> None:
        """Every container says which documents are doubtful, in columns that take the name of no other, and one warning counts them."""
        import pandas
        import polars

        data = {"title": [TITLE, "Graphs", "Bilder"], "abstract": [TEXT, None, GERMAN], "language": ["x", "y", "z"]}
        limits = [("", "en", False), ("too short", "und", False), ("other language", "de", False)]
        rows = [dict(zip(data, values, strict=True)) for values in zip(*data.values(), strict=True)]
        names = ["doubtful", "predicted_language", "truncated"]
        for table, listed in ((pa.table(data), pa.Table.to_pylist), (pandas.DataFrame(data), lambda d: d.to_dict("records")),
                              (polars.DataFrame(data), lambda d: d.to_dicts()), (rows, list)):  # fmt: skip
            got, said = noticed(lambda table=table: wrone2set.label(table))
            self.assertEqual([tuple(r[n] for n in names) for r in listed(got)], limits)
            self.assertEqual([r["language"] for r in listed(got)], ["x", "y", "z"])
            [warning] = said
            self.assertEqual(warning.category, wrone2set.DoubtWarning)
            self.assertEqual(warning.filename, __file__)
            for words in ("2 of 3 (too short 1, other language 1)", "warnings.simplefilter('ignore', wrone2set.DoubtWarning) silences"):
                self.assertIn(words, str(warning.message))
        got, _ = noticed(lambda: wrone2set.label([TEXT, "Graphs", GERMAN]))
        self.assertEqual([(p.doubtful, p.language, p.truncated) for p in got], limits)
        with tempfile.TemporaryDirectory() as work:
            path = Path(work) / "a.jsonl"
            path.write_text("".join(json.dumps(r) + "\n" for r in rows))
            got, said = noticed(lambda: wrone2set.label(path))
        self.assertEqual([tuple(r[n] for n in ("doubtful", "language", "truncated")) for r in got.to_pylist()], limits)
        self.assertEqual([w.category for w in said], [wrone2set.DoubtWarning])
        for column, want in (("doubtful", "predicted_doubtful"), ("k", "doubtful")):
            got, _ = noticed(lambda column=column: wrone2set.label([{"text": TEXT, "TRUNCATED ": 1}], column=column))
            self.assertEqual(list(got[0])[2:], [column, want, "language", "predicted_truncated"])

    def test_unread_columns(self) -> None:
        """A column that looks like a title or an abstract, and is not read, is named; no other is."""
        long, authors, links = TEXT * 3, "Smith, John; Müller, Petra; " * 30, "https://example.org/123 " * 30
        with wrone2set.Labeller(choose="top=1") as labeller:
            for data, want in (
                ({"name": TITLE, "abstract": TEXT}, "'name' looks like a title"),
                ({"My-Title": TITLE, "text": TEXT}, "'My-Title' looks like a title"),
                ({"titel": TITLE, "title": TITLE, "text": TEXT}, "'titel' looks like a title"),
                ({"title": TITLE, "abstract_en": TEXT}, "'abstract_en' looks like an abstract"),
                ({"title": TITLE, "overview": TEXT}, "'overview' looks like an abstract"),
                ({"title": TITLE, "summary": TEXT, "abstract": TEXT}, "'summary' looks like an abstract"),
                ({"title": TITLE, "x": long}, "'x' looks like an abstract"),
                ({"title": TITLE, "x": "图割用于图像分割的研究" * 6}, "'x' looks like an abstract"),
                ({"title": TITLE, "abstract": TEXT, "journal title": TITLE, "authors": authors, "links": links, "year": 2020, "content_type": "article", "name": None}, None),
                ({"text": TEXT, "name": "graphs", "file name": TITLE}, None),
            ):
                for rows in ([data], pa.Table.from_pylist([data] * 3)):
                    _, said = noticed(lambda rows=rows: labeller.label(rows))
                    self.assertEqual([str(w.message).partition(" and is not read")[0] for w in said if w.category is wrone2set.ColumnWarning],
                                     [f"column {want}"] if want else [])  # fmt: skip
            for row, named in (({"a": TITLE, "titel": TITLE, "abstract": TEXT}, {"title": "a"}), ({"title": TITLE, "a": TEXT, "abstract": TEXT}, {"text": "a"})):
                _, said = noticed(lambda row=row, named=named: labeller.label([row], **named))
                self.assertEqual(said, [])

    def test_repeated_names(self) -> None:
        """A repeated name of a column that is read is an error; others are given back as they are."""
        import pandas

        both = ["title", "title", "abstract"]
        for data in (pandas.DataFrame([["x", "y", TEXT]], columns=both), pa.Table.from_arrays([pa.array([TEXT])] * 3, names=both),
                     pa.RecordBatch.from_arrays([pa.array([TEXT])] * 3, names=both)):  # fmt: skip
            with self.assertRaisesRegex(ValueError, "2 columns have the name 'title'"):
                wrone2set.label(data)
        with self.assertRaisesRegex(ValueError, "2 columns have the name '0'"):
            wrone2set.label(pandas.DataFrame([["x", TEXT]], columns=[0, "0"]), text=0)
        got = wrone2set.label(pandas.DataFrame([["x", "y", TEXT]], columns=["id", "id", "abstract"]))
        self.assertEqual(list(got.columns), ["id", "id", "abstract", "phrases", "doubtful", "language", "truncated"])


class Errors(unittest.TestCase):
    def test_refused(self) -> None:
        for error, want, call in (
            (wrone2set.UsageError, "choose", lambda: wrone2set.label(["a"], choose="best")),
            (wrone2set.UsageError, "precision", lambda: wrone2set.label(["a"], precision="int4")),
            (wrone2set.InputError, "nowhere", lambda: wrone2set.label(["a"], model="/nowhere")),
            (wrone2set.InputError, "no such file", lambda: wrone2set.label("none.csv")),
            (ValueError, "no column is a title or a text: there are a, b", lambda: wrone2set.label(pa.table({"a": ["x"], "b": ["y"]}))),
            (ValueError, "no column 'c'", lambda: wrone2set.label(pa.table({"a": ["x"]}), text="c")),
            (ValueError, "already", lambda: wrone2set.label(pa.table({"text": ["x"], "phrases": ["y"]}))),
            (TypeError, "int64, want strings", lambda: wrone2set.label(pa.table({"text": [1]}))),
            (TypeError, "want texts", lambda: wrone2set.label([1, 2])),
            (TypeError, "not Other", lambda: wrone2set.label(type("Other", (), {"columns": ["title"], "__iter__": lambda _: iter(["title"])})())),
            (TypeError, "put one document in a list", lambda: wrone2set.label({"title": "a", "abstract": "b"})),
            *((wrone2set.InputError, "a string is the path of a corpus: put one text in a list", lambda text=text: wrone2set.label(text)) for text in (
                "Graph cuts for images.", "Graph cuts for images. " * 20, "Graph cuts for images. " * 20000, "Graph cuts\nfor images.", "Graph cuts: a survey",
                "Is a [graph] *cut*?", "图割用于图像分割。" * 20, "graph\0cut", "", "none.csv")),
            (wrone2set.UsageError, "choose", lambda: wrone2set.label("Graph cuts for images.", choose="best")),
            (OSError, "No such file", lambda: wrone2set.label("none.csv", program="/nowhere/infer")),
            (TypeError, "unexpected keyword argument 'chose'", lambda: wrone2set.label(["a"], chose="f1")),
            (ValueError, "'text', row 1: half of a character", lambda: wrone2set.label(["a", "\ud800"])),
            (ValueError, "'title', row 1: half of a character", lambda: wrone2set.label([{"title": "a"}, {"title": "\ud800"}])),
            (TypeError, "in row 1, of type int", lambda: wrone2set.label([{"title": "a"}, {"title": 5}])),
            (TypeError, "element 1 is of type tuple, not str", lambda: wrone2set.label(["a", ("a", "b")])),
            (TypeError, "element 1 is of type str, not dict", lambda: wrone2set.label([{"title": "a"}, "b"])),
            (TypeError, "a set has no order", lambda: wrone2set.label({"a", "b"})),
            (TypeError, "give its path", lambda: wrone2set.label(io.StringIO("a"))),
            (TypeError, "not bytes", lambda: wrone2set.label(b"a")),
            (OSError, "No such file", lambda: wrone2set.label(["a"], program="/nowhere/infer")),
        ):
            with self.assertRaises(error) as raised:
                call()
            self.assertIn(want, str(raised.exception))
        self.assertEqual(children(), [])

    def test_dead_process(self) -> None:
        with wrone2set.Labeller() as labeller:
            want = labeller.label(["Graph cuts."])
            labeller._process.child.send_signal(signal.SIGKILL)
            with self.assertRaisesRegex(wrone2set.ProcessError, "signal 9"):
                labeller.label(["Graph cuts."])
            self.assertEqual(children(), [])
            self.assertEqual(labeller.label(["Graph cuts."]), want)
        with self.assertRaisesRegex(ValueError, "closed"):
            labeller.label(["Graph cuts."])
        with self.assertRaises(wrone2set.ProcessError):
            wrone2set.label(["a"], program="/bin/false")
        with self.assertRaises((wrone2set.ProcessError, pa.ArrowException)):
            wrone2set.label(["a"], program="/bin/echo")
        self.assertEqual(children(), [])

    def test_interrupt(self) -> None:
        # A shell's background job ignores the signal, and Python then has no handler for it.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        with wrone2set.Labeller() as labeller:
            labeller.label(["Graph cuts."])
            timer = threading.Timer(0.5, lambda: signal.pthread_kill(threading.main_thread().ident, signal.SIGINT))
            timer.start()
            began = time.monotonic()
            with self.assertRaises(KeyboardInterrupt):
                labeller.label([f"Graph cuts for image segmentation {i}. " * 20 for i in range(4000)])
            self.assertLess(time.monotonic() - began, 10)
            self.assertEqual(children(), [])
            self.assertEqual(len(labeller.label(["Graph cuts."])), 1)
        self.assertEqual(children(), [])


class Settings(unittest.TestCase):
    def test_equal_to_the_labeller(self) -> None:
        """The settings that type checkers know are those of the Labeller."""
        of_init = {k: v for k, v in inspect.signature(wrone2set.Labeller.__init__).parameters.items() if v.kind is v.KEYWORD_ONLY}
        for name, kind in wrone2set.Settings.__annotations__.items():
            self.assertEqual(kind.__forward_arg__, of_init.pop(name).annotation)
        self.assertEqual(of_init, {})


class Processes(unittest.TestCase):
    def test_fork_while_labelling(self) -> None:
        """A child that is forked while a thread of its parent labels has a lock and a process of its own, and no pipe of the parent's."""
        labeller = wrone2set.Labeller(choose="top=1")
        want = labeller.label([TEXT])
        parent = labeller._process.child
        pipes = {f.fileno(): os.fstat(f.fileno()) for f in (parent.stdin, parent.stdout)}
        labeller._lock.acquire()  # as a thread that labels
        if (child := os.fork()) == 0:
            signal.alarm(60)
            bad = 8
            try:
                held = [n for n, pipe in pipes.items() if os.path.samestat(os.fstat(n), pipe)]
                bad = (labeller.label([TEXT]) != want) + 2 * (labeller._process.child.pid == parent.pid) + 4 * bool(held)
                labeller.close()
            finally:
                os._exit(bad)
        self.assertEqual(os.waitpid(child, 0)[1], 0)
        labeller._lock.release()
        self.assertEqual(labeller.label([TEXT]), want)
        self.assertIs(labeller._process.child, parent)
        labeller.close()

    def test_threads(self) -> None:
        texts = [f"On {a} and {b}." for a in ("graph cuts", "query expansion") for b in ("neural networks", "databases")]
        got: dict[int, list] = {}
        with wrone2set.Labeller(threads=1) as labeller:
            want = [labeller.label([t]) for t in texts]
            threads = [threading.Thread(target=lambda i=i: got.update({i: labeller.label([texts[i % 4]])})) for i in range(16)]
            for t in threads:
                t.start()
            for t in threads:
                t.join()
            self.assertEqual(children(), ["S"])
        self.assertEqual([got[i] for i in range(16)], want * 4)

    def test_pickle_fork_and_end(self) -> None:
        labeller = wrone2set.Labeller(choose="top=1")
        want = labeller.label(["Graph cuts."])
        with pickle.loads(pickle.dumps(labeller)) as other:
            self.assertEqual(other.label(["Graph cuts."]), want)
        if (child := os.fork()) == 0:
            os._exit(0 if labeller.label(["Graph cuts."]) == want else 1)
        self.assertEqual(os.waitpid(child, 0)[1], 0)
        self.assertEqual(labeller.label(["Graph cuts."]), want)
        del labeller
        gc.collect()
        self.assertEqual(children(), [])


def load_tests(loader: unittest.TestLoader, tests: unittest.TestSuite, pattern: object) -> unittest.TestSuite:
    tests.addTests(doctest.DocTestSuite(wrone2set))
    tests.addTests(doctest.DocTestSuite(_labeller))
    return tests


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:], verbosity=1)
