package match_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/score/internal/match"
	"github.com/wrone2set/wrone2set/score/internal/metric"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/stagetest/parity"
)

// tolerance of every number; all are float64 in the reference too.
const tolerance = 1e-12

// run is one run of the authors' script: its flags, read from flags.txt.
type run struct {
	rules    match.Rules
	unpadded bool
	cuts     [3][]metric.K
	err      error
}

// readFlags maps the script's flags to our rules.
func readFlags(t *testing.T, path string) run {
	t.Helper()
	r := run{rules: match.Rules{Limit: 200, DropPunctuation: true, OneWord: true, Underscore: true}}
	fields := strings.Fields(read(t, path))
	for i := 0; i < len(fields); i++ {
		switch f := fields[i]; f {
		case "-disable_extra_one_word_filter":
			r.rules.OneWord = false
		case "-invalidate_unk":
			r.rules.DropUnk = true
		case "-disable_valid_filter":
			r.rules.DropPunctuation = false
		case "-meng_rui_precision":
			r.unpadded = true
		case "-match_by_str":
			r.rules.Substring = true
		case "-num_preds":
			i++
			r.rules.Limit, _ = strconv.Atoi(fields[i])
		case "-all_ks", "-present_ks", "-absent_ks":
			kind := map[string]metric.Kind{"-all_ks": metric.All, "-present_ks": metric.Present, "-absent_ks": metric.Absent}[f]
			for i+1 < len(fields) && !strings.HasPrefix(fields[i+1], "-") {
				i++
				k, err := metric.ParseK(fields[i])
				if err != nil || k == metric.O {
					r.err = fmt.Errorf("cut %s", fields[i])
				}
				r.cuts[kind] = append(r.cuts[kind], k)
			}
		default:
			t.Fatalf("%s: unknown flag %s", path, f)
		}
	}
	return r
}

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

// TestKit compares every run of every prediction file with the authors' script.
func TestKit(t *testing.T) {
	dir := parity.Path(t)
	for _, path := range parity.Files(t, "score/*/flags.txt") {
		name := filepath.Base(filepath.Dir(path))
		t.Run(name, func(t *testing.T) { checkRun(t, dir, name, readFlags(t, path)) })
	}
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

func checkRun(t *testing.T, dir, name string, r run) {
	at := filepath.Join(dir, "score", name)
	if _, err := os.Stat(filepath.Join(at, "error.txt")); err == nil {
		if r.err == nil {
			t.Error("the reference refuses these flags, ours did not")
		}
		return
	}
	file, _, _ := strings.Cut(name, ".")
	src, trg := texts(t, dir, file)
	pred := make([]string, len(src))
	if path := filepath.Join(dir, "score", file+".predictions.txt"); file != "zero" {
		pred = lines(t, path)
	}
	if len(pred) != len(src) || len(trg) != len(src) {
		t.Fatalf("%d sources, %d targets, %d predictions", len(src), len(trg), len(pred))
	}
	judge := match.New(r.rules, text.Stem)
	var tallies [3]*metric.Tally
	for k := range tallies {
		tallies[k] = metric.NewTally(r.cuts[k])
	}
	perDoc := readPerDoc(t, filepath.Join(at, "per_doc.tsv"))
	filtered := lines(t, filepath.Join(at, "predictions_filtered.txt"))
	bad := 0
	for i := range src {
		v := verdict(t, judge, document(src[i], trg[i], pred[i]))
		var kept []string
		for _, p := range v.Predictions {
			if p.Counts() {
				kept = append(kept, p.Stems)
			}
		}
		if got := strings.Join(kept, ";"); got != filtered[i] {
			t.Errorf("document %d: filtered %q, want %q", i, got, filtered[i])
		}
		for _, kind := range metric.Kinds {
			tallies[kind].Add(&v.Rankings[kind])
			bad += checkDocument(t, i, kind, &v.Rankings[kind], r, perDoc[i])
		}
		if bad > 20 {
			t.Fatal("too many differences")
		}
	}
	checkMetrics(t, filepath.Join(at, "metrics.json"), r, tallies)
}

// readPerDoc reads per_doc.tsv into one map from column to value per document.
func readPerDoc(t *testing.T, path string) []map[string]float64 {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	in := bufio.NewScanner(f)
	in.Buffer(nil, 1<<20)
	in.Scan()
	columns := strings.Split(in.Text(), "\t")
	var rows []map[string]float64
	for in.Scan() {
		row := map[string]float64{}
		for c, s := range strings.Split(in.Text(), "\t") {
			if row[columns[c]], err = strconv.ParseFloat(s, 64); err != nil {
				t.Fatalf("%s row %d: %v", path, len(rows), err)
			}
		}
		rows = append(rows, row)
	}
	return rows
}

func checkDocument(t *testing.T, doc int, kind metric.Kind, r *metric.Ranking, run run, want map[string]float64) (bad int) {
	check := func(column string, got float64) {
		w, ok := want[column]
		if !ok {
			t.Fatalf("no column %s", column)
		}
		if math.Abs(got-w) > tolerance {
			bad++
			t.Errorf("document %d %s = %v, want %v", doc, column, got, w)
		}
	}
	check("num_targets_"+kind.String(), float64(r.Targets))
	check("num_predictions_"+kind.String(), float64(r.Predictions))
	for _, k := range run.cuts[kind] {
		a := r.At(k)
		p, f1, n := a.P, a.F1, a.Depth
		if run.unpadded {
			p, f1, n = a.UnpaddedP, a.UnpaddedF1, a.Predicted
		}
		at := fmt.Sprintf("@%s_%s", k, kind)
		check("precision"+at, p)
		check("recall"+at, a.R)
		check("f1_score"+at, f1)
		check("num_matches"+at, float64(a.Hits))
		check("num_predictions"+at, float64(n))
		check("num_targets"+at, float64(a.Targets))
		check("AP"+at, a.MAP)
		check("NDCG"+at, a.NDCG)
		check("AlphaNDCG"+at, a.AlphaNDCG)
	}
	return bad
}

func checkMetrics(t *testing.T, path string, r run, tallies [3]*metric.Tally) {
	t.Helper()
	var want map[string]json.RawMessage
	if err := json.Unmarshal([]byte(read(t, path)), &want); err != nil {
		t.Fatal(err)
	}
	got := map[string]map[string]float64{}
	for _, kind := range metric.Kinds {
		tally := tallies[kind]
		for i, k := range tally.Cuts() {
			macro, mean, micro := tally.Values(metric.Macro, i), tally.Values(metric.MeanOfDocuments, i), tally.Values(metric.Micro, i)
			if r.unpadded {
				macro, mean, micro = tally.Values(metric.MacroUnpadded, i), tally.UnpaddedMean(i), tally.UnpaddedMicro(i)
			}
			pool := tally.Pool(i, r.unpadded)
			got[kind.String()+"@"+k.String()] = map[string]float64{
				"macro_p": macro.P, "macro_r": macro.R, "macro_f1": macro.F1, "mean_of_document_f1": mean.F1,
				"micro_p": micro.P, "micro_r": micro.R, "micro_f1": micro.F1,
				"matches": float64(pool.Hits), "predictions": float64(pool.Predictions), "targets": float64(pool.Targets),
				"map": macro.MAP, "ndcg": macro.NDCG, "alpha_ndcg": macro.AlphaNDCG,
			}
		}
	}
	for key, raw := range want {
		if key == "documents" {
			if string(raw) != strconv.FormatInt(tallies[0].Documents, 10) {
				t.Errorf("documents = %d, want %s", tallies[0].Documents, raw)
			}
			continue
		}
		var values map[string]float64
		if err := json.Unmarshal(raw, &values); err != nil {
			t.Fatalf("%s: %v", key, err)
		}
		for name, w := range values {
			g, ok := got[key][name]
			if !ok || math.Abs(g-w) > tolerance {
				t.Errorf("%s %s = %v, want %v", key, name, g, w)
			}
		}
	}
}
