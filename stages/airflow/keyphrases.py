"""Keyphrases with Airflow 3: put this file into the folder of DAGs.

Two DAGs, made from what the programs say of themselves by --describe: their settings are the parameters of the trigger form,
with type, choices and help, and their exit codes say which failures are worth a retry.

    label       a corpus in shards, a mapped task each, by the model that is part of infer or another. Every month: the whole corpus
                into a new folder out, with last month's as reuse, whose documents are then not labelled again
    keyphrases  preprocess -> train -> label the test set in shards -> score, whose task has a button to the report

The programs are those of the folder KEYPHRASES_BIN, or of PATH. KEYPHRASES_SERVED is the default of the parameter served: the
address at which a web server has the outputs, to which the button then leads.
"""

import functools
import json
import os
import pathlib
import subprocess
import urllib.parse
from datetime import timedelta

from airflow.sdk import DAG, BaseOperatorLink, Param, task
from airflow.exceptions import AirflowFailException
from airflow.sdk.execution_time.xcom import XCom

BIN = os.environ.get("KEYPHRASES_BIN", "")


def program(stage):
    return os.path.join(BIN, stage)


@functools.cache
def describe(stage):
    return json.loads(subprocess.run([program(stage), "--describe", "--config", "none"], check=True, capture_output=True, text=True).stdout)


def form(*stages):
    """The settings of stages as parameters STAGE_KEY. None, which all of them are unless somebody asks for a value, is what the
    presets say, else the program's default: a value that equals a default is asked for all the same."""
    params = {}
    for stage in stages:
        for s in describe(stage)["settings"]:
            schema = {"type": [s["type"], "null"], "section": stage,
                      "description": f"{s['help']} ({stage} {s['flag']}; without a preset {text(s['default'])})"}
            if s["type"] == "array":
                schema["items"] = {"type": "string"}
            elif "choices" in s:
                schema["enum"] = [*s["choices"], None]
            params[f"{stage}_{s['key']}"] = Param(None, **schema)
    return params


def text(value):
    """A value as a flag has it."""
    return ",".join(value) if isinstance(value, list) else str(value).lower() if isinstance(value, bool) else str(value)


def settings(stage, params):
    """The flags for the parameters that somebody asked for, and the presets that the stage has: sizes are those of preprocess, too,
    the authors' release is everyone's."""
    has = [p["name"] for p in describe(stage)["presets"] or ()]
    given = params.get("preset") or ""
    mine = [p for p in given.replace(" ", "").split(",") if p in has or stage == "train"]  # train refuses what nobody has
    flags = ["--preset=" + ",".join(mine)] if given and mine else []
    for s in describe(stage)["settings"]:
        value = params[f"{stage}_{s['key']}"]
        if value is not None:
            flags.append(f"{s['flag']}={text(value)}")
    return flags


def run(stage, params, *arguments):
    """Runs a stage; a failure that the same command would have again is final."""
    command = [program(stage), "--config", "none", *arguments, *settings(stage, params)]
    print(" ".join(command), flush=True)
    done = subprocess.run(command, stderr=subprocess.PIPE, text=True)
    print(done.stderr, flush=True)
    if done.returncode == 0:
        return
    said = f"{stage}: exit code {done.returncode}: {done.stderr.strip()[-2000:]}"
    codes = {c["code"]: c["retry"] for c in describe(stage)["exit_codes"]}
    if codes.get(done.returncode, True):  # one that is not listed is that of a signal
        raise RuntimeError(said)
    raise AirflowFailException(said)


def report(out, served):
    """The address of the report in a folder of outputs, which is served at an address or else a file of this machine. A browser
    would run a javascript: address, so that only those of a web server are taken."""
    if served:
        address = urllib.parse.urlsplit(served)
        if address.scheme not in ("http", "https") or not address.netloc:
            raise AirflowFailException(f"served: {served!r} is no http:// or https:// address")
        return served.rstrip("/") + "/scores/report.html"
    return pathlib.Path(out, "scores", "report.html").absolute().as_uri()


class Report(BaseOperatorLink):
    """The button to what a task returned, the address of a report."""

    name = "report"

    def get_link(self, operator, *, ti_key):
        return XCom.get_value(ti_key=ti_key, key="return_value") or ""


RETRY = {"retries": 3, "retry_delay": timedelta(seconds=int(os.environ.get("KEYPHRASES_RETRY_SECONDS", "30"))), "retry_exponential_backoff": True,
         "max_retry_delay": timedelta(minutes=30)}
CORPUS = {"type": "string", "minLength": 1}


def numbered(params):
    return [f"{i}/{params['shards']}" for i in range(params["shards"])]


with DAG("label", schedule=None, default_args=RETRY, tags=["keyphrases"], doc_md=__doc__, params={
        "documents": Param("papers.jsonl.gz", description=describe("infer")["inputs"][1]["doc"], **CORPUS),
        "out": Param("predictions", description="folder of the predictions", **CORPUS),
        "model": Param(None, type=["null", "string"], description="a model folder; none: the model that is part of infer"),
        "reuse": Param(None, type=["null", "array"], items={"type": "string"},
                       description="earlier outputs, such as last month's: their documents are not labelled again; none: all are labelled"),
        "shards": Param(4, type="integer", minimum=1, maximum=99999, description="tasks that the corpus is cut into"),
        **form("infer")}):

    @task
    def shards(params=None):
        return numbered(params)

    @task
    def label(shard, params=None):
        model = ["--model", params["model"]] if params["model"] else []
        earlier = [flag for folder in params["reuse"] or [] for flag in ("--reuse", folder)]
        run("infer", params, "--documents", params["documents"], "--out", params["out"], "--shard", shard, *model, *earlier)

    label.expand(shard=shards())


with DAG("keyphrases", schedule=None, default_args=RETRY, tags=["keyphrases"], doc_md=__doc__, params={
        "train": Param("train.jsonl.gz", description="training documents with keyphrases", **CORPUS),
        "valid": Param("valid.jsonl.gz", description="documents to check the training with", **CORPUS),
        "test": Param("test.jsonl.gz", description="documents with keyphrases to score the model by", **CORPUS),
        "out": Param("run", description="folder of all outputs", **CORPUS),
        "served": Param(os.environ.get("KEYPHRASES_SERVED"), type=["null", "string"],
                        description="address at which a web server has the folder of all outputs, for the link to the report; none: file://"),
        "preset": Param("small,wr", type="string", description="presets of the training: a size and an objective; the size is preprocess's, too"),
        "shards": Param(4, type="integer", minimum=1, maximum=99999, description="tasks that the test set is labelled by"),
        **form("preprocess", "train", "infer", "score")}):

    @task
    def preprocess(params=None):
        run("preprocess", params, "--train", params["train"], "--valid", params["valid"], "--test", "test=" + params["test"], "--out", params["out"] + "/data")

    @task
    def train(params=None):
        run("train", params, "--data", params["out"] + "/data", "--out", params["out"] + "/model")

    @task
    def test_shards(params=None):
        return numbered(params)

    @task
    def label_test(shard, params=None):
        run("infer", params, "--model", params["out"] + "/model", "--documents", params["out"] + "/data/test.test-*.parquet",
            "--out", params["out"] + "/predictions", "--shard", shard)

    @task
    def score(params=None):
        """Returns the address of the report."""
        address = report(params["out"], params["served"])  # first: a wrong one is known before the work
        run("score", params, "--predictions", params["out"] + "/predictions", "--documents", params["out"] + "/data/test.test-*.parquet",
            "--out", params["out"] + "/scores")
        return address

    shards, scores = test_shards(), score()
    scores.operator.operator_extra_links = (Report(),)
    preprocess() >> train() >> shards
    label_test.expand(shard=shards) >> scores
