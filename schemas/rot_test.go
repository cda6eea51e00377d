package schemas

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func tableContent[R any](table Table[R]) func(path string) (string, error) {
	return func(path string) (string, error) {
		r, err := table.Open(path)
		if err != nil {
			return "", err
		}
		defer r.Close()
		unicode, _ := r.Metadata(UnicodeKey)
		rows, err := r.All()
		return unicode + plain(rows), err
	}
}

// neighbourContent is what ReadNeighbours reads, as text.
func neighbourContent(path string) (string, error) {
	rows, err := ReadNeighbourRows(path)
	return plain(rows), err
}

func exampleContent(path string) (string, error) {
	r, err := OpenExamples(path)
	if err != nil {
		return "", err
	}
	defer r.Close()
	b := fmt.Appendf(nil, "%d %+v", r.Len(), r.Header())
	for i := range r.Len() {
		e, err := r.At(i)
		if err != nil {
			return "", err
		}
		b = fmt.Appendf(b, "%q %v", e.OOV, e)
	}
	return string(b), nil
}

func tensorContent(path string) (string, error) {
	f, err := OpenTensors(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	b := fmt.Appendf(nil, "%v", f.meta)
	for _, name := range f.Names() {
		tensor, err := f.Tensor(name)
		if err != nil {
			return "", err
		}
		b = fmt.Appendf(b, "%v", tensor)
	}
	return string(b), nil
}

// rotten is one damaged copy of good, by its number: a bit that flipped, a byte or a block that became something else,
// two bytes that changed places, or an end that is gone. The first len(good) numbers flip a bit of each byte.
func rotten(good []byte, number int) (bad []byte, what string) {
	bad, r := bytes.Clone(good), rand.New(rand.NewPCG(11, uint64(number)))
	at := r.IntN(len(good))
	if number < len(good) {
		at = number
	}
	switch kind := r.IntN(6); {
	case number < len(good) || kind < 2:
		bad[at] ^= 1 << r.IntN(8)
		return bad, fmt.Sprintf("a bit of byte %d", at)
	case kind == 2:
		copy(bad[at:], make([]byte, 1+r.IntN(64)))
		return bad, fmt.Sprintf("zeros from byte %d", at)
	case kind == 3:
		bad[at] = byte(r.IntN(256))
		return bad, fmt.Sprintf("byte %d", at)
	case kind == 4:
		other := r.IntN(len(good))
		bad[at], bad[other] = bad[other], bad[at]
		return bad, fmt.Sprintf("bytes %d and %d", at, other)
	}
	return bad[:at], fmt.Sprintf("cut at %d", at)
}

// TestNothingRotsInSilence: whatever rots of a file, its reader either says so, naming the file and what to do, or gives out
// what was written; of examples alone, whose digest is in a manifest, damage can give other rows. Memory stays bounded.
// Every 29th damage is tried, and all of them where TORTURE_ROT is set, as .ci/run and make torture do.
func TestNothingRotsInSilence(t *testing.T) {
	step := 29
	if os.Getenv("TORTURE_ROT") != "" {
		step = 1
	}
	for _, f := range formats(t) {
		t.Run(f.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "f")
			var content string
			get := func(path string) (err error) { content, err = f.content(path); return err }
			if err := attack(t, path, get, f.good, "whole"); err != nil {
				t.Fatal(err)
			}
			want, refused, harmless := content, 0, 0
			for number := 0; number < len(f.good)+4000; number += step {
				bad, what := rotten(f.good, number)
				err := attack(t, path, get, bad, "number", number, what)
				switch {
				case err == nil && content == want:
					harmless++
				case err == nil && f.name == "examples":
				case err == nil:
					t.Errorf("number %d, %s: other content without an error", number, what)
				case errors.Is(err, ErrUnnamed):
					t.Errorf("number %d, %s: taken for a file of anyone's", number, what)
				case strings.Contains(err.Error(), "runtime error"):
					t.Errorf("number %d, %s: %v", number, what, err)
				default:
					refused++
				}
			}
			t.Logf("%d bytes: %d refused, %d harmless", len(f.good), refused, harmless)
		})
	}
}

func neighbours(n int) []Neighbour {
	rows := make([]Neighbour, n)
	for i := range rows {
		rows[i] = Neighbour{Stems: fmt.Sprint("word", i), Found: int64(n), Documents: Gaps(int32(i), 1, 3)}
	}
	return rows
}

func vocabulary(n int) []VocabRow {
	rows := make([]VocabRow, n)
	for i := range rows {
		rows[i] = VocabRow{int32(i), fmt.Sprint("word", i), int64(n - i)}
	}
	return rows
}
