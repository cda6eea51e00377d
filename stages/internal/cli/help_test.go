package cli

import (
	"errors"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/wrone2set/wrone2set/stages/internal/fault"
)

func TestHelp(t *testing.T) {
	golden(t, "help.txt", sample(nil).page(false).text(100))
	golden(t, "help-all.txt", sample(nil).page(true).text(100))
	for _, width := range []int{72, 80, 100} {
		text := sample(nil).page(false).text(width) + sample(nil).page(true).text(width)
		for line := range strings.Lines(text) {
			if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > width {
				t.Errorf("%d of %d columns: %s", n, width, line)
			}
		}
	}
	want := sample(nil).page(false).text(width(nil))
	for _, flag := range []string{"--help", "-h"} {
		if got, _, err := run(t, flag); err != nil || got != want {
			t.Errorf("%s prints %q, %v", flag, got, err)
		}
	}
	if got, _, err := run(t, "--help-all"); err != nil || got != sample(nil).page(true).text(width(nil)) {
		t.Errorf("--help-all prints %q, %v", got, err)
	}
}

// A program without a word explains itself where errors stand, and is wrong usage; one that answers a stream has nothing to be told.
func TestNothing(t *testing.T) {
	t.Chdir(t.TempDir())
	var call Call
	var stdout, stderr strings.Builder
	err := sample(&call).Run(t.Context(), nil, &stdout, NewConsole("copy", &stderr, false))
	if usage := (*fault.UsageError)(nil); !errors.As(err, &usage) || stdout.String() != "" || !strings.HasPrefix(stderr.String(), sample(nil).page(false).text(width(nil))) || call.Inputs != nil {
		t.Errorf("%v, %+v: %s%s", err, call, stdout.String(), stderr.String())
	}
	answering := sample(&call)
	answering.Answers = true
	if err := answering.Run(t.Context(), nil, &stdout, NewConsole("copy", &stderr, false)); err != nil || call.Inputs == nil {
		t.Errorf("a program that answers: %v", err)
	}
}

// The help marks exactly the flags that may be repeated.
func TestRepeatable(t *testing.T) {
	help := sample(nil).page(false).text(100)
	if got := sample(nil).usage(); got != "copy --lines CORPUS [--start PATH] [--more PATH]... [--test NAME=PATH]... --out FOLDER [settings]" {
		t.Errorf("usage %s", got)
	}
	for flag, want := range map[string]bool{"--lines": false, "--start": false, "--more": true, "--test": true, "--preset": true, "--out": false} {
		lines := 0
		for line := range strings.Lines(help) {
			if strings.HasPrefix(line, "  "+flag+" ") {
				lines++
				if strings.Contains(line, "may be repeated") != want || strings.Count(line, flag) != 1 {
					t.Errorf("%s may be repeated: %v, shown as %s", flag, want, line)
				}
			}
		}
		if lines != 1 {
			t.Errorf("%s stands on %d lines", flag, lines)
		}
	}
}

// Without a terminal the help has 100 columns.
func TestWidth(t *testing.T) {
	file, err := os.Create(t.TempDir() + "/file")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if got := width(file); got != 100 {
		t.Errorf("width %d in a file", got)
	}
}

func TestManual(t *testing.T) {
	got, _, err := run(t, "--man")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		".TH COPY 1\n", ".SH NAME\ncopy \\- Copies lines.\n", ".SH DESCRIPTION\n.PP\nEach line of the input becomes a line.\n.PP\nExample: copy \\-\\-lines a.txt \\-\\-out b\n.PP\nA second",
		".SH PRESETS\n", ".TP\n.B big\nsize: the author\\(aqs \\(aqbig\\(aq batches\n", ".TP\n.B \\-\\-batch\\-size N\n", "<eos>", "\n\\&.words to add",
		".B \\-\\-help, \\-h\n", "copy \\-\\-man > \\(ti/.local/share/man/man1/copy.1\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}
