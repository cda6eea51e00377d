"""Labels a collection of Beam, with one process a DoFn: python beams.py DOCUMENTS.jsonl OUT.jsonl"""

import json
import sys

import apache_beam as beam

import wrone2set


class Label(beam.DoFn):
    def setup(self):
        self.labeller = wrone2set.Labeller()

    def process(self, documents):
        yield from self.labeller.label(documents)

    def teardown(self):
        self.labeller.close()


def line(row):
    return json.dumps({"id": row["id"], "keyphrases": [p["phrase"] for p in row["phrases"]]})


if __name__ == "__main__":
    documents, out = sys.argv[1:]
    with beam.Pipeline(runner="DirectRunner") as pipeline:
        (pipeline | beam.io.ReadFromText(documents) | beam.Map(json.loads) | beam.BatchElements(min_batch_size=16, max_batch_size=1024)
         | beam.ParDo(Label()) | beam.Map(line) | beam.io.WriteToText(out, shard_name_template=""))
