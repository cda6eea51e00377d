"""What a type checker says of calls: pyright typed.py ends with 0. It reports a comment that ignores nothing, so each one promises an error."""
# pyright: strict, reportUnnecessaryTypeIgnoreComment=true, reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportMissingTypeStubs=false

from pathlib import Path
from typing import Any

import pandas
import polars
from typing_extensions import assert_type

import wrone2set
from wrone2set import Labeller, Phrases

dicts: list[dict[str, str]] = [{"title": "Graph cuts"}]

# Every container gives its own kind back.
assert_type(wrone2set.label(["Graph cuts"]), list[Phrases])
assert_type(wrone2set.label(("Graph cuts",)), list[Phrases])
assert_type(wrone2set.label(text for text in ("Graph cuts",)), list[Phrases])
assert_type(wrone2set.label(["Graph cuts", None, float("nan")]), "list[Phrases | None]")
assert_type(wrone2set.label(dicts), list[dict[str, Any]])
assert_type(wrone2set.label(pandas.DataFrame()), pandas.DataFrame)
assert_type(wrone2set.label(polars.DataFrame()), polars.DataFrame)
assert_type(Labeller().label(pandas.DataFrame(), title=0), pandas.DataFrame)
assert_type(Labeller().label(["Graph cuts"]), list[Phrases])
wrone2set.label("papers.csv").num_rows
wrone2set.label(Path("papers.csv"), title="name").num_rows

# Phrases have known keys, and texts their limits.
[phrases] = wrone2set.label(["Graph cuts"])
assert_type(phrases[0]["probability"], float)
assert_type(phrases[0]["start"], "int | None")
assert_type(phrases.doubtful, str)
phrases[0]["score"]  # pyright: ignore[reportGeneralTypeIssues]
phrases.doubt  # pyright: ignore[reportAttributeAccessIssue]

# Settings have names and types.
wrone2set.label(["a"], choose="f1", min_score=0.1, max_phrases=3, expect=9.5, precision="int8", speed="fast", absent="all", boilerplate="keep", threads=2, model=Path("model"), arguments=["--shortlist", "9"])
wrone2set.label(["a"], chose="f1")  # pyright: ignore[reportCallIssue]
wrone2set.label(["a"], precision="int4")  # pyright: ignore[reportCallIssue, reportArgumentType]
wrone2set.label(["a"], boilerplate="all")  # pyright: ignore[reportCallIssue, reportArgumentType]
wrone2set.label(["a"], max_phrases="3")  # pyright: ignore[reportCallIssue, reportArgumentType]
wrone2set.label(dicts, chose="f1")  # pyright: ignore[reportCallIssue]
wrone2set.label(pandas.DataFrame(), chose="f1")  # pyright: ignore[reportCallIssue]
wrone2set.label("papers.csv", chose="f1")  # pyright: ignore[reportCallIssue]
wrone2set.label(7)  # pyright: ignore[reportCallIssue, reportArgumentType]
wrone2set.label([7, b"a"])  # pyright: ignore[reportCallIssue, reportArgumentType]
Labeller(chose="f1")  # pyright: ignore[reportCallIssue]
Labeller(speed="slow")  # pyright: ignore[reportArgumentType]
Labeller(precision="int4")  # pyright: ignore[reportArgumentType]
Labeller().label(["a"], titel="name")  # pyright: ignore[reportCallIssue]
