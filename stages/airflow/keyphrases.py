"""Keyphrases with Airflow 3: put this file into the folder of DAGs.

Two DAGs, made from what the programs say of themselves by --describe: their settings are the parameters of the trigger form,
with type, default, choices and help, and their exit codes say which failures are worth a retry.

    label       a corpus in shards, a mapped task each, by the model that is part of infer or another
    keyphrases  preprocess -> train -> label the test set in shards -> score, whose task has a button to the report

The programs are those of the folder KEYPHRASES_BIN, or of PATH. KEYPHRASES_SERVED is the default of the parameter served: the
address at which a web server has the outputs, to which the button then leads.
"""

import functools
import json
import os
import pathlib
import subprocess
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
    """The settings of stages as parameters STAGE_KEY."""
    params = {}
    for stage in stages:
        for s in describe(stage)["settings"]:
            schema = {"type": s["type"], "description": f"{s['help']} ({stage} {s['flag']})", "section": stage}
            if s["type"] == "array":
                schema["items"] = {"type": "string"}
            elif "choices" in s:
                schema["enum"] = s["choices"]
            elif s["type"] == "string":
                schema["type"] = ["string", "null"]
            params[f"{stage}_{s['key']}"] = Param(s["default"], **schema)
    return params


def settings(stage, params):
    """The flags for the parameters that are not the defaults."""
    flags = []
    for s in describe(stage)["settings"]:
        value = params[f"{stage}_{s['key']}"]
        if value is None or value == s["default"]:
            continue
        text = ",".join(value) if isinstance(value, list) else str(value).lower() if isinstance(value, bool) else str(value)
        flags.append(f"{s['flag']}={text}")
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
    """The address of the report in a folder of outputs, which is served at an address or else a file of this machine."""
    if served:
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
        "shards": Param(4, type="integer", minimum=1, maximum=99999, description="tasks that the corpus is cut into"),
        **form("infer")}):

    @task
    def shards(params=None):
        return numbered(params)

    @task
    def label(shard, params=None):
        model = ["--model", params["model"]] if params["model"] else []
        run("infer", params, "--documents", params["documents"], "--out", params["out"], "--shard", shard, *model)

    label.expand(shard=shards())


with DAG("keyphrases", schedule=None, default_args=RETRY, tags=["keyphrases"], doc_md=__doc__, params={
        "train": Param("train.jsonl.gz", description="training documents with keyphrases", **CORPUS),
        "valid": Param("valid.jsonl.gz", description="documents to check the training with", **CORPUS),
        "test": Param("test.jsonl.gz", description="documents with keyphrases to score the model by", **CORPUS),
        "out": Param("run", description="folder of all outputs", **CORPUS),
        "served": Param(os.environ.get("KEYPHRASES_SERVED"), type=["null", "string"],
                        description="address at which a web server has the folder of all outputs, for the link to the report; none: file://"),
        "preset": Param("small,wr", type="string", description="presets of the training: a size and an objective"),
        "shards": Param(4, type="integer", minimum=1, maximum=99999, description="tasks that the test set is labelled by"),
        **form("preprocess", "train", "infer", "score")}):

    @task
    def preprocess(params=None):
        run("preprocess", params, "--train", params["train"], "--valid", params["valid"], "--test", "test=" + params["test"], "--out", params["out"] + "/data")

    @task
    def train(params=None):
        run("train", params, "--data", params["out"] + "/data", "--preset", params["preset"], "--out", params["out"] + "/model")

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
        run("score", params, "--predictions", params["out"] + "/predictions", "--documents", params["out"] + "/data/test.test-*.parquet",
            "--out", params["out"] + "/scores")
        return report(params["out"], params["served"])

    parts, scores = test_shards(), score()
    scores.operator.operator_extra_links = (Report(),)
    preprocess() >> train() >> parts
    label_test.expand(shard=parts) >> scores
