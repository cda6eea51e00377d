// Package torture tests the four programs as processes and contains only tests. Each round draws from a seed what
// disturbs a small run: a kill at a random moment, too few files, a disk that is full, a damaged file, and in
// all of them other threads, batches and instruction sets. Each round demands either the bytes of the undisturbed run, or
// an exit code and a message that say what happened, and in both cases no leftovers. What kills at every step leave of an output is
// tested by TestMetamorphic in stages/internal/output.
//
// Every go test runs a few rounds, and make torture runs many. torture_test.go lists the variables that set their
// number, and says how to repeat a failed round from its seed.
package torture
