"""Command lines and links of airflow/keyphrases.py, without Airflow: its modules are stood in for, and the programs say what they are given."""

import importlib.util
import json
import os
import pathlib
import sys
import tempfile
import types

made = tempfile.TemporaryDirectory()
work = pathlib.Path(made.name)
os.environ["KEYPHRASES_BIN"], os.environ["WORK"] = str(work), str(work)


class Anything:
    """What a DAG and a task are while the file is read."""

    def __getattr__(self, name):
        return Anything()

    def __call__(self, *args, **kwargs):
        return Anything()

    def __rshift__(self, other):
        return other

    def __enter__(self):
        return self

    def __exit__(self, *args):
        return None


class Fail(Exception):
    pass


tasks, forms = {}, []


def task(function):
    tasks[function.__name__] = function
    return Anything()


def dag(*args, params, **kwargs):
    forms.append(params)
    return Anything()


for name, parts in {"airflow": {}, "airflow.sdk": {"DAG": dag, "BaseOperatorLink": object, "Param": lambda default, **schema: (default, schema), "task": task},
                    "airflow.exceptions": {"AirflowFailException": Fail}, "airflow.sdk.execution_time": {},
                    "airflow.sdk.execution_time.xcom": {"XCom": None}}.items():
    sys.modules[name] = types.ModuleType(name)
    sys.modules[name].__dict__.update(parts)

settings = {
    "preprocess": [("vocab-size", "integer", 50002), ("lower", "boolean", True)],
    "train": [("epochs", "integer", 20), ("tie-embeddings", "boolean", False)],
    "infer": [("export", "array", [])],
    "score": [("bins", "integer", 10)],
}
presets = {"preprocess": ["paper", "small", "released"], "train": ["paper", "small", "wr", "released"], "infer": ["released"], "score": None}
for stage in settings:
    said = {"settings": [{"key": k.replace("-", "_"), "flag": "--" + k, "type": t, "default": d, "help": "h"} for k, t, d in settings[stage]],
            "presets": presets[stage] and [{"name": p} for p in presets[stage]], "exit_codes": [], "inputs": [{}, {"doc": "d"}]}
    (work / f"{stage}.json").write_text(json.dumps(said))
    program = work / stage
    program.write_text('#!/bin/sh\nname=${0##*/}\n[ "$1" != --describe ] || exec cat "$WORK/$name.json"\necho "$@" >"$WORK/$name.given"\n')
    program.chmod(0o755)

spec = importlib.util.spec_from_file_location("keyphrases", pathlib.Path(__file__).with_name("airflow") / "keyphrases.py")
keyphrases = importlib.util.module_from_spec(spec)
spec.loader.exec_module(keyphrases)


def given(name, **asked):
    """What the program of a task is given where somebody asks for these parameters."""
    params = {k: v[0] for k, v in forms[1].items()} | asked
    tasks[name](params=params) if name != "label_test" else tasks[name]("0/4", params=params)
    stage = "infer" if name == "label_test" else name
    return (work / f"{stage}.given").read_text().split()


def check(name, asked, want, never=()):
    flags = given(name, **asked)
    for flag in want:
        assert flag in flags, (name, asked, flag, flags)
    for flag in never:
        assert not any(f.startswith(flag) for f in flags), (name, asked, flag, flags)


check("preprocess", {}, ["--preset=small"], ["--vocab-size", "--lower"])
check("train", {}, ["--preset=small,wr"], ["--epochs"])
check("label_test", {}, [], ["--preset"])
check("score", {}, [], ["--preset"])
check("preprocess", {"preset": "wr"}, [], ["--preset"])
check("preprocess", {"preset": "released,wr"}, ["--preset=released"])
check("label_test", {"preset": "released,wr"}, ["--preset=released"])
check("train", {"preset": "smal,wr"}, ["--preset=smal,wr"])  # which it refuses

check("train", {"train_epochs": 20}, ["--epochs=20"])
check("train", {"train_epochs": 7, "train_tie_embeddings": False}, ["--epochs=7", "--tie-embeddings=false"])
check("preprocess", {"preprocess_vocab_size": 50002, "preprocess_lower": True}, ["--vocab-size=50002", "--lower=true"])
check("label_test", {"infer_export": ["csv", "txt"]}, ["--export=csv,txt"])
for reuse, want in (None, ""), (["/last", "s3://b/x"], " --reuse /last --reuse s3://b/x"):
    tasks["label"]("0/4", params={k: v[0] for k, v in forms[0].items()} | {"reuse": reuse})
    said = (work / "infer.given").read_text().strip()
    assert said.endswith("--shard 0/4" + want), said

assert forms[1]["train_epochs"][1]["type"] == ["integer", "null"], forms[1]["train_epochs"]

assert keyphrases.report("/a", None) == "file:///a/scores/report.html"
for served in "http://reports.example", "https://reports.example/runs/7/":
    assert keyphrases.report("/a", served) == served.rstrip("/") + "/scores/report.html"
for served in "javascript:alert(1)//", " javascript:alert(1)", "data:text/html,x", "//reports.example", "file:///etc", "http:", "reports.example":
    (work / "score.given").unlink(missing_ok=True)
    try:
        given("score", served=served)
    except Fail as e:
        assert "served" in str(e) and not (work / "score.given").exists(), (served, e)
    else:
        raise AssertionError(f"{served} is taken for an address")
print("airflow: command lines and links are right")
