// Program mutants puts faults into the code, one at a time, and says which of them no test sees:
//
//	go run ./stages/stagetest/mutants [-n 2] [-timeout 5m] [WORD ...]
//
//	faults/*.txt ─ parse ─► fault ─ overlay ─► go test -overlay ─► verdict
//
// With words it takes the faults whose area, file or title contains one of them. The source tree stays as it is: the faulty file
// lies in a temporary folder, and the go tool reads it instead of the one in the tree.
//
// A file of faults is an area. Blocks are separated by empty lines; lines that begin with # are comments:
//
//	what the fault is, in one line
//	file  stages/model/choose/pick.go
//	tests ./stages/model/choose -run Pick
//	- text of the file, which must occur exactly once
//	+ text that takes its place
//	known why no test can see it
//
// Text of several lines has a - or + before each. Without + the text is removed. Tests are packages and flags of go test;
// without them it is the package of the file. A known fault is one that survives for the reason given.
//
// The exit code is 1 if a fault survives that is not known, or if the table is out of date: the text does not occur exactly once, the faulty
// code does not compile, no test has the name, or the tests fail without the fault.
package main

import (
	"context"
	"embed"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"time"
)

//go:embed faults/*.txt
var files embed.FS

func main() {
	n := flag.Int("n", 1, "faults tried at once")
	timeout := flag.Duration("timeout", 5*time.Minute, "time for the tests of one fault; one that takes longer is caught, too")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	ok, err := run(ctx, *n, *timeout, flag.Args())
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
	}
	if !ok || err != nil {
		os.Exit(1)
	}
}

func run(ctx context.Context, n int, timeout time.Duration, words []string) (ok bool, err error) {
	all, err := table(files)
	if err != nil {
		return false, err
	}
	chosen := choose(all, words)
	if len(chosen) == 0 {
		return false, fmt.Errorf("no fault has one of %q in its area, file or title", words)
	}
	root, err := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}").Output()
	if err != nil {
		return false, fmt.Errorf("go list: %w", err)
	}
	r := runner{dir: strings.TrimSpace(string(root)), timeout: timeout}
	return summary(os.Stdout, r.all(ctx, os.Stdout, n, chosen)), ctx.Err()
}
