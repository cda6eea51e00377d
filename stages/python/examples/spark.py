"""Labels a DataFrame of Spark by mapInArrow, with one process a partition: python spark.py DOCUMENTS.jsonl OUT.jsonl"""

import json
import os
import sys

from pyspark.sql import SparkSession

import wrone2set

documents, out = sys.argv[1:]
os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
spark = (SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").config("spark.driver.host", "127.0.0.1")
         .config("spark.driver.bindAddress", "127.0.0.1").getOrCreate())


def label(batches):
    with wrone2set.Labeller(threads=1) as labeller:
        yield from map(labeller.label, batches)


phrase = "struct<phrase:string,probability:float,present:boolean,field:string,start:int,end:int,surface:string>"
columns = "id string, title string, abstract string"
frame = spark.read.schema(columns).json(documents).repartition(2)
rows = frame.mapInArrow(label, f"{columns}, phrases array<{phrase}>, doubtful string, language string, truncated boolean").collect()
with open(out, "w") as f:
    for row in rows:
        f.write(json.dumps({"id": row.id, "keyphrases": [p.phrase for p in row.phrases]}) + "\n")
spark.stop()
