package store_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages/internal/fault"
	"github.com/wrone2set/wrone2set/stages/internal/store"
	"github.com/wrone2set/wrone2set/stages/stagetest/cases"
)

func TestPath(t *testing.T) {
	for _, c := range cases.Read(t, "testdata/cases.txt", "paths", 2) {
		given, want := c[0], c[1]
		if got, err := store.Path(given); got != want || err != nil {
			t.Errorf("%s: %s, %v, want %s", given, got, err, want)
		}
	}
	for _, c := range cases.Read(t, "testdata/cases.txt", "refused", 2) {
		given, want := c[0], c[1]
		_, err := store.Path(given)
		var usage *fault.UsageError
		if !errors.As(err, &usage) || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "hush") {
			t.Errorf("%s: %v, want %s", given, err, want)
		}
	}
}

func TestParts(t *testing.T) {
	for _, c := range cases.Read(t, "testdata/cases.txt", "parts", 3) {
		if d, b := store.Dir(c[0]), store.Base(c[0]); d != c[1] || b != c[2] {
			t.Errorf("%s: %s and %s, want %s and %s", c[0], d, b, c[1], c[2])
		}
	}
	for _, c := range cases.Read(t, "testdata/cases.txt", "joined", 3) {
		if got := store.Join(c[0], c[1]); got != c[2] {
			t.Errorf("%s and %s: %s, want %s", c[0], c[1], got, c[2])
		}
	}
}

// TestQuiet: what providers put into URLs stands in no message.
func TestQuiet(t *testing.T) {
	err := errors.New("Get \"https://a.blob.core.windows.net/c/x?sv=2&sig=hush\": dial\n\ttcp: refused; http://h/x?token=hush ended")
	if got := store.Quiet(err); got != `Get "https://a.blob.core.windows.net/c/x?…": dial tcp: refused; http://h/x?… ended` {
		t.Error(got)
	}
}
