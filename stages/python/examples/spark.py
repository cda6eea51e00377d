"""Labels a corpus of JSON lines with Spark's mapInArrow: python spark.py DOCUMENTS OUT INFER [ARGUMENT...]

Each partition has one child process. OUT gets one JSON line per row, sorted by id.
"""

import json
import os
import sys

from pyspark.sql import SparkSession

here = os.path.dirname(os.path.abspath(__file__))
documents, out, command = sys.argv[1], sys.argv[2], sys.argv[3:]
os.environ["PYTHONPATH"] = os.pathsep.join([here] + os.environ.get("PYTHONPATH", "").split(os.pathsep))
os.environ.setdefault("PYSPARK_PYTHON", sys.executable)

spark = (SparkSession.builder.master("local[2]").appName("keyphrases").config("spark.ui.enabled", "false")
         .config("spark.driver.host", "127.0.0.1").config("spark.driver.bindAddress", "127.0.0.1")
         .config("spark.sql.execution.arrow.maxRecordsPerBatch", "16").getOrCreate())
spark.sparkContext.addPyFile(os.path.join(here, "answers.py"))


def label(batches):
    from answers import answers
    yield from answers(command, batches)


frame = spark.read.schema("id long, title string, abstract string").json(documents).repartition(3)
phrase = "struct<phrase:string,score:float,present:boolean,field:string,start:int,end:int,surface:string>"
rows = frame.mapInArrow(label, f"id long, phrases array<{phrase}>, reason string, truncated boolean, language string, doubtful string").collect()
with open(out, "w") as f:
    for row in sorted((r.asDict(recursive=True) for r in rows), key=lambda r: r["id"]):
        f.write(json.dumps(row, ensure_ascii=False) + "\n")
spark.stop()
