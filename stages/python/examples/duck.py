"""Labels a corpus of JSON lines that DuckDB reads: python duck.py DOCUMENTS OUT INFER [ARGUMENT...]

infer answers the Arrow stream of a query, and its answers are a table for the next query.
"""

import json
import os
import sys

import duckdb
import pyarrow as pa

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from answers import answers

documents, out, command = sys.argv[1], sys.argv[2], sys.argv[3:]
columns = "{id: 'BIGINT', title: 'VARCHAR', abstract: 'VARCHAR'}"
asked = duckdb.sql(f"SELECT * FROM read_json(?, format = 'newline_delimited', columns = {columns})", params=[documents]).to_arrow_reader(16)
labelled = pa.Table.from_batches(answers(command, asked))
with open(out, "w") as f:
    for row in duckdb.sql("SELECT * FROM labelled ORDER BY id").to_arrow_table().to_pylist():
        f.write(json.dumps(row, ensure_ascii=False) + "\n")
