// Package guard defends the readers of our Parquet and Arrow files against damaged or forged files. The libraries
// below allocate what a file claims before they check that it is there, recurse as deep as a file nests, and panic.
// Checksums do not help against an attacker who can write them too. These checks run before a library sees the file:
//
//	file               checks                                        otherwise a file could
//	parquet_footer.go  the footer's length; depth of the schema;     take 4 GiB; be read as rows it does not hold; bring
//	                   extents of columns, codec, number of rows     a dictionary, which no check below knows
//	thrift_lengths.go  lists and depth of the footer; its number     take GiBs; end the program by a stack overflow
//	                   of columns
//	parquet_pages.go   size, kind, encoding and number of values     take GiBs; be read as other values than were written
//	level_runs.go      runs of levels                                take GiBs by six bytes; be read as other rows
//	zstd_frame.go      content of a page's frame                     take GiBs: a block of 4 bytes holds 128 KiB
//	arrow_footer.go    columns, keys and extents of batches;         take GiBs; end the program by a column that
//	                   that no batch is compressed                   contains itself
//	arrow_sums.go      the bytes of footer and batches               be read as other rows, or as fewer, than were written
//	arrow_stream.go    lengths and kinds of a stream's messages;     take GiBs; end the program by a column that
//	                   its columns; that no batch is compressed      contains itself
//	arrow_record.go    lengths and offsets of a decoded batch, of    take GiBs by claiming rows that are not there, or by
//	                   a file or a stream                            naming the same values again and again
//	flatbuffer.go      how Arrow's footer is read                    (used by the checks above)
//	arrow_memory.go    allocations for decoding a batch              take as much as a buffer claims to be long
//	held_file.go       a row group or batch in memory                be changed between check and use
//	damage.go          the errors
//
// Each check has an attack in the tests: a file whose lengths and checksums are right except for the one lie that the
// check must catch. Nothing is checked twice: what a library refuses itself, by an error or a panic on the calling
// goroutine, is left to it.
package guard
