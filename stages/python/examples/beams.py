"""Labels a corpus of JSON lines with Beam: python beams.py DOCUMENTS OUT INFER [ARGUMENT...]

Elements are batched. A DoFn has one child process for all its batches. OUT gets one JSON line per row, sorted by id.
"""

import json
import os
import sys

import apache_beam as beam
import pyarrow as pa

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
SCHEMA = pa.schema([("id", pa.int64()), ("title", pa.string()), ("abstract", pa.string())])


class Label(beam.DoFn):
    def __init__(self, command):
        self.command = command

    def setup(self):
        from answers import Infer
        self.infer = Infer(self.command)

    def process(self, documents):
        self.infer.ask(pa.RecordBatch.from_pylist(documents, schema=SCHEMA))
        yield from self.infer.answer().to_pylist()

    def teardown(self):
        self.infer.end()
        self.infer.wait()


if __name__ == "__main__":
    documents, out, command = sys.argv[1], sys.argv[2], sys.argv[3:]
    with beam.Pipeline(runner="DirectRunner") as pipeline:
        (pipeline | beam.io.ReadFromText(documents) | beam.Map(json.loads) | beam.BatchElements(min_batch_size=16, max_batch_size=16)
         | beam.ParDo(Label(command)) | beam.Map(lambda row: json.dumps(row, ensure_ascii=False))
         | beam.io.WriteToText(out + ".part", shard_name_template=""))
    with open(out + ".part") as f, open(out, "w") as sorted_by_id:
        sorted_by_id.writelines(sorted(f, key=lambda line: json.loads(line)["id"]))
