"""Opens a folder of files with the readers that our users have, and prints
what they see as one JSON object: reader/file -> columns, rows, first rows."""
import json, sys

import duckdb, pandas, pyarrow, pyarrow.ipc, pyarrow.parquet

folder = sys.argv[1]
seen = {}


def plain(v):
    if hasattr(v, "tolist"):
        v = v.tolist()
    if isinstance(v, (list, tuple)):
        return [plain(x) for x in v]
    if isinstance(v, dict):
        return {k: plain(x) for k, x in v.items()}
    return v


for name in sys.argv[2:]:
    path = f"{folder}/{name}"
    if name.endswith(".arrow"):
        table = pyarrow.ipc.open_file(path).read_all()
        seen["pyarrow/" + name] = table.to_pylist()
        continue
    seen["pyarrow/" + name] = pyarrow.parquet.read_table(path).to_pylist()
    seen["pandas/" + name] = [
        {k: plain(v) for k, v in row.items()} for row in pandas.read_parquet(path).to_dict("records")
    ]
    result = duckdb.sql(f"select * from read_parquet('{path}')")
    seen["duckdb/" + name] = [dict(zip(result.columns, map(plain, row))) for row in result.fetchall()]
json.dump(seen, sys.stdout)
