"""Labels a DataFrame of polars: python pola.py DOCUMENTS.jsonl OUT.jsonl"""

import sys

import polars

import wrone2set

documents, out = sys.argv[1:]
labelled = wrone2set.label(polars.read_ndjson(documents))
labelled.select("id", polars.col("phrases").list.eval(polars.element().struct.field("phrase")).alias("keyphrases")).write_ndjson(out)
