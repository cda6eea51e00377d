// Package guard bounds the memory that readers of Parquet and Arrow files take, whoever wrote the files. The libraries
// below allocate what a file claims before they check that it is there, recurse as deep as a file nests, and panic.
// These checks run before a library sees the file:
//
//	file               checks                                        otherwise a file could
//	parquet_footer.go  the footer's length; depth of the schema;     take 4 GiB; be read as rows it does not hold; bring
//	                   extents of columns, codec, number of rows     a dictionary, which no check below knows
//	thrift_lengths.go  lists and depth of the footer; its number     take GiBs; end the program by a stack overflow
//	                   of columns
//	parquet_pages.go   the pages of our own tables: size, kind,      take GiBs: six bytes hold 2³⁰ levels, and a block
//	                   runs of levels, the content of their frames   of four bytes 128 KiB
//	arrow_stream.go    lengths and kinds of a stream's messages;     take GiBs; end the program by a column that
//	                   its columns; that no batch is compressed;     contains itself
//	                   allocations for decoding a batch
//	arrow_record.go    lengths and offsets of a decoded batch        take GiBs by claiming rows that are not there, or by
//	                                                                 naming the same values again and again
//	arrow_footer.go    where the batches of a file lie               be read outside of it
//	flatbuffer.go      how Arrow's footer and messages are read      (used by the checks above)
//	damage.go          the errors
//
// Each check has an attack in the tests: a file whose lengths and checksums are right except for the one lie that the
// check must catch. A forged file may be read as other rows than its author claims; it cannot take more memory.
// Nothing is checked twice: what a library refuses itself, by an error or a panic on the calling goroutine, is left to
// it.
package guard
