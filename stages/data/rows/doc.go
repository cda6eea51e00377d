// Package rows reads and writes rows in order, on several goroutines where that
// saves time, and never so that the result depends on their number.
//
//	Files ─ several Parquet files of one table as one list, a row at a time, with its place
//	Ahead ─ reads on a goroutine of its own while what was read is worked on; ReadAhead does so for rows
//	Map ─── works on items on several goroutines and hands the results on in the order of the items
//	Behind  writes on a goroutine of its own while the next rows are made
//	Writer  creates a file, writes its rows, counts them, closes it
//
// A stage puts them together as it needs them:
//
//	Files ─ ReadAhead ─ Batches ─► Map ─► Behind ─ Writer
//
// A function that is read from returns an item, or io.EOF after the last one.
// Errors come in the order of the items: whoever is first in the list is
// reported, whatever the number of goroutines. A panic on a goroutine of this
// package becomes an error. Whatever starts a goroutine has a call that ends it
// and waits for it: Map by its return, Ahead by Stop, Behind by Close.
//
// # Why not sourcegraph/conc/stream
//
// It keeps the order and bounds the work in hand, as Map does, but it knows no
// errors and no context: after a failure or a signal all that was submitted
// would still be worked on, unless every task and callback looked at a flag of
// ours. Its callbacks run on another goroutine than the caller's, and its tasks
// have no goroutine to keep a stemmer or a tokenizer for; Map gives each its
// own. With all that around it, it would save ten lines of sixty.
package rows
