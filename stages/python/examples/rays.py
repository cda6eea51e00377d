"""Labels a dataset of Ray by map_batches, with one process an actor: python rays.py DOCUMENTS.jsonl OUT.jsonl"""

import json
import sys

import pyarrow as pa
import ray

import wrone2set


class Label:
    def __init__(self):
        self.labeller = wrone2set.Labeller()

    def __call__(self, table):
        return self.labeller.label(table)


documents, out = sys.argv[1:]
ray.init(num_cpus=2, include_dashboard=False, configure_logging=False)
with open(documents) as f:
    table = pa.Table.from_pylist([json.loads(line) for line in f])
labelled = ray.data.from_arrow(table).map_batches(Label, batch_format="pyarrow", batch_size=1024, concurrency=1)
with open(out, "w") as f:
    for row in labelled.take_all():
        f.write(json.dumps({"id": row["id"], "keyphrases": [p["phrase"] for p in row["phrases"]]}) + "\n")
ray.shutdown()
