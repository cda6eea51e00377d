//go:build unix

package cli

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/sys/unix"

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

// The help is as wide as the terminal, within a readable range, and has 100 columns in a file.
func TestWidth(t *testing.T) {
	file, err := os.Create(t.TempDir() + "/file")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if got := width(file); got != 100 {
		t.Errorf("width %d in a file", got)
	}
	terminal, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip(err)
	}
	defer terminal.Close()
	for columns, want := range map[uint16]int{80: 80, 90: 90, 200: 100, 20: 72} {
		if err := unix.IoctlSetWinsize(int(terminal.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: columns}); err != nil {
			t.Fatal(err)
		}
		if got := width(terminal); got != want {
			t.Errorf("%d columns: width %d, want %d", columns, got, want)
		}
	}
}
