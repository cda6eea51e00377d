package language

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// shared is the folder of sets in several languages beside the repository.
const shared = "../../../../shared/data"

// sets are the shared sets, their language, and the most documents of a hundred that may get another tag. What the records of
// tib call English is an English title before a German abstract in one of twenty.
var sets = []struct {
	file, tag string
	most      float64
}{
	{"inspec_train.jsonl", "en", .1}, {"train_pool.jsonl.gz", "en", .1}, {"arxiv.jsonl.zst", "en", .1},
	{"more/kpbiomed_train.jsonl.gz", "en", .1}, {"more/tib_train.jsonl.gz", "de", 1}, {"more/tib_train.jsonl.gz", "en", 7},
	{"more/yso_train.jsonl.gz", "fi", 2}, {"more/ng_ru.jsonl.gz", "ru", .1}, {"more/csl_zh.jsonl.gz", "zh", .1},
}

// TestShared measures the error on sets whose language is known.
func TestShared(t *testing.T) {
	for _, s := range sets {
		rows := read(t, filepath.Join(shared, s.file), s.tag)
		wrong, titles := map[string]int{}, map[string]int{}
		all := 0
		for _, r := range rows {
			if tag, _ := Detect(r.Title + "\n" + r.Abstract); tag != s.tag {
				wrong[tag]++
				all++
			}
			if tag, _ := Detect(r.Title); r.Title != "" && tag != s.tag {
				titles[tag]++
			}
		}
		t.Logf("%s %s: %d documents, wrong %v; titles alone %v", s.file, s.tag, len(rows), wrong, titles)
		if rate := 100 * float64(all) / float64(len(rows)); rate > s.most {
			t.Errorf("%s %s: %.2f %% wrong, more than %v", s.file, s.tag, rate, s.most)
		}
	}
}

type row struct{ Title, Abstract, Language string }

// read returns up to 5,000 documents in a language.
func read(t *testing.T, path, tag string) (rows []row) {
	f, err := os.Open(path)
	if err != nil {
		t.Skipf("%s is missing: it is not part of the repository", path)
	}
	defer f.Close()
	var r io.Reader = f
	switch filepath.Ext(path) {
	case ".gz":
		if r, err = gzip.NewReader(f); err != nil {
			t.Fatal(err)
		}
	case ".zst":
		z, err := zstd.NewReader(f)
		if err != nil {
			t.Fatal(err)
		}
		defer z.Close()
		r = z
	}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<26)
	for lines.Scan() && len(rows) < 5000 {
		var one row
		if err := json.Unmarshal(lines.Bytes(), &one); err != nil {
			t.Fatal(err)
		}
		if one.Language == "" || one.Language == tag {
			rows = append(rows, one)
		}
	}
	return rows
}
