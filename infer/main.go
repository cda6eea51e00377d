// Program infer labels documents with a trained model: the one that is part of it (infer/pretrained), or another.
//
//	corpus.Records ─► record ─ document.Maker ─► document ─ text.Vocabulary ─► window ─ answer.Network, choose.Model ─► predictions, exports
//
// Documents that preprocess wrote for a test set, with what every slot said; a corpus of anyone's; and one in a pipe, of
// which the keyphrases go to standard output as soon as a window of documents is labelled:
//
//	infer --model model --documents 'data/test.inspec-*.parquet' --slots --out predictions/inspec
//	infer --documents papers.csv --out labels
//	infer --model model-of-sequences --documents 'data/test.inspec-*.parquet' --out predictions/sequences
//	infer --model model --documents - --export jsonl --out - < corpus.jsonl.gz > labels.jsonl
package main

import (
	"wrone2set/infer/pretrained"
	"wrone2set/stages"
	"wrone2set/stages/corpus"
)

func main() { stages.Main(stage(), streaming(), following) }

// version changes whenever the same input and settings would give other bytes.
const version = "6"

// modelInput is the model that labels.
func modelInput() stages.Input {
	return stages.Input{Name: "model", Doc: "the folder that train wrote", Schema: "model", Required: true, Default: pretrained.Model(), Remote: true,
		Files: []string{configFile, tensorsFile, vocabFile, choiceFile, knownFile}}
}

// stage is the program.
func stage() stages.Stage[Config] {
	return stages.Stage[Config]{
		Name:    "infer",
		Version: version,
		Doc: `Label documents with keyphrases.

--documents is anything that preprocess --label reads, or what preprocess wrote: JSONL, a JSON array, CSV, TSV, Parquet,
text, works of OpenAlex, papers of Semantic Scholar, also as .gz and .zst; - is standard input. Raw text is cut into tokens as the model's training text was. Bad rows go
to rejects.jsonl. Documents, model and --out may lie in a bucket: s3://bucket/key, a prefix or a pattern; who may use them, the
region and the endpoint are what the tools of AWS take from the environment (AWS_PROFILE, AWS_REGION, AWS_ENDPOINT_URL).
With one --export and --out - the export goes to standard output, a window of documents at a time
(--window), and nothing else is written. Its lists of phrases, scores, present, field, start, end and surface are of one
length; where a phrase stands (in bytes of title or body) is null for one that does not stand in the text.

As a child process of Spark, Ray or Beam infer stream answers an Arrow stream.

Without --model the model labels that is part of the program, trained on abstracts of scientific papers in English; its
card is infer/pretrained/model/MODEL_CARD.md. A program that was built without it (go build -tags nomodel) needs --model.
A model that was trained on top of a pretrained encoder holds it; it writes word pieces, of which only phrases of whole words
are taken, and it reads as many pieces of a document as its encoder has positions for.

Every document gets a list of keyphrases, best first, each with its score and whether it stands in the document. The
score is the probability that the phrase is right, by what train found on validation documents (choice.json); phrases
are chosen among those of all slots, also of slots that say ∅, and runs of words of the text (train --extract), which
--choose governs. With --choose slots they are what
the slots say, as in the paper, with the mean probability of the words for a score, and a phrase whose stems stand
higher is marked. All slots of all documents of a batch are decoded together. The row of a document does not depend on
batch size, threads, shards or the other documents.

Models of the other systems of train have one slot and no choice.json: --choose slots is all that they say, and top=5 the
first five of each kind. A model of catseq writes one sequence, whose phrases stay in its order, greedily or, with --beam, the
best that a search finds. A model of one2one searches many phrases, which are ranked by their probability, and each of which
has it for its score: --beam (50; the literature has 200) wide and --beam-depth (phrase_len of the model) deep. A search that
needs more memory than is free is refused.

More than --part-documents documents are labelled in parts, each of which has files of its own and is finished on its own:
a run that was killed goes on at the part that it was at, when it is started again with the same command. Any number of
processes can make the parts of one folder: --shard i/n has the parts i, i+n, …; without it the variables of an array job
(Kubernetes with --shards, Slurm, AWS Batch, Cloud Run, Batch of Google) say which shard this is. infer status FOLDER says how far a folder
is. Where parts begin is found out once, by reading the corpus; gzip, and zstd of one frame, cannot be entered in
the middle, and every process reads them through. What comes from a pipe is one part.`,
		Inputs: []stages.Input{
			modelInput(),
			{Name: "documents", Doc: "documents to be labelled: a corpus of anyone's, or what preprocess wrote", Schema: "corpus", Required: true, Many: true, Known: corpus.Known, Remote: true,
				Files: []string{"train-*.parquet", "valid-*.parquet", "test.*.parquet", "label-*.parquet"}},
		},
		Outputs: []stages.Output{
			{Name: predictionsFile, Doc: "one row a document: id and list of phrases", Schema: "predictions"},
			{Name: slotsFile, Doc: "with --slots: one row a slot", Schema: "slots", When: []string{"slots"}},
			{Name: jsonFile, Doc: "with --export jsonl: one line a document, without duplicates", Schema: "jsonl", When: []string{"export=jsonl"}, Stream: true},
			{Name: csvFile, Doc: "with --export csv: one line a phrase, without duplicates", Schema: "csv", When: []string{"export=csv"}, Stream: true},
			{Name: textFile, Doc: "with --export txt: the phrases of a document joined by ;, without duplicates", Schema: "text", When: []string{"export=txt"}, Stream: true},
			{Name: "rejects.jsonl", Doc: "rows that could not be read, with the reason", Schema: "rejects"},
		},
		Config: defaults(),
		Moved:  map[string]string{"status": "it is a mode of its own, infer status FOLDER", "json": "infer status --json FOLDER has it"},
		Presets: []stages.Preset[Config]{
			{Name: "released", Doc: "as the authors' released code does where it departs from the paper", Apply: func(c *Config) { c.Released = true }},
		},
		Check:  Config.check,
		Layout: stages.Parted,
		Run:    run,
	}
}
