// Package schemas is the contract between the four stages. It has one row type for every file that one stage writes
// and another reads, and it alone knows how those files are encoded.
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
//	phrases.parquet           KnownPhrase  Parquet     train
//	neighbours.parquet        Neighbour    Parquet     train
//	predictions *.parquet     Prediction   Parquet     infer
//	phrases.parquet           MergedPhrase Parquet     infer phrases
//	slots *.parquet           Slot         Parquet     infer
//	an Arrow stream           Answer       Arrow IPC   infer stream
//	indexed.parquet           Indexed      Parquet     train concepts
//	concepts *.parquet        Assigned     Parquet     infer concepts
//	scores.parquet            Score        Parquet     score
//	groups.parquet            Group        Parquet     score
//
// # Columns
//
// The fields of a row type are the columns of its file, in their order. Their tags have the columns' names and say which are
// lists and which are optional; the others are required, and so are the entries of a list. Names and versions of the tables
// stand beside each other, at [Documents]. An examples file has the fields of an Example in lower case, and one batch for 64
// rows; answers have the columns of a Prediction that a stream can use, all optional, after the ids of the question.
//
// Tensors are F32, F64, F16, I64, I32, U8 or I8, little-endian and row-major; names and shapes are as in the authors'
// checkpoint. train --store int8 has word embeddings in F16, and weights in 8 bits: row j of the I8 tensor NAME times
// NAME.scale[j]. Checksums of header and tensors are in the header's metadata, which other programs ignore.
//
// Every Parquet and Arrow file names its schema and the schema's version in its metadata. A reader refuses a file of
// another schema or version with a FileError that says which stage to run again.
//
// All three formats keep three promises.
//
// Bytes: the same rows give the same file, however the caller groups its calls of Write.
//
// Memory: a writer holds at most one row group or batch. A reader holds one page of each column, or a few batches. No
// reader allocates because a file claims a size: package guard first checks sizes and counts against the bytes that are
// there.
//
// Failure: a truncated or damaged file is an error that names file, place and remedy. No panic of the libraries below
// leaves this package. Checksums in tables and tensors find every changed byte; those of examples are in the manifest of
// preprocess alone.
//
// A nil list and an empty list are the same row; readers return either.
package schemas
