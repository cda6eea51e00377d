// Package rows reads and writes rows in order, on several goroutines where that
// saves time. The result never depends on their number.
//
//	Files ─ reads several Parquet files of one table as one list, row by row, with each row's place
//	Ahead ─ reads on a goroutine of its own while earlier items are processed; ReadAhead does so for rows
//	Map ─── processes items on several goroutines and passes the results on in the order of the items
//	Behind  writes on a goroutine of its own while the next rows are made
//	Writer  creates a file, writes its rows, counts them, closes it
//
// A stage combines them:
//
//	Files ─ ReadAhead ─ Batches ─► Map ─► Behind ─ Writer
//
// A function that reads returns an item, or io.EOF after the last one. Errors come
// in the order of the items: the first in the list is reported, whatever the number
// of goroutines. A panic on a goroutine of this package becomes an error. Whatever
// starts a goroutine has a call that ends it and waits for it: Map by its return,
// Ahead by Stop, Behind by Close.
//
// # Why not sourcegraph/conc/stream
//
// It keeps the order and bounds the items in progress, as Map does, but it has
// neither errors nor a context: after a failure or a signal it would still process
// everything submitted, unless every task and callback checked a flag of ours. Its
// callbacks run on a goroutine other than the caller's, and its tasks have no
// goroutine to keep a stemmer or a tokenizer for; Map gives each its own. With code
// for all that around it, it would save ten lines of sixty.
package rows
