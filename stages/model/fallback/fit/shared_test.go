package fit

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages/data/word"
	"github.com/wrone2set/wrone2set/stages/model/choose/calibration"
	"github.com/wrone2set/wrone2set/stages/model/fallback"
	"github.com/wrone2set/wrone2set/stages/model/rank"
)

var (
	update      = flag.Bool("update", false, "write infer's model")
	predictions = flag.String("predictions", "", "a folder for documents and predictions of TestShared")
)

const (
	shared = "../../../../../shared/data"
	model  = "../default.json"
)

// top5 is how phrases are picked.
var top5 = rank.Rule{Name: rank.Top, Top: 5}

type record struct {
	Title, Abstract string
	Keywords        []string
}

// trained are the sets that a model is fitted to. Each language has the same weight, English in three sets.
var trained = []struct {
	file, tag string
	from, to  int
	weight    float64 // of the set
}{
	{"inspec_train.jsonl", "en", 0, 350, .5}, {"", "en", 0, 250, .25}, {"train_pool.jsonl.gz", "en", 0, 500, .25},
	{"more/ng_ru.jsonl.gz", "ru", 0, 320, 1}, {"more/csl_zh.jsonl.gz", "zh", 0, 300, 1}, {"more/yso_train.jsonl.gz", "fi", 0, 1000, 1},
}

// training is the documents of all sets, each once without knowing how rare words are, and once by the documents of its set.
func training(t *testing.T) (sets [][]Document) {
	for _, s := range trained {
		var rs []record
		if s.file == "" {
			rs = pair(t, s.to)
		} else {
			rs = read(t, s.file, s.from, s.to)
		}
		all := append(label(rs, s.tag, false, true), label(rs, s.tag, true, true)...)
		for i := range all {
			all[i].Weight = 100 * s.weight / float64(len(rs))
		}
		sets = append(sets, all)
	}
	return sets
}

// without is a model of all sets but those of a language, or a file.
func without(t *testing.T, sets [][]Document, tag, file string) *fallback.Ranker {
	var all []Document
	for i, s := range trained {
		if s.tag != tag && s.file != file {
			all = append(all, sets[i]...)
		}
	}
	m, err := Fit(all)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestModel makes the model that is part of infer.
func TestModel(t *testing.T) {
	if !*update {
		t.Skip("-update writes the model: half a minute")
	}
	var b bytes.Buffer
	if err := without(t, training(t), "none", "none").Write(&b); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(model, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestShared measures models on documents of a language, or of a set, that had no part in them: present F1@5 by the convention
// macro, and the calibration error of the five, without and with the rarity of words in these documents. With -predictions it
// writes documents and predictions for score compare.
func TestShared(t *testing.T) {
	if testing.Short() {
		t.Skip("minutes")
	}
	sets := training(t)
	for _, s := range []struct {
		name, file, tag  string
		from, to         int
		leaveTag, leave  string
		least, leastKnow float64 // F1
	}{
		{"inspec", "inspec_valid.jsonl", "en", 200, 500, "", "inspec_train.jsonl", .17, .17},
		{"kpbiomed", "more/kpbiomed_valid.jsonl.gz", "en", 0, 100, "", "", .2, .22},
		{"ng_ru", "more/ng_ru.jsonl.gz", "ru", 320, 620, "ru", "", .2, .24},
		{"csl_zh", "more/csl_zh.jsonl.gz", "zh", 300, 1006, "zh", "", .2, .22},
		{"yso", "more/yso_train.jsonl.gz", "fi", 1200, 2021, "fi", "", .15, .17},
	} {
		m, rs := without(t, sets, s.leaveTag, s.leave), read(t, s.file, s.from, s.to)
		for known, least := range []float64{s.least, s.leastKnow} {
			documents := label(rs, s.tag, known == 1, false)
			f1, ece := measure(t, m, documents)
			t.Logf("%s: %d documents, rarity known %d, present F1@5 %.3f, calibration error %.3f", s.name, len(rs), known, f1, ece)
			if f1 < least {
				t.Errorf("%s: F1 %.3f, less than %v", s.name, f1, least)
			}
			if *predictions != "" {
				write(t, fmt.Sprintf("%s.%d.jsonl", s.name, known), rs, m, documents)
			}
		}
	}
}

// write writes the first ten phrases of documents with their probabilities, and the records as documents.
func write(t *testing.T, name string, rs []record, m *fallback.Ranker, documents []Document) {
	type line struct {
		ID         string    `json:"id"`
		Title      string    `json:"title"`
		Abstract   string    `json:"abstract"`
		Keywords   []string  `json:"keywords"`
		Keyphrases []string  `json:"keyphrases"`
		Scores     []float64 `json:"scores"`
	}
	var b strings.Builder
	for i, d := range documents {
		l := line{ID: fmt.Sprint(i), Title: rs[i].Title, Abstract: rs[i].Abstract, Keywords: rs[i].Keywords}
		for _, c := range m.Pick(rank.Rule{Name: rank.Top, Top: 10}, d.Candidates) {
			l.Keyphrases, l.Scores = append(l.Keyphrases, strings.Join(c.Words, " ")), append(l.Scores, c.Probability)
		}
		line, err := json.Marshal(l)
		if err != nil {
			t.Fatal(err)
		}
		b.Write(append(line, '\n'))
	}
	if err := os.WriteFile(filepath.Join(*predictions, name), []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
}

func measure(t *testing.T, m *fallback.Ranker, documents []Document) (f1, ece float64) {
	p, r, diagram := 0., 0., calibration.New(calibration.Bins)
	for _, d := range documents {
		m.Assess(d.Candidates)
		right := map[string]bool{}
		for i, c := range d.Candidates {
			right[strings.Join(c.Stems, " ")] = d.Right[i]
		}
		hits := 0.
		for _, c := range m.Pick(top5, d.Candidates) {
			hit := right[strings.Join(c.Stems, " ")]
			if err := diagram.Add(c.Probability, hit); err != nil {
				t.Fatal(err)
			}
			if hit {
				hits++
			}
		}
		if p += hits / 5; d.Present > 0 {
			r += hits / float64(d.Present)
		}
	}
	return 2 * p * r / (p + r) / float64(len(documents)), diagram.ECE()
}

// label finds and labels the candidates of records. Counted: how rare words are is known from the records. Some have no title.
func label(rs []record, tag string, counted, some bool) (all []Document) {
	c, texts := word.NewCutter(), fallback.NewFrequencies()
	if counted {
		for _, r := range rs {
			texts.Add(tag, fallback.Stems(c, tag, r.Title, r.Abstract))
		}
	}
	for i, r := range rs {
		if some && i%4 == 0 {
			r.Title = ""
		}
		all = append(all, Label(c, fallback.Find(c, tag, r.Title, r.Abstract, texts.Rarity(tag)), r.Keywords))
	}
	return all
}

func read(t *testing.T, name string, from, to int) (all []record) {
	f, err := os.Open(filepath.Join(shared, name))
	if err != nil {
		t.Skipf("%v: it is not part of the repository", err)
	}
	defer f.Close()
	var in io.Reader = f
	if filepath.Ext(name) == ".gz" {
		if in, err = gzip.NewReader(f); err != nil {
			t.Fatal(err)
		}
	}
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<26)
	for i := 0; i < to && lines.Scan(); i++ {
		var r record
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		if i >= from {
			all = append(all, r)
		}
	}
	return all
}

// pair reads the first validation documents of KP20k, which are tokens.
func pair(t *testing.T, n int) (all []record) {
	var files [2][]string
	for i, name := range []string{"valid_src.txt", "valid_trg.txt"} {
		b, err := os.ReadFile(filepath.Join(shared, "kp20k_small", name))
		if err != nil {
			t.Skip(fmt.Sprint(err))
		}
		files[i] = strings.Split(string(b), "\n")
	}
	for i := range n {
		title, body, _ := strings.Cut(files[0][i], " <eos> ")
		all = append(all, record{title, body, strings.Split(strings.ReplaceAll(files[1][i], ";<peos>", ""), ";")})
	}
	return all
}
