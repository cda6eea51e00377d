// Package schemas is the contract between the four stages: one row type for
// every file that one stage writes and another reads, and the only code that
// knows how those files are written.
//
//	file                      rows         format      written by
//	documents  *.parquet      Document     Parquet     preprocess
//	examples.* *.arrow        Example      Arrow IPC   preprocess
//	vocab.parquet             VocabRow     Parquet     preprocess
//	filtered.parquet          Filtered     Parquet     preprocess
//	rejects.jsonl             Reject       JSON lines  every stage
//	train_log.parquet         TrainLog     Parquet     train
//	assignments.parquet       Assignment   Parquet     train
//	model.safetensors         Tensor       safetensors train
//	predictions *.parquet     Prediction   Parquet     infer
//	slots *.parquet           Slot         Parquet     infer
//	scores.parquet            Score        Parquet     score
//
// Every Parquet and Arrow file names its schema and the schema's version in its
// metadata. A reader refuses a file of another schema or version with a
// FileError that says which stage to run again.
//
// Three promises hold for all three formats. Bytes: the same rows give the same
// file, however the caller groups its calls of Write. Memory: a writer holds at
// most one row group or batch, a reader one page of each column or one batch,
// and no reader allocates on the word of a file: sizes and counts are
// first held against the bytes that are there. Failure: a cut or damaged file
// is an error that names file, place and remedy; no panic of the libraries
// below leaves this package.
//
// A nil list and an empty list are the same row; readers return either.
package schemas
