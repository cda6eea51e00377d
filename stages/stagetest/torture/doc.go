// Package torture is a test of the four programs as processes, and holds nothing but tests. Each of its rounds draws from
// a seed what is done to a small run: killed at a random moment or at a system call, a system call that fails, a file
// that is damaged, a pipe that ends early, an S3 server that fails, other threads, batches, windows, shards and instruction sets. Whatever is
// drawn, the round wants either the bytes of the undisturbed run or an exit code and a message that say what happened,
// and nothing left over.
//
// A few rounds are part of every go test. make torture makes many, in figures of its own; see torture_test.go for the
// variables that say how many, and for how a round that failed is repeated from its seed.
package torture
