package schemas

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// contents are everything that a reader of each format gives out, as text.
var contents = map[string]func(path string) (string, error){
	"documents":   tableContent(Documents),
	"predictions": tableContent(Predictions),
	"scores":      tableContent(Scores),
	"groups":      tableContent(Groups),
	"vocab":       tableContent(Vocab),
	"phrases":     tableContent(KnownPhrases),
	"neighbours":  tableContent(Neighbours),
	"tensors":     tensorContent,
}

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

func tensorContent(path string) (string, error) {
	f, err := OpenTensors(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	verified := f.Verify()
	b := fmt.Appendf(nil, "%v", f.meta)
	for _, name := range f.Names() {
		tensor, err := f.Tensor(name)
		if err != nil && verified == nil {
			return "Verify finds nothing", nil
		}
		if err != nil {
			return "", err
		}
		b = fmt.Appendf(b, "%v", tensor)
	}
	if verified != nil {
		return "Verify alone finds something", nil
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

// Whatever rots of a file that travels without a manifest, its reader either says so, naming the file and what to do, or gives out what was written. Every
// seventh damage is tried, and all of them where TORTURE_ROT is set, as .ci/run and make torture do.
func TestNothingRotsInSilence(t *testing.T) {
	ours := slices.DeleteFunc(formats(t), func(f victim) bool { return contents[f.name] == nil })
	for _, f := range append(ours, victim{name: "vocab", good: writeTable(t, Vocab, vocabulary(300), 300)},
		victim{name: "neighbours", good: writeTable(t, Neighbours, neighbours(60), 60)}) {
		t.Run(f.name, func(t *testing.T) {
			path, read := filepath.Join(t.TempDir(), "f"), contents[f.name]
			os.WriteFile(path, f.good, 0o644)
			want, err := read(path)
			if err != nil {
				t.Fatal(err)
			}
			tries, step := len(f.good)+4000, 7
			switch {
			case os.Getenv("TORTURE_ROT") != "":
				step = 1
			case testing.Short():
				step = 29
			}
			refused, harmless := 0, 0
			for number := 0; number < tries; number += step {
				bad, what := rotten(f.good, number)
				if err := os.WriteFile(path, bad, 0o644); err != nil {
					t.Fatal(err)
				}
				got, err := read(path)
				var file *FileError
				switch {
				case err == nil && got == want:
					harmless++
				case errors.Is(err, ErrUnnamed):
					t.Errorf("number %d, %s: taken for a file of anyone's", number, what)
				case err == nil:
					t.Errorf("number %d, %s: other content without an error", number, what)
				case !errors.As(err, &file) || file.File != path || file.Remedy == "" || strings.Contains(err.Error(), "runtime error"):
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
		rows[i] = Neighbour{Stems: fmt.Sprint("word", i), Found: int64(n), Documents: []int32{int32(i), 1, 3}}
	}
	return rows
}

// TestNeighbourDocuments: numbers of documents that do not rise, or are too great, are damage.
func TestNeighbourDocuments(t *testing.T) {
	for _, c := range []struct {
		gaps []int32
		good bool
	}{{nil, true}, {[]int32{0, 1, 3_999_999}, true}, {[]int32{1, 0}, false}, {[]int32{-1}, false}, {[]int32{3, -1}, false}, {[]int32{1, 4_000_000}, false}} {
		if _, bad := checkNeighbour(&Neighbour{Documents: c.gaps}); (bad == nil) != c.good {
			t.Errorf("%v: %v", c.gaps, bad)
		}
	}
}

func vocabulary(n int) []VocabRow {
	rows := make([]VocabRow, n)
	for i := range rows {
		rows[i] = VocabRow{int32(i), fmt.Sprint("word", i), int64(n - i)}
	}
	return rows
}
