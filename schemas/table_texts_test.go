package schemas

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTexts: columns of text are those of the rows, over pages and row groups, and a missing value is "".
func TestTexts(t *testing.T) {
	path := filepath.Join(t.TempDir(), "predictions.parquet")
	var rows []Prediction
	for i := range 3000 {
		p := Prediction{ID: fmt.Sprint("document ", i, strings.Repeat("x", i%500)), Digest: fmt.Sprint("text:", i), Limits: Limits{Language: "en"}}
		if i%3 == 0 {
			p.Digest = ""
		}
		for range i % 5 {
			p.Phrases = append(p.Phrases, Phrase{Phrase: strings.Repeat("p", 5000), Tokens: []string{"p"}})
		}
		rows = append(rows, p)
	}
	var b bytes.Buffer
	w := Predictions.NewWriter(&b, nil)
	if err := errors.Join(w.Write(rows...), w.Close(), os.WriteFile(path, b.Bytes(), 0o666)); err != nil {
		t.Fatal(err)
	}
	r, err := Predictions.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if len(r.file.RowGroups()) < 2 {
		t.Fatal("one row group")
	}
	at := 0
	err = r.Texts([]string{"digest", "id"}, func(values []string) error {
		if at >= len(rows) || values[0] != rows[at].Digest || values[1] != rows[at].ID {
			t.Fatalf("row %d: %q", at, values)
		}
		at++
		return nil
	})
	if err != nil || at != len(rows) {
		t.Errorf("%d rows, %v", at, err)
	}
	stop := errors.New("enough")
	if err := r.Texts([]string{"id"}, func([]string) error { return stop }); err != stop {
		t.Error(err)
	}
}

// TestTextsDamaged: a damaged page is an error that names file and column.
func TestTextsDamaged(t *testing.T) {
	path := filepath.Join(t.TempDir(), "predictions.parquet")
	var b bytes.Buffer
	w := Predictions.NewWriter(&b, nil)
	for i := range 100 {
		if err := w.Write(Prediction{ID: fmt.Sprint(i * 7919)}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	content := b.Bytes()
	for i := 60; i < 100; i++ {
		content[i] ^= 0x55
	}
	if err := os.WriteFile(path, content, 0o666); err != nil {
		t.Fatal(err)
	}
	r, err := Predictions.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var damaged *FileError
	if err := r.Texts([]string{"id"}, func([]string) error { return nil }); !errors.As(err, &damaged) || damaged.File != path || !strings.Contains(err.Error(), "column id") {
		t.Error(err)
	}
}
