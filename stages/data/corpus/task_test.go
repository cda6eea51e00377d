package corpus

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
)

// task opens files of a folder, by names that are not paths of the disk.
type task struct {
	dir   string
	ended error
	rows  map[string]int64
	said  []string
}

func (t *task) Open(path string) (schemas.File, error) { return os.Open(filepath.Join(t.dir, path)) }
func (t *task) Ended() error                           { return t.ended }
func (t *task) Rows(file string, n int64)              { t.rows[file] = n }
func (t *task) Say(line string)                        { t.said = append(t.said, line) }
func (t *task) Warn(line string)                       { t.said = append(t.said, line) }

type source []string

func (s source) Paths() (files []string, pair bool) { return s, len(s) == 2 }
func (s source) Folder() string                     { return "" }

// TestBegin: the files of all sources in order, pairs too, come through the task, which hears of columns and rows and can end
// the reading.
func TestBegin(t *testing.T) {
	dir := t.TempDir()
	for name, data := range map[string]string{"a.csv": "id,title,abstract,keywords,x\nq,A,text,k;l,1\n", "s.txt": "B <eos> text\nC <eos> text\n", "t.txt": "k\nl\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	on := &task{dir: dir, rows: map[string]int64{}}
	read := func() (ids []string, err error) {
		batches, own, err := Begin(DefaultSettings(), false, on, []source{{"s.txt", "t.txt"}, {"a.csv"}})
		if err != nil {
			return nil, err
		}
		defer batches.Close()
		for {
			b, err := batches.Next()
			if err != nil {
				return ids, err
			}
			for i := range b.Len() {
				r, err := b.Parse(i)
				if err != nil || len(r.Keyphrases)+len(r.Phrases) == 0 {
					t.Errorf("%+v %v", r, err)
				}
				id, err := own.Take(r.File, r.Row, r.ID)
				if err != nil {
					t.Error(err)
				}
				ids = append(ids, id)
			}
		}
	}
	ids, err := read()
	if want := []string{"s-1", "s-2", "q"}; err != io.EOF || !reflect.DeepEqual(ids, want) {
		t.Errorf("%v %v, want %v", ids, err, want)
	}
	if want := map[string]int64{"s.txt": 2, "a.csv": 2}; !reflect.DeepEqual(on.rows, want) || len(on.said) != 2 {
		t.Errorf("rows %v, said %q", on.rows, on.said)
	}
	on.ended = errors.New("stopped")
	if _, err := read(); !errors.Is(err, on.ended) {
		t.Errorf("%v after the end", err)
	}
	settings := DefaultSettings()
	settings.Columns = []string{"id=x"}
	if _, _, err := Begin(settings, false, on, []source{{"s.txt", "t.txt"}}); err == nil {
		t.Error("columns of files without columns are accepted")
	}
}
