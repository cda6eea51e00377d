package match_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/score/internal/match"
	"github.com/wrone2set/wrone2set/score/internal/metric"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/stagetest/parity"
)

func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func lines(t *testing.T, path string) []string {
	t.Helper()
	return strings.Split(strings.TrimSuffix(read(t, path), "\n"), "\n")
}

// texts are the source and target lines of a prediction file.
func texts(t *testing.T, dir, file string) (src, trg []string) {
	t.Helper()
	own := filepath.Join(dir, "score", file+".src.txt")
	if _, err := os.Stat(own); err == nil {
		return lines(t, own), lines(t, strings.Replace(own, ".src.", ".trg.", 1))
	}
	data := filepath.Join(dir, "..", "data", "kp20k_small")
	return lines(t, filepath.Join(data, "test_src.txt")), lines(t, filepath.Join(data, "test_trg.txt"))
}

func split(line string) [][]string {
	var out [][]string
	for _, p := range strings.Split(strings.TrimSpace(line), ";") {
		out = append(out, strings.Split(strings.TrimSpace(p), " "))
	}
	return out
}

func document(src, trg, pred string) match.Input {
	d := match.Input{Targets: split(trg)}
	for _, part := range strings.Split(strings.TrimSpace(src), "<eos>") {
		d.Source = append(d.Source, strings.Split(strings.TrimSpace(part), " ")...)
	}
	if strings.TrimSpace(pred) == "" {
		return d
	}
	for _, p := range split(pred) {
		d.Predictions = append(d.Predictions, match.Candidate{Words: p})
	}
	return d
}

// detail is a line of the reference's per-document detail.
type detail struct {
	Doc          int        `json:"doc"`
	Stemmed      [][]string `json:"stemmed_predictions"`
	First        []bool     `json:"first_occurrence"`
	Valid        []bool     `json:"valid"`
	PresentMatch []bool     `json:"present_match"`
	AbsentMatch  []bool     `json:"absent_match"`

	PresentPredictions [][]string `json:"present_predictions"`
	AbsentPredictions  [][]string `json:"absent_predictions"`
	PresentTargets     [][]string `json:"present_targets"`
	AbsentTargets      [][]string `json:"absent_targets"`
}

// TestKitDetail compares stems, flags, kinds and hits of single documents, under the flags of the authors' run.
func TestKitDetail(t *testing.T) {
	dir := parity.Path(t)
	for _, path := range parity.Files(t, "score/*.detail*.jsonl") {
		t.Run(filepath.Base(path), func(t *testing.T) {
			file, _, _ := strings.Cut(filepath.Base(path), ".")
			src, trg := texts(t, dir, file)
			pred := lines(t, filepath.Join(dir, "score", file+".predictions.txt"))
			judge := match.New(match.Rules{Limit: 200, DropPunctuation: true, DropUnk: true, Underscore: true}, text.Stem)
			for _, line := range lines(t, path) {
				var want detail
				if err := json.Unmarshal([]byte(line), &want); err != nil {
					t.Fatal(err)
				}
				checkDetail(t, want, verdict(t, judge, document(src[want.Doc], trg[want.Doc], pred[want.Doc])))
			}
		})
	}
}

func checkDetail(t *testing.T, want detail, v match.Verdict) {
	t.Helper()
	got := detail{Doc: want.Doc}
	var stemmed []string
	kinds := map[metric.Kind][]string{}
	hits := map[metric.Kind][]bool{}
	for _, p := range v.Predictions {
		stemmed = append(stemmed, p.Stems)
		got.First, got.Valid = append(got.First, p.First), append(got.Valid, p.Valid)
		if p.Counts() {
			kinds[p.Kind()] = append(kinds[p.Kind()], p.Stems)
			hits[p.Kind()] = append(hits[p.Kind()], p.Hit)
		}
	}
	targets := map[metric.Kind][]string{}
	for _, p := range v.Targets {
		if p.Counts() {
			targets[p.Kind()] = append(targets[p.Kind()], p.Stems)
		}
	}
	for what, pair := range map[string][2]any{
		"stems":        {stemmed, joined(want.Stemmed)},
		"first":        {got.First, want.First},
		"valid":        {got.Valid, want.Valid},
		"present":      {kinds[metric.Present], joined(want.PresentPredictions)},
		"absent":       {kinds[metric.Absent], joined(want.AbsentPredictions)},
		"gold present": {targets[metric.Present], joined(want.PresentTargets)},
		"gold absent":  {targets[metric.Absent], joined(want.AbsentTargets)},
		"present hits": {hits[metric.Present], want.PresentMatch},
		"absent hits":  {hits[metric.Absent], want.AbsentMatch},
	} {
		if g, w := fmt.Sprintf("%q", pair[0]), fmt.Sprintf("%q", pair[1]); g != w {
			t.Errorf("document %d %s = %s, want %s", want.Doc, what, g, w)
		}
	}
}

func joined(phrases [][]string) []string {
	var out []string
	for _, p := range phrases {
		out = append(out, strings.Join(p, " "))
	}
	return out
}
