// Package guard defends the readers of our Parquet and Arrow files against files that are damaged or forged. The
// libraries below make room for what a file claims before they look whether it is there, call themselves as deep as a
// file nests, and panic; checksums do not help against who can write them too. What is checked here, before a library
// sees it:
//
//	file               checks                                        otherwise a file could
//	parquet_footer.go  the footer's length; extents of columns,      take 4 GiB; be read as rows it does not hold; bring
//	                   codec, number of rows                         a dictionary, which no check below knows
//	thrift_lengths.go  lists, depth and schema of the footer         take GiBs; end the program by a stack that overflows
//	parquet_pages.go   size, kind, encoding and number of values     take GiBs; be read as other values than were written
//	level_runs.go      runs of levels                                take GiBs by six bytes; be read as other rows
//	zstd_frame.go      content of a page's frame                     take GiBs: a block of 4 bytes holds 128 KiB
//	arrow_footer.go    columns, keys and extents of batches;         take GiBs; end the program by a column below itself
//	                   that no batch is compressed
//	arrow_sums.go      the bytes of footer and batches               be read as other rows, or as fewer, than were written
//	arrow_stream.go    lengths and kinds of the messages of a stream; its     take GiBs; end the program by a column below itself
//	                   columns; that no batch is compressed
//	arrow_record.go    lengths and offsets of a decoded batch, of a        take GiBs by claiming rows that are not there, or by
//	                   file or a stream                              naming the same values again and again
//	flatbuffer.go      how a footer of Arrow is read
//	arrow_memory.go    what decoding a batch may allocate            take as much as a buffer claims to be long
//	held_file.go       a row group or batch in memory                be changed between the two
//	damage.go          the errors
//
// Each check has an attack in the tests: a file whose lengths and checksums are right but for the lie that the check is
// for. What a library refuses by itself, with an error or a panic on the goroutine that called it, is not checked again.
package guard
