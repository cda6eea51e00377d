package fit

import (
	"bufio"
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
	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/model/choose/calibration"
	"github.com/wrone2set/wrone2set/stages/model/extract"
)

var update = flag.Bool("update", false, "write infer's model")

const (
	shared = "../../../../../shared/data"
	model  = "../../../../infer/pretrained/extract.json"
)

// top5 is how phrases are picked.
var top5 = choose.Mode{Rule: choose.Top, Top: 5}

type record struct {
	Title, Abstract string
	Keywords        []string
}

// TestModel makes the model that is part of infer from English abstracts: each once without knowing how rare words are, and once
// by the documents of its set.
func TestModel(t *testing.T) {
	if !*update {
		t.Skip("-update writes the model: half a minute")
	}
	var all []Document
	for _, rs := range [][]record{read(t, "inspec_train.jsonl", 0, 350), pair(t, 250), read(t, "train_pool.jsonl.gz", 0, 500)} {
		all = append(all, label(rs, "en", false, true)...)
		all = append(all, label(rs, "en", true, true)...)
	}
	m, err := Fit(all)
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.Create(model)
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Write(f); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestShared measures the model on sets that had no part in it: present F1@5 by the convention macro, and the calibration error
// of the five. The first documents of the sets in other languages chose the terms, so that they are left out.
func TestShared(t *testing.T) {
	if testing.Short() {
		t.Skip("a minute")
	}
	f, err := os.Open(model)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	m, err := extract.Read(model, f)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []struct {
		file, tag string
		from, to  int
		least     float64 // F1
	}{
		{"inspec_valid.jsonl", "en", 200, 500, .2}, {"more/kpbiomed_train.jsonl.gz", "en", 150, 450, .2}, {"more/ng_ru.jsonl.gz", "ru", 120, 320, .18},
		{"more/csl_zh.jsonl.gz", "zh", 300, 1006, .2}, {"more/yso_train.jsonl.gz", "fi", 400, 1200, .13},
	} {
		f1, ece := measure(t, m, label(read(t, s.file, s.from, s.to), s.tag, false, false))
		t.Logf("%s %s: documents %d to %d, present F1@5 %.3f, calibration error %.3f", s.file, s.tag, s.from, s.to, f1, ece)
		if f1 < s.least {
			t.Errorf("%s: F1 %.3f, less than %v", s.file, f1, s.least)
		}
	}
}

func measure(t *testing.T, m *extract.Model, documents []Document) (f1, ece float64) {
	p, r, diagram := 0., 0., calibration.New(calibration.Bins)
	for _, d := range documents {
		m.Judge(d.Candidates)
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
	c, texts := word.NewCutter(), map[string]int{}
	if counted {
		for _, r := range rs {
			seen := map[string]bool{}
			for _, s := range extract.Find(c, tag, r.Title, r.Abstract).Stems {
				if !seen[s] {
					seen[s] = true
					texts[s]++
				}
			}
		}
	}
	for i, r := range rs {
		if some && i%4 == 0 {
			r.Title = ""
		}
		text := extract.Find(c, tag, r.Title, r.Abstract)
		if counted {
			text = extract.FindBy(c, tag, r.Title, r.Abstract, func(_, stem string) float64 {
				return extract.Rarity(float64(texts[stem]+1) / float64(len(rs)+1))
			})
		}
		all = append(all, Label(c, text, r.Keywords))
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
