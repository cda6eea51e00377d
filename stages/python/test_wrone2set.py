"""Tests of the installed package: python test_wrone2set.py INFER ABSTRACTS [TestCase.test]"""

import doctest
import gc
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


def usual(rows: list[list[dict]]) -> list[list[dict]]:
    """Leave out the absent phrases that exports leave out by default; none of ABSTRACTS is doubtful."""
    return [[p for p in r if p["present"] or p["probability"] >= 0.1] for r in rows]


class Kinds(unittest.TestCase):
    def test_equal_to_infer(self) -> None:
        for flags, settings in (((), {}), (("--choose", "top=3", "--precision", "int8"), {"choose": "top=3", "precision": "int8"}),
                                (("--min-score", "0.3"), {"min_score": 0.3}), (("--expect", "9.5"), {"expect": 9.5}), (("--max-phrases", "1"), {"max_phrases": 1})):  # fmt: skip
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
            self.assertEqual((list(got.index)[0], list(got.columns)), (5, [*ROWS[0], "phrases"]))
            numbered = pandas.DataFrame([[r["title"], r["abstract"]] for r in ROWS])
            self.assertEqual(list(labeller.label(numbered, title=0, text=1)["phrases"]), want)
            self.assertNotIn("phrases", ROWS[0])
            texts = labeller.label([r["abstract"] for r in ROWS])
            other = labeller.label(table.rename_columns(["id", "name", "words"][: table.num_columns]), title="name", text="words", column="k")
            self.assertEqual(other["k"].to_pylist(), want)
            self.assertEqual((labeller.label([]), labeller.label(table.slice(0, 0)).num_rows), ([], 0))
        self.assertEqual((type(texts), type(texts[0]), type(texts[0][0])), (list, list, dict))
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
        with warnings.catch_warnings(record=True) as said, wrone2set.Labeller() as labeller:
            warnings.simplefilter("always")
            got = labeller.label(["Graph cuts.", None, ""])
        self.assertEqual((got[1], got[2]), (None, []))
        self.assertEqual([w.category for w in said], [wrone2set.RowWarning])
        self.assertIn("1 rows could not be labelled", str(said[0].message))


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
            (TypeError, "put one document in a list", lambda: wrone2set.label({"title": "a", "abstract": "b"})),
            (wrone2set.InputError, "no such file or folder; a string is the path of a corpus: put one text in a list", lambda: wrone2set.label("Graph cuts for images.")),
            (TypeError, "unexpected keyword argument 'chose'", lambda: wrone2set.label(["a"], chose="f1")),
            (UnicodeError, "surrogates", lambda: wrone2set.label(["\ud800"])),
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


class Processes(unittest.TestCase):
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
