package cli

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/wrone2set/wrone2set/stages/internal/fault"
)

// golden compares text with a file of testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s: got\n%s", name, got)
	}
}

func TestHelp(t *testing.T) {
	golden(t, "help.txt", sample(nil).page(false).text(100))
	golden(t, "help-all.txt", sample(nil).page(true).text(100))
	golden(t, "man.txt", sample(nil).page(true).manual())
	for _, width := range []int{72, 80, 100} {
		text := sample(nil).page(false).text(width) + sample(nil).page(true).text(width)
		for line := range strings.Lines(text) {
			if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > width {
				t.Errorf("%d of %d columns: %s", n, width, line)
			}
		}
	}
	for flag, want := range map[string]string{
		"--help": sample(nil).page(false).text(100), "-h": sample(nil).page(false).text(100), "--help-all": sample(nil).page(true).text(100),
		"--man": sample(nil).page(true).manual(), "--version": "copy version 0.9.0 (commit 0123abc)\n", "-v": "copy version 0.9.0 (commit 0123abc)\n",
	} {
		if got, _, err := run(t, flag); err != nil || got != want {
			t.Errorf("%s prints %q, %v", flag, got, err)
		}
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
