//go:build !nomodel

package main

import (
	"regexp"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages/stagetest"
)

// TestTry: infer try prints the first documents with their phrases, what of them is not read and why others are not labelled, and
// how long all take. Of a pipe their number is not known.
func TestTry(t *testing.T) {
	path := write(t, "papers.csv", "id,title,abstract,year\n"+
		"a,Sparse <i>graph</i> convolution,We forecast traffic by graph convolution and measure the error. © 2020 Elsevier,2020\n"+
		"b\x00,Lichen,\"a\x00b\",2021\n"+
		"e,Lichens\x00,It\x00 grows,2021\n"+
		"c,Thirds,Lichen grows on roofs.,2021\n"+
		"d,Four\x1b[31mths\u202e,Lichen grows on walls.,2021\n")
	for want, args := range map[string][]string{
		`(?s)^a  Sparse graph convolution\n    graph convolution 0\.\d\d.*\n    not read: copyright\n\n` +
			`\S*papers.csv, row 3: not labelled: a NUL character.*\n\ne  Lichens\n.*not read: NUL\n\nc  Thirds\n    .*Lichen.*\n    doubtful: unfamiliar words\n\n` +
			`d  Four\x{fffd}\[31mths\x{fffd}\n.*\n\n4 of 5 documents; all take about (a|\d+) seconds? on this machine, at \d+ a second\n$`: {"--limit", "5"},
		`(?s)^a  Sparse.*\n\n1 of 5 documents; all`: {"--limit", "1"},
	} {
		got := stagetest.Run(t, trying(), append(args, "--documents", path)...)
		if got.Code != 0 || !regexp.MustCompile(want).MatchString(got.Stdout) || !strings.Contains(got.Stderr, "not read: year") {
			t.Errorf("%v: exit code %d\n%s\nwant %s\n%s", args, got.Code, got.Stdout, want, got.Stderr)
		}
	}
	for seconds, want := range map[float64]string{.2: "a second", 8.4: "8 seconds", 300: "5 minutes", 9000: "2.5 hours"} {
		if got := lasting(seconds); got != want {
			t.Errorf("%g: %s, want %s", seconds, got, want)
		}
	}
}
