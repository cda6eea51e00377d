// Package corpus reads documents in the formats that other people write them
// in. Every format is a value of Records, which cuts a file into records on one
// goroutine and looks into them on as many as the caller likes:
//
//	file ─► decompress ─► Records.Next ─► Unparsed ─► Records.Parse ─► Record
//	        (gzip, zstd)  (in order)                  (in parallel)
//
// Formats:
//
//	jsonl     one JSON object a line
//	json      one JSON array of objects
//	csv, tsv  a table with a header, by the rules of encoding/csv
//	text      the line format of One2Set: a source file of tokens, title and
//	          body parted by <eos>, and beside it a target file of keyphrases
//	          joined by ";", present and absent ones parted by <peos>; without
//	          a target file, one document a line
//	plain     raw text, one document a line: what text without <eos> is that
//	          is only to be labelled
//	parquet   documents files as preprocess itself writes them, and files of
//	          anyone's with columns of texts, keyphrases a list or one string
//	openalex  works of OpenAlex, one a line: abstracts from their inverted index
//	s2        what Semantic Scholar publishes, one a line: papers, abstracts,
//	          S2ORC, of which the abstract is read and none of the body
//	arrow     an Arrow stream of record batches with columns of texts
//
// each of them plain, as gzip or as zstd, with or without a byte order mark; "-"
// is standard input. The columns of tables and the keys of objects are called
// as Columns say: id; title; abstract; keywords, a list or one string joined by
// ";"; or one of the other names that are in use. A format is found by content;
// what is none of them, or looks like a table or like JSON and is read as
// neither, is refused.
//
// Settings are the part of this that users choose: --format, --columns,
// --keyword-separator, and by --repeated-ids whether an id that occurs again in
// a set is refused or numbered. Every stage that reads a corpus embeds them, and has
// Settings.Suit refuse names of columns where no file has columns.
//
// What is wrong with one record is an error of Parse, and the record is the
// caller's to reject. What is wrong with a file is a *schemas.FileError of Open
// or Next, and final. Whatever a file claims, Records hold one line, row or
// element of at most MaxLine bytes, one decompression window of at most 128 MiB,
// or of each column one Parquet page of at most 256 MiB and its dictionary.
package corpus
