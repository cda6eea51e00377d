"""Labels the answer of a DuckDB query, and queries the phrases: python duck.py DOCUMENTS.jsonl OUT.jsonl"""

import sys

import duckdb

import wrone2set

documents, out = sys.argv[1:]
table = duckdb.sql("SELECT id, title, abstract FROM read_json(?, format = 'newline_delimited')", params=[documents]).to_arrow_table()
labelled = wrone2set.label(table)
duckdb.sql("COPY (SELECT id, list_transform(phrases, lambda p: p.phrase) AS keyphrases FROM labelled) TO '" + out.replace("'", "''") + "' (FORMAT json)")
