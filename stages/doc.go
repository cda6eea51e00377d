// Package stages is the framework of the pipeline: what a stage is, and everything that all stages have in common.
//
// # The pipeline
//
// WR-One2Set (Xie et al., EMNLP 2022) in four programs. Each reads files, writes one folder, and ends.
//
//  1. preprocess reads a corpus (JSON, CSV, TSV, a source.txt:target.txt pair, Parquet; see stages/corpus) and
//     writes run/data:
//     documents train-*.parquet, valid-*.parquet, test.NAME-*.parquet, label-*.parquet (rows: [schemas.Document]),
//     examples examples.train-*.arrow, examples.valid-*.arrow (rows: [schemas.Example]),
//     vocab.parquet (rows: [schemas.VocabRow]), filtered.parquet (rows: [schemas.Filtered]), rejects.jsonl (rows:
//     [schemas.Reject]). With --vocab-from the vocabulary is that of a model which train --init-from goes on from, with
//     --encoder it is the word pieces of a pretrained encoder, on top of which train --encoder puts our decoder.
//  2. train reads run/data, all but test and label documents, and writes run/model: config.json, model.safetensors
//     ([schemas.Tensor] by name), vocab.parquet, phrases.parquet (rows: [schemas.KnownPhrase]), and choice.json,
//     probabilities of phrases fitted to the validation documents; beside them checkpoint/, train_log.parquet (rows:
//     [schemas.TrainLog]) and assignments.parquet (rows: [schemas.Assignment]).
//  3. infer reads run/model, or the model that is part of it (infer/pretrained), and documents, or a corpus as
//     preprocess does, and writes run/predictions/NAME:
//     predictions-*.parquet (rows: [schemas.Prediction]), slots-*.parquet (rows: [schemas.Slot]), exports as JSON
//     lines, CSV and text, and rejects.jsonl. It works in parts, which several processes can share, and an export can go to
//     standard output.
//  4. score reads predictions and documents and writes run/scores/NAME: scores.parquet (rows: [schemas.Score]),
//     metrics.json, report.html and summary.txt; of several predictions of the same documents compare.txt and the same
//     table in other forms.
//
// # Imports
//
// They run one way, and a test holds the table against the go tool:
//
//	preprocess train infer score → their own internal packages, stages, stages/nn/settrans, stages/text, schemas
//	preprocess infer score       → stages/corpus
//	preprocess infer             → stages/document → stages/corpus, stages/text
//	stages/nn/settrans → stages/nn/bert, stages/nn/op → stages/nn/kernel
//	stages/nn/unilm → stages/nn/settrans (systems, and what an encoder's pieces become) and what stands under it
//	train, infer, stages/answer  → stages/nn/unilm
//	stages/nn/settrans           → stages/text (the special ids)
//	settrans, bert, text         → schemas (rows of tensors, examples and vocabulary only)
//	stages/text                  → stages/text/wordpiece → schemas (errors about a file)
//	preprocess, train            → stages/nn/bert, stages/text/wordpiece (the folder of --encoder); infer → stages/nn/bert (its shape)
//	engine, train, score         → stages/random (numbers by key, on which the bytes of a model depend)
//	the four stages              → stages/rows → schemas
//	stages/corpus                → stages/rows, its internal packages, a format each → schemas
//	stages/corpus/internal, preprocess → stages/scratch
//	stages                       → stages/internal/cli, folder and what they stand on, none of which knows a Stage; schemas
//	train, infer                 → stages/nn/kernel (the workers), and train stages/nn/op (the optimiser)
//	infer                        → infer/pretrained (the model that is part of it)
//	train/internal/wr            → train/internal/assign → stages/text (the special ids)
//	train/internal/machine       → stages/nn/op; it alone imports gorgonia
//	stages/internal/storage      → schemas; it alone imports minio-go
//
// The engine (stages/nn) knows nothing of stages, stages nothing of the engine, and no stage of another.
//
// # A stage
//
// A stage is a value, [Stage]: name, version, doc, ports, settings, Run. The whole of a program is
//
//	func main() { stages.Main(stage) }
//
// and Main gives it a command line, settings, an output that is there whole or not at all, a record of what was made
// from what, and exit codes. Run sees a [Task]: it asks for its inputs, creates files, counts rows, and returns.
//
// The command line explains itself: --help, --man for the manual page, --completion for bash, zsh and fish, --describe
// for programs, --version with the commit.
//
// # Settings
//
// The defaults in the struct, then presets in the order given, then the stage's section of pipeline.yaml, then flags;
// what comes later wins. Where an input decides a setting, as a model does from which train goes on, it wins over
// presets, and what was given by name has to agree with it. pipeline.yaml has one section a stage, whose keys are the keys
// of its settings:
//
//	x-anchors:                  # keys with x- are left alone
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
// An unknown section or key, or a value of another type than its setting, ends the program with exit code 64 and
// file:line: key. pipeline.yaml of the working directory is read when it exists; --config names another, --config
// none reads none. Inputs and outputs are no settings and stand on the command line only. --describe prints it all.
//
// # Output
//
// An output folder is finished when it has a manifest.json, which is written last: stage, version, settings, seed,
// and of every input and output file size, mtime, sha256 and rows. Its key is a digest over the stage's version,
// the settings and the names and digests of the inputs, also of those that are part of the program ([Input.Default]).
// A stage that finds its output finished under its key touches the manifest and ends with exit code 0. Digests are recomputed only where size or mtime differ from what
// a manifest says: the output's own or, for inputs, that of the stage that made them; --verify recomputes all. A
// file .stage.json tells from the first moment whose folder it is, so that an unfinished one is refused as an input
// with the name of the stage to run again.
//
// A stage that has an output with Stream can also write it, and nothing else, to standard output, by --out -: then there
// is no folder, no manifest and nothing to find done, and the first bad rows are log lines. See [Task.Streams].
//
// A Parted output is cut into parts by its stage, see [Task.Cut]: the list of where they begin lies in the folder, hidden,
// under the output's key; each part is sealed on its own, with a manifest beside its files, and whoever finds the last one
// there writes that of the folder. A part that failed leaves the reason, hidden, until it is made; [StatusOf] tells all of
// it. Processes need to know nothing of each other: of a part that is made twice one is kept, and both are equal.
//
// What happens to an output that is there and does not match depends on the [Layout]: Whole outputs are replaced; a
// Sharded, Parted or InPlace output that was begun under another key is refused (exit code 64), since nothing of it can be
// used, until --force starts it over. No folder is ever replaced that holds a file which its stage did not write, hidden or
// not.
//
// # Buckets
//
// All that is read may be URLs: s3://bucket/key, or file:///path for a path of this machine. A folder is what lies below a prefix; patterns and
// source:target pairs are as on a disk. Run opens the files of such an input by [Task.Open] or [Source.Open]. What is small or
// read again and again (all that train reads, --vocab-from, --encoder) is copied to a folder for temporary files first.
//
// Credentials are looked for in this order: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY (with AWS_SESSION_TOKEN); the profile
// AWS_PROFILE, or default, of ~/.aws/credentials and ~/.aws/config (keys, credential_process, a login of aws sso);
// AWS_WEB_IDENTITY_TOKEN_FILE with AWS_ROLE_ARN; the role of a container of ECS or EKS; that of a machine of EC2. Of what Amazon's
// own tools know, profiles with role_arn (assume-role), aws login, and the region and endpoint of a profile are not known: the
// region is AWS_REGION or AWS_DEFAULT_REGION. A URL with a user name or parameters is refused. Another server is AWS_ENDPOINT_URL,
// or AWS_ENDPOINT_URL_S3 (path-style). Google's buckets have such a server: AWS_ENDPOINT_URL=https://storage.googleapis.com and
// an HMAC key.
//
// An output may lie in a bucket too, but for that of train, which goes on from its files. Nothing can be renamed or locked
// there: the files of a part, or of a whole output, are put together in the folder for temporary files (TMPDIR) and uploaded
// under their names, the manifest last, and whoever reads believes manifests alone. A part that is made twice, or by two at
// once, is the same to the byte, and the one that is there stays. Whose folder it is says the mark, which is claimed before
// anything else (If-None-Match: *): a run with other settings or inputs is refused (exit code 64), and one that --force took
// the folder from fails when it seals. A whole output of another key is replaced, and is unfinished meanwhile; of runs with
// different settings at once that began when the same was there at most one ends with 0, the others with 1. For that the server
// has to know conditions (If-None-Match and If-Match of PUT, If-Match of DELETE, as S3 does); one that passes over
// them, as Google's may, does not keep runs at once apart. A manifest under the mark of another key says nothing. infer status
// cannot tell which parts are in work. A file of more than 16 MiB is uploaded in parts, of which nobody sees one before all are
// there; those of a process that was killed (SIGTERM removes them) lie in the bucket, unseen and paid for, until a rule of it sweeps them
// (AbortIncompleteMultipartUpload).
//
// What is not read twice has no sha256: the ETag that the provider gives stands in the manifest as its version and
// in the key, unless a manifest beside the object, written there, knows its digest. Every read is of that version, and at the
// end it is asked for again. An object that changed, is not there or may not be read is exit code 65, and so is a bucket that
// does not exist; credentials that are missing or not known are 64, since they come with the call, as settings do; expired
// ones, and a provider that is away after six attempts (503, silence, lost connections, a skewed clock), are 1. A request ends when
// for a minute no answer comes, or fewer than 64 KiB of a body move: of a server that accepts and never answers one request ends
// after six minutes, one that gives a byte now and then is no better, and a large file is not cut off. SIGTERM waits for none of
// it. A refusal (403) is asked about again, too; where the same was allowed before in this run it is 1. So is an object that was
// opened and then is denied, not there, or of another length; one that was seen is believed gone when a listing says so, too.
//
// # Bad input
//
// A bad row goes to rejects.jsonl by [Task.Reject]; when more than --max-rejects of the rows are bad the stage ends
// with exit code 65, and the list stays beside the output, OUT.rejects.jsonl, until an attempt succeeds. A broken file is an [InputError] or a [schemas.FileError], exit code 65, and
// so is one that is not there or may not be read. What the system could not do (too many open files, a disk or a network
// that fails, no memory) is exit code 1 wherever it was met: the next attempt may go well.
package stages
