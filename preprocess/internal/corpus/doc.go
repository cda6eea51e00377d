// Package corpus reads documents in the formats that other people write them
// in. Every format is a Reader, which cuts a file into rows on one goroutine
// and turns rows into records on as many as the caller likes:
//
//	file ─► decompress ─► Reader.Next ─► Row ─► Reader.Parse ─► Record
//	        (gzip, zstd)  (in order)            (in parallel)
//
// Formats:
//
//	jsonl    one JSON object a line: title, abstract, keywords (a list, or one
//	         string joined by ";") or KP20k's keyword; id if there is one
//	text     the line format of One2Set: a source file of tokens, title and
//	         body parted by <eos>, and beside it a target file of keyphrases
//	         joined by ";", present and absent ones parted by <peos>
//	parquet  documents files as preprocess itself writes them
//
// each of them plain, as gzip or as zstd. A format is found by content. A new
// one is a new Reader and a line in Open.
//
// What is wrong with one row is an error of Parse, and the row is the caller's
// to reject. What is wrong with a file is a *schemas.FileError of Open or Next,
// and final. Whatever a file claims, a Reader holds one line of at most
// MaxLine bytes, one decompression window of at most 128 MiB, or one Parquet
// page of each column.
package corpus
