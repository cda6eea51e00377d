"""Labels a corpus of JSON lines with Ray's map_batches: python rays.py DOCUMENTS OUT INFER [ARGUMENT...]

An actor has one child process for all its batches.
"""

import json
import os
import sys

import pyarrow as pa
import ray

here = os.path.dirname(os.path.abspath(__file__))
documents, out, command = sys.argv[1], sys.argv[2], sys.argv[3:]
sys.path.insert(0, here)


class Label:
    def __init__(self, command):
        from answers import Infer
        self.infer = Infer(command)

    def __call__(self, table):
        batch = table.combine_chunks().to_batches(max_chunksize=table.num_rows)[0]
        self.infer.ask(batch)
        return pa.Table.from_batches([self.infer.answer()])


ray.init(num_cpus=2, include_dashboard=False, configure_logging=False, runtime_env={"env_vars": {"PYTHONPATH": here}})
with open(documents) as f:
    table = pa.Table.from_pylist([json.loads(line) for line in f],
                                 schema=pa.schema([("id", pa.int64()), ("title", pa.string()), ("abstract", pa.string())]))
labelled = ray.data.from_arrow(table).map_batches(Label, fn_constructor_args=(command,), batch_format="pyarrow", batch_size=16, concurrency=1)
rows = sorted(labelled.take_all(), key=lambda r: r["id"])
with open(out, "w") as f:
    for row in rows:
        f.write(json.dumps(row, ensure_ascii=False) + "\n")
ray.shutdown()
