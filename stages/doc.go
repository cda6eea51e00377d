// Package stages is the framework of the pipeline: what a stage is, and everything that all stages share.
//
// # The pipeline
//
// WR-One2Set (Xie et al., EMNLP 2022) consists of four programs. Each reads files, writes one folder, and ends.
//
//  1. preprocess reads corpora (JSON, CSV, TSV, Parquet, or pairs of text files; see package corpus) and writes run/data:
//     documents train-*.parquet, valid-*.parquet, test.NAME-*.parquet (rows: [schemas.Document]), examples
//     examples.train-*.arrow, examples.valid-*.arrow (rows: [schemas.Example]), vocab.parquet (rows: [schemas.VocabRow]),
//     filtered.parquet (rows: [schemas.Filtered]) and rejects.jsonl (rows: [schemas.Reject]). --vocab-from uses the
//     vocabulary of a model that train --init-from fine-tunes. --encoder uses the word pieces of a pretrained encoder, on
//     which train --encoder puts our decoder.
//  2. train reads run/data, without the test documents, and writes run/model: config.json, model.safetensors
//     ([schemas.Tensor] by name), vocab.parquet, phrases.parquet (rows: [schemas.KnownPhrase]), neighbours.parquet (rows:
//     [schemas.Neighbour]) and choice.json, which turns candidates into probabilities and is fitted to the validation
//     documents; with --fast choice-fast.json, which does so without the network,
//     and with a tagger choice-best.json, which does so by its tags; train refit adds extract.json, which picks
//     phrases from texts that the network is not for. Beside them it
//     writes checkpoint/, train_log.parquet (rows: [schemas.TrainLog]), drawn in report.html, and assignments.parquet (rows:
//     [schemas.Assignment]).
//  3. infer reads run/model, or the model built into it (infer/pretrained), and documents of preprocess or a corpus. It
//     writes run/predictions/NAME: predictions-*.parquet (rows: [schemas.Prediction]), slots-*.parquet (rows:
//     [schemas.Slot]), exports as JSON lines, CSV, text, Excel and Parquet, a sheet that people correct (package review),
//     from which train refit, train concepts and score go on, and rejects.jsonl. It works in parts, which several processes
//     can share; an export can go to standard output. --reuse takes the rows of an earlier output. infer concepts writes
//     concepts of a thesaurus, as train concepts learned them: concepts-*.parquet (rows: [schemas.Assigned]). Of finished
//     outputs, infer export makes exports, infer phrases merges the spellings of each concept: phrases.parquet (rows:
//     [schemas.MergedPhrase]), and infer report draws a page: report.html and summary.txt.
//  4. score reads predictions and documents and writes run/scores/NAME: scores.parquet (rows: [schemas.Score]),
//     metrics.json, report.html and summary.txt, and groups.parquet (rows: [schemas.Group]) for a column of the user. For
//     several predictions of the same documents it writes compare.txt and the same table in other forms.
//
// # Imports
//
// They run one way. A test holds the packages against this table: one may import what stands behind the arrow of the first
// line that is for it, and /... means everything below a folder.
//
//	schemas → schemas/internal/...
//	schemas/internal/... → schemas/internal/...
//	stages/internal/fault → schemas
//	stages/internal/cli → stages/internal/config, stages/internal/fault, stages/internal/input, stages/internal/output
//	stages/internal/store → schemas, stages/internal/fault
//	stages/internal/manifest → stages/internal/fault, stages/internal/store
//	stages/internal/output → schemas, stages/data/scratch, stages/internal/output/disk, stages/internal/fault, stages/internal/manifest, stages/internal/store
//	stages/internal/output/disk → stages/data/scratch
//	stages/internal/machine → stages/internal/manifest
//	stages/internal/metrics → stages/internal/cli, stages/internal/manifest
//	stages/internal/array → stages/internal/cli, stages/internal/fault, stages/internal/manifest
//	stages/internal/input → schemas, stages/internal/fault, stages/internal/manifest, stages/internal/output, stages/internal/store
//	stages → schemas, stages/internal/...
//	stages/stagetest → schemas, stages
//	stages/stagetest/s3server → stages/internal/store
//	stages/stagetest/tinybert → schemas, stages/nn/bert
//	stages/data/rows → schemas, stages/internal/fault
//	stages/data/scratch → stages/internal/fault
//	stages/data/word → stages/data/text
//	stages/data/text → schemas, stages/data/markup, stages/data/wordpiece
//	stages/data/wordpiece → schemas
//	stages/model/fallback → stages/data/language, stages/data/spelling, stages/data/word, schemas, stages/model/rank
//	stages/model/fallback/fit → stages/model/fallback, stages/data/word, stages/model/rank, stages/model/rank/fit
//	stages/model/choose → stages/model/choose/calibration, stages/data/spelling, stages/data/text, schemas, stages/model/rank
//	stages/model/rank/fit → stages/model/rank, stages/model/choose/calibration
//	stages/model/choose/fit → stages/model/choose, stages/data/text, stages/model/rank, stages/model/rank/fit
//	stages/model/rank → schemas
//	stages/data/boilerplate → stages/data/markup
//	stages/data/corpus → schemas, stages/data/corpus/internal/..., stages/data/rows, stages/data/boilerplate, stages/data/markup
//	stages/data/corpus/internal/... → schemas, stages/data/corpus/internal/..., stages/data/markup, stages/data/scratch
//	stages/data/document → schemas, stages/data/corpus, stages/data/markup, stages/data/text, stages/data/boilerplate
//	stages/data/thesaurus → schemas, stages/data/language, stages/data/word, stages/data/thesaurus/internal/..., stages/data/corpus
//	stages/data/review → schemas, stages/data/corpus
//	stages/data/doubt → schemas, stages/data/language, stages/data/markup, stages/data/text
//	stages/nn/op → stages/nn/kernel, stages/data/random
//	stages/nn/bert → stages/nn/op, stages/nn/kernel, schemas
//	stages/nn/tape → stages/nn/op, stages/nn/kernel
//	stages/model/phrase → stages/model/choose, stages/model/rank, stages/nn/kernel, stages/data/markup, stages/data/spelling, stages/data/text, schemas, stages/data/language
//	stages/model/slots → stages/nn/bert, stages/nn/op, stages/nn/kernel, stages/model/choose, stages/model/rank, stages/model/phrase, stages/data/random, stages/data/text, schemas
//	stages/model/sequence → stages/nn/op, stages/nn/kernel, stages/model/choose, stages/model/phrase, stages/model/slots, stages/data/text, schemas
//	stages/model/joint → stages/nn/bert, stages/nn/op, stages/nn/kernel, stages/model/choose, stages/model/phrase, stages/model/slots, stages/data/random, stages/data/text, schemas
//	stages/model → stages/nn/bert, stages/nn/op, stages/nn/kernel, stages/model/choose, stages/model/fallback, stages/model/joint, stages/model/phrase, stages/model/sequence, stages/model/slots, stages/data/text, schemas
//	stages/model/concept → stages/model/rank, stages/data/language, stages/data/thesaurus, schemas
//	stages/model/concept/fit → stages/model/concept, stages/model/rank, stages/model/rank/fit
//	train/internal/assign → stages/data/text
//	train/internal/wr → train/internal/assign, stages/data/text
//	train/internal/machine → stages/nn/op, stages/nn/kernel
//	preprocess/... → preprocess/internal/..., stages, stages/data/corpus, stages/data/document, stages/model, stages/nn/bert, stages/data/random, stages/data/rows, stages/data/scratch, stages/data/text, stages/data/wordpiece, schemas, stages/data/boilerplate
//	train/internal/loop → train/internal/..., stages, stages/nn/kernel, stages/nn/op, stages/data/rows, stages/data/text, schemas
//	train/internal/step → train/internal/..., stages/model, stages/model/slots, stages/nn/kernel, stages/nn/op, stages/data/random, schemas
//	train/internal/setting → train/internal/..., stages, stages/model, stages/model/choose, stages/model/joint, stages/model/sequence, stages/model/slots, stages/nn/bert, stages/nn/kernel, stages/nn/op, schemas
//	train/internal/start → train/internal/..., stages, stages/model, stages/model/joint, stages/model/slots, stages/nn/bert, stages/data/text, stages/data/wordpiece, schemas
//	train/internal/known → stages/model/choose, stages/model/rank, stages/data/rows, stages/data/spelling, stages/data/text, schemas
//	train/internal/choice → train/internal/..., stages, stages/model, stages/model/choose, stages/model/choose/fit, stages/model/rank/fit, stages/model/phrase, stages/model/slots, stages/nn/kernel, stages/data/rows, stages/data/text, schemas
//	train/internal/record → stages, stages/data/corpus, stages/data/review, stages/data/rows
//	train/internal/refit → train/internal/..., stages, stages/model, stages/model/choose/fit, stages/model/fallback, stages/model/fallback/fit, stages/data/boilerplate, stages/data/corpus, stages/data/document, stages/data/language, stages/data/review, stages/data/rows, stages/data/text, stages/data/word, schemas
//	train/internal/indexed → train/internal/..., stages, stages/model/concept, stages/model/concept/fit, stages/nn/kernel, stages/data/boilerplate, stages/data/corpus, stages/data/document, stages/data/review, stages/data/rows, stages/data/thesaurus, schemas
//	train/internal/authors → train/internal/..., stages/model/slots, stages/nn/op, schemas
//	train/internal/... → train/internal/..., stages, stages/nn/op, stages/data/random, stages/data/rows, stages/data/text, schemas, stages/page
//	train → train/internal/..., stages, stages/model, stages/model/concept, stages/model/slots, stages/nn/kernel, stages/data/corpus, stages/data/review, stages/data/rows, stages/data/text, schemas
//	stages/label → infer/pretrained, stages/internal/config, stages/internal/fault, stages/model, stages/model/choose, stages/model/rank, stages/model/phrase, stages/data/corpus, stages/data/document, stages/data/doubt, stages/data/language, stages/data/markup, stages/data/rows, stages/data/spelling, stages/data/text, stages/data/word, stages/model/fallback, stages/nn/kernel, schemas, stages/data/boilerplate
//	infer/pretrained → nothing
//	infer/... → infer/internal/..., infer/pretrained, stages, stages/page, stages/label, stages/model, stages/model/choose, stages/model/rank, stages/data/corpus, stages/data/doubt, stages/data/rows, stages/data/scratch, stages/data/text, schemas, stages/model/concept, stages/data/thesaurus, stages/data/document, stages/data/language, stages/data/markup, stages/data/boilerplate, stages/data/word, stages/data/review
//	score/... → stages/page, stages/data/language, stages/data/markup, stages/data/word, stages/data/thesaurus, score/internal/..., stages, stages/model/choose/calibration, stages/data/corpus, stages/data/random, stages/data/rows, stages/data/text, schemas, stages/data/review
//
// Networks (stages/nn, stages/model) know nothing of stages, stages nothing of networks, and no program of another.
//
// # A stage
//
// A stage is a value, [Stage]: name, version, doc, ports, settings and Run. A whole program is
//
//	func main() { stages.Main(stage) }
//
// Main provides the command line, the settings, an output that appears whole or not at all, a record of what was made
// from what, and exit codes. Run receives a [Task]: it asks for its inputs, creates files, counts rows, and returns.
//
// The command line explains itself: --help, --help-all, --man for the manual page, --completion for bash, zsh and fish, --describe
// for programs, and --version with version and commit.
//
// # Settings
//
// Settings come from the defaults in the struct, then presets in the given order, then the stage's section of
// pipeline.yaml, then flags; later ones win. An input can decide a setting, as the model that train fine-tunes does.
// It wins over presets, and a value given by name must agree with it. pipeline.yaml has one section per stage, whose
// keys are the keys of its settings:
//
//	x-anchors:                  # keys with x- are ignored
//	  seed: &seed 1
//	preprocess:
//	  vocab_size: 50002
//	train:
//	  preset: [small, wr]       # one name or a list; --preset replaces it
//	  batch_size: 12
//	  lr: 1e-4
//	  seed: *seed
//	infer: {}
//	score:
//
// An unknown key, a value of the wrong type, or a section whose name looks like a slip in one of the program's own, ends the
// program with exit code 64 and "file:line: key".
// The program reads pipeline.yaml in the working directory if it exists; --config names another, and --config none
// reads none. Inputs and outputs are not settings and are given on the command line only. --describe prints all
// settings.
//
// # Output
//
// An output folder is finished when it has a manifest.json, which is written last. The manifest records stage,
// version, settings and seed, and for every input and output file its size, mtime, sha256 and rows. Its key is a
// digest of the stage's version, the settings, and the names and digests of the inputs, built-in ones included
// ([Input.Default]).
//
// A stage that finds its output finished under its key updates the manifest's mtime and ends with exit code 0. It
// recomputes a digest only if size or mtime differ from a manifest: the output's own, or for an input the manifest of
// the stage that made it. --verify recomputes all digests. The mark .stage.json records the owner of a folder from the
// first moment on. An unfinished folder is therefore refused as an input, and the error names the stage to run again.
//
// A stage that has an output with Stream can also write that output alone to standard output, by --out -. Then there
// is no folder and no manifest, the output never counts as done, and the first bad rows are log lines. See
// [Task.Streams].
//
// A stage cuts a Parted output into parts; see [Task.Cut]. Each part is committed on its own, with a manifest beside its
// files. The process that finds the last part finished writes the folder's manifest. A failed part leaves a hidden file
// with the reason until it is made; [StatusOf] reports all of this. Processes need not know of each other: if two make
// the same part, both results are equal and one is kept.
//
// An existing output with another key is refused (exit code 64) until --force, which removes its manifests before its
// files, and both before the new output is begun. A folder that contains a file which its stage did not write, hidden
// or not, is refused with --force too. Package output (stages/internal/output) has the whole contract.
//
// # Buckets
//
// Every input can be a URL: s3://bucket/key, or file:///path for a local path. A folder is everything below a prefix. Patterns and source:target pairs work as on a
// disk. Run opens the files of such an input by [Task.Open] or [Source.Open]. Inputs that are small or read repeatedly
// (all inputs of train, --vocab-from, --encoder) are first copied to a temporary folder.
//
// Credentials are looked for in this order: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY (with AWS_SESSION_TOKEN); the
// profile AWS_PROFILE, or default, of ~/.aws/credentials and ~/.aws/config (keys, credential_process, an SSO login);
// AWS_WEB_IDENTITY_TOKEN_FILE with AWS_ROLE_ARN; the role of an ECS or EKS container; the role of an EC2 machine.
// Profiles with role_arn, and the region and endpoint of a profile, are not read: the region is AWS_REGION or
// AWS_DEFAULT_REGION. A URL with a user name or parameters is refused. AWS_ENDPOINT_URL or AWS_ENDPOINT_URL_S3
// (path-style) selects another server, such as https://storage.googleapis.com with an HMAC key.
//
// An output can be in a bucket too, except that of train, which continues from its own files. The contract is that of a
// disk. The files of a part, or of a whole output, are written to TMPDIR and uploaded under their names, the manifest
// last; readers trust only manifests. The mark, the files and the manifests are created where there is none
// (If-None-Match: *), so no run replaces what another wrote. That needs a server with conditional writes, such as S3. A
// run whose folder another one took with --force fails when it commits (exit code 1). infer status cannot tell which
// parts are in work.
//
// A file is uploaded in one request and has at most 5 GiB; cut a larger output into parts.
//
// An object that is read only once has no sha256. Instead, the provider's ETag is its version in the manifest
// and in the key, unless a manifest written beside the object has its digest. Every read requests that version, and
// the version is checked again at the end.
//
// An object that changed, is missing or is not readable gives exit code 65, and so does a missing bucket. Missing or
// unknown credentials give 64, since they belong to the call as settings do. Expired credentials give 1, and so does a
// provider that is unreachable after six attempts (503, silence, lost connections, a skewed clock). A request ends if
// nothing of it or of its answer moves for a minute; a large file is not cut off. SIGTERM waits for none of it. A refusal
// (403) is retried too, and gives 1 if the same was allowed before in this run. So does an object that was opened and is
// then denied, missing or of another length.
//
// # Bad input
//
// [Task.Reject] writes a bad row to rejects.jsonl. If more than --max-rejects of the rows are bad, the stage ends with
// exit code 65, and the list stays in the unfinished folder until the next attempt. A damaged file is
// a [schemas.FileError], exit code 65, and so is a missing or unreadable one. A failure of the
// system (too many open files, a failing disk or network, no memory) is exit code 1 wherever it occurs, since a retry
// may succeed.
package stages
