// Package guard bounds the memory that readers of Parquet and Arrow files take. The libraries below allocate what a file
// claims before they check that it is there, recurse as deep as a file nests, and panic. These checks run before a library
// sees the file:
//
//	file               checks                                        otherwise a file could
//	parquet_footer.go  the footer's length; depth of the schema      take 4 GiB; end the program by a stack overflow
//	thrift_lengths.go  lists and depth of the footer; its number     take GiBs; end the program by a stack overflow
//	                   of columns
//	parquet_pages.go   of our own tables: extents of columns,        take GiBs; be read as other rows, since checksums
//	                   codec, number of rows, headers of pages       leave out the headers
//	arrow_stream.go    lengths and kinds of a stream's messages;     take GiBs; end the program by a column that
//	                   its columns; allocations for decoding         contains itself
//	                   a batch
//	arrow_compressed   lengths of compressed buffers; no windows       take half a GiB for each buffer
//	.go
//	arrow_record.go    lengths and offsets of a decoded batch        take GiBs by claiming rows that are not there, or by
//	                                                                 naming the same values again and again
//	arrow_footer.go    where the batches of a file lie               be read outside of it
//
// Footers and streams may be anyone's: a forged one may be read as other rows than its author claims; it cannot take more
// memory. Tables and examples are files that only we write: there the checks find damage, not malice. Each check has an
// attack in the tests: a file that is right except for the one lie that the check must catch. Nothing is checked twice: what a
// library refuses itself, by an error or a panic on the calling goroutine, is left to it.
package guard
