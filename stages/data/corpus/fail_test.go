package corpus

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/file"
)

// failing is a file whose n-th read, from 0, fails like that of a broken disk.
type failing struct {
	fs.File
	n    int
	once bool // later reads succeed
}

func (f *failing) Read(p []byte) (int, error) {
	f.n--
	if f.n == -1 || f.n < 0 && !f.once {
		return 0, &fs.PathError{Op: "read", Path: "x", Err: syscall.EIO}
	}
	return f.File.Read(p[:min(len(p), 40<<10)])
}

// Whichever read fails, the error wraps that of the system, which decides the exit code, and no row is lost without an
// error.
func TestFailingDisk(t *testing.T) {
	texts := map[Format]string{JSONL: "", CSV: "title,abstract\n", JSON: "[", Text: ""}
	for i := range 3000 {
		texts[JSONL] += fmt.Sprintf("{\"title\": \"a title %d\", \"abstract\": \"the %x\"}\n", i, i*i*7919)
		texts[CSV] += fmt.Sprintf("a title %d,the %x\n", i, i*i*7919)
		texts[JSON] += strings.Repeat(",", min(i, 1)) + fmt.Sprintf("{\"title\": \"a title %d\", \"abstract\": \"the %x\"}\n", i, i*i*7919)
		texts[Text] += fmt.Sprintf("a title %d <eos> the %x\n", i, i*i*7919)
	}
	texts[JSON] += "]"
	for format, text := range texts {
		for kind, data := range map[string][]byte{"plain": []byte(text), "gzip": zipped(t, []byte(text)), "zstd": zstded(t, []byte(text))} {
			path := write(t, "x", data)
			want, err := read(t, path, "", format)
			if err != nil || len(want) != 3000 {
				t.Fatalf("%s %s: %d rows, %v", format, kind, len(want), err)
			}
			for _, once := range []bool{false, true} {
				for n := 0; ; n++ {
					disk, err := os.Open(path)
					if err != nil {
						t.Fatal(err)
					}
					f := &failing{disk, n, once}
					got, err := readOpen(t, path, f, format)
					if err != nil && !errors.Is(err, syscall.EIO) {
						t.Errorf("%s %s, read %d (once %v): %v", format, kind, n, once, err)
					}
					if err == nil && !slices.Equal(got, want) {
						t.Errorf("%s %s, read %d (once %v): %d rows of %d and no error", format, kind, n, once, len(got), len(want))
					}
					if f.n >= 0 { // it was not reached
						break
					}
				}
			}
		}
	}
}

// readOpen reads an open file to its end and closes it.
func readOpen(t *testing.T, path string, disk fs.File, format Format) ([]string, error) {
	t.Helper()
	f, err := file.New(path, disk)
	if err != nil {
		return nil, err
	}
	r, err := openAs(f, "", Options{Settings: Settings{Format: string(format)}})
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return outcome(r)
}
