package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"wrone2set/schemas"
	"wrone2set/stages"
	"wrone2set/stages/stagetest"
)

// score runs the stage and returns its exit code, what it printed, and its complaints.
func score(args ...string) (code int, out, complaints string) {
	var stdout, stderr bytes.Buffer
	code = stages.Execute(context.Background(), stage, args, &stdout, &stderr)
	return code, stdout.String(), stderr.String()
}

func put(t testing.TB, path, content string) string {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func table[R any](t testing.TB, path string, table schemas.Table[R], rows ...R) {
	t.Helper()
	var b bytes.Buffer
	w := table.NewWriter(&b, nil)
	if err := errors.Join(w.Write(rows...), w.Close()); err != nil {
		t.Fatal(err)
	}
	put(t, path, b.String())
}

func words(s string) []string { return strings.Fields(s) }

func phrase(text string, score float32) schemas.Phrase {
	return schemas.Phrase{Phrase: text, Tokens: words(text), Score: score}
}

// small writes a made-up test set of three documents with predictions and
// slots as preprocess and infer would, and returns its folder.
func small(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	table(t, filepath.Join(dir, "test.garden-00000-of-00001.parquet"), schemas.Documents,
		schemas.Document{ID: "a", Title: words("watering tomato plants ."), Body: words("we water <digit> tomato plants each morning ."),
			Present: [][]string{words("tomato plants"), words("watering")}, Absent: [][]string{words("irrigation")}},
		schemas.Document{ID: "b", Title: words("a note on compost ."), Body: words("leaves rot <b> slowly </b> ."),
			Present: [][]string{words("compost")}},
		schemas.Document{ID: "c", Body: words("seeds sleep in winter ."), Absent: [][]string{words("dormancy"), words("seed banks")}},
	)
	repeated := phrase("tomato plant", 0.4)
	repeated.Duplicate = true
	table(t, filepath.Join(dir, "predictions-00000-of-00001.parquet"), schemas.Predictions,
		schemas.Prediction{ID: "a", Phrases: []schemas.Phrase{phrase("tomato plants", 0.9), repeated, phrase("irrigation", 0.35), phrase("morning", 0.2), phrase("<unk> plants", 0.1)}},
		schemas.Prediction{ID: "b"},
		schemas.Prediction{ID: "c", Phrases: []schemas.Phrase{phrase("seed bank", 0.6), phrase("<script>", 0.5)}},
	)
	slot := func(id string, n int32, vanilla, nonNull string, p float32) schemas.Slot {
		s := schemas.Slot{ID: id, Slot: n, NullProbability: 0.8, FirstProbability: 0.8, VanillaProbability: 0.8,
			Vanilla: words(vanilla), NonNull: words(nonNull), NonNullProbability: p}
		if vanilla != "" {
			s.NullProbability, s.FirstProbability, s.VanillaProbability = 0.1, p, p
		}
		return s
	}
	table(t, filepath.Join(dir, "slots-00000-of-00001.parquet"), schemas.Slots,
		slot("a", 0, "tomato plants", "tomato plants", 0.9), slot("a", 1, "", "water", 0.1),
		slot("a", 2, "irrigation", "irrigation", 0.35), slot("a", 3, "", "garden", 0.05),
		slot("b", 0, "", "compost", 0.3), slot("b", 1, "", "leaves", 0.2), slot("b", 2, "", "soil", 0.1), slot("b", 3, "", "compost", 0.1),
		slot("c", 0, "", "winter", 0.1), slot("c", 1, "", "seeds", 0.1), slot("c", 2, "seed bank", "seed bank", 0.6), slot("c", 3, "", "seed banks", 0.2),
	)
	return dir
}

func TestStageIsWellFormed(t *testing.T) {
	if err := stage.Validate(); err != nil {
		t.Error(err)
	}
}

// TestGolden pins every name and number of metrics.json for a made-up set, and of the page all but its style. The page
// has no witness but whoever reads the difference; TestReport and the tests of package report hold its parts.
func TestGolden(t *testing.T) {
	dir, out := small(t), filepath.Join(t.TempDir(), "out")
	code, printed, complaints := score("--predictions", dir, "--documents", dir, "--slots", dir, "--out", out, "--bins", "4")
	if code != 0 {
		t.Fatalf("exit %d: %s", code, complaints)
	}
	_, page, _ := strings.Cut(read(t, filepath.Join(out, "report.html")), "</style>")
	for name, got := range map[string]string{"metrics.json": read(t, filepath.Join(out, "metrics.json")), "summary.txt": printed, "report.html": page} {
		golden := filepath.Join("testdata", "small."+name)
		if stagetest.Update() {
			put(t, golden, got)
		}
		if want := read(t, golden); got != want {
			t.Errorf("%s differs from %s; got\n%s", name, golden, got)
		}
	}
}

// TestSmallByHand works the set of TestGolden out on paper.
func TestSmallByHand(t *testing.T) {
	dir, out := small(t), filepath.Join(t.TempDir(), "out")
	if code, _, complaints := score("--predictions", dir, "--documents", dir, "--slots", dir, "--out", out, "--bins", "4", "--quiet"); code != 0 {
		t.Fatalf("exit %d: %s", code, complaints)
	}
	metrics := metricsOf(t, out)
	f1 := func(p, r float64) float64 { return 2 * p * r / (p + r) }
	for name, want := range map[string]float64{
		// present: a has "tomato plant" (hit) and "morning", of 2 targets; b nothing of 1; c nothing of 0
		"present/documents":              3,
		"present/documents_with_targets": 2,
		"present/predicted_mean":         2. / 3,
		"present/targets_mean":           1,
		"present/mae":                    1. / 3,
		"present/macro/p@5":              (1. / 5) / 3,
		"present/macro/r@5":              (1. / 2) / 3,
		"present/macro/f1@5":             f1((1./5)/3, (1./2)/3),
		"present/macro/p@M":              (1. / 2) / 3,
		"present/macro/f1@M":             f1((1./2)/3, (1./2)/3),
		"present/macro_with_targets/p@5": (1. / 5) / 2,
		"present/macro_unpadded/p@5":     (1. / 2) / 3,
		"present/mean_of_documents/f1@5": f1(1./5, 1./2) / 3,
		"present/micro/p@5":              1. / 5,
		"present/micro/r@5":              1. / 3,
		"present/micro/hits@5":           1,
		"present/micro/predictions@5":    5,
		"present/micro/targets@5":        3,
		"present/macro/p@O":              (1. / 2) / 3,
		// absent: a has "irrigation" (hit) of 1; c "seed bank" (hit) and "<script>" of 2
		"absent/macro/p@M": (1 + 1./2) / 3,
		"absent/macro/r@M": (1 + 1./2) / 3,
		// of seven phrases one repeats; "<unk> plants" is distinct but left out
		"duplication":           1. / 7,
		"all/predictions":       5,
		"all/calibration/bins":  4,
		"all/calibration/brier": (0.1*0.1 + 0.65*0.65 + 0.2*0.2 + 0.4*0.4 + 0.5*0.5) / 5,
		// bins of a quarter: {.2 miss}, {.35 hit}, {.6 hit, .5 miss}, {.9 hit}
		"all/calibration/ece": (0.2 + 0.65 + 2*(0.55-0.5) + 0.1) / 5,
		// what they promise: a "tomato plants" .9 and "morning" .2 of 2 present targets; "irrigation" .35 of 1, c .6 and .5 of 2
		"present/calibration/expected/hits": 1.1,
		"present/calibration/hits":          1,
		"present/calibration/score":         1.1 / 2,
		"present/calibration/precision":     1. / 2,
		"present/calibration/expected/p@5":  (1.1 / 5) / 3,
		"present/calibration/expected/r@5":  (1.1 / 2) / 3,
		"present/calibration/expected/f1@5": f1((1.1/5)/3, (1.1/2)/3),
		"present/calibration/expected/f1@M": f1((1.1/2)/3, (1.1/2)/3),
		"absent/calibration/expected/hits":  1.45,
		"absent/calibration/expected/p@M":   (0.35 + 1.1/2) / 3,
		"absent/calibration/expected/r@O":   (0.35 + 1.1/2) / 3,
		"absent/calibration/brier":          (0.65*0.65 + 0.4*0.4 + 0.5*0.5) / 3,
		"absent/calibration/ece":            (0.65 + 2*(0.55-0.5)) / 3,
		"slots/calibration/phrases":         12,
		// right without ∅: present half a0, a1 ("water" stems to "watering"), b0; absent half a2, b3, c2, c3; of these a1, b0, b3, c3 said ∅
		"over_estimation/present/share": 2. / 3,
		"over_estimation/absent/share":  2. / 4,
		"over_estimation/all/share":     4. / 7,
		"over_estimation/documents/1":   2,
		"over_estimation/documents/2":   1,
	} {
		got, ok := metrics["garden/"+name]
		if !ok || got-want > 1e-7 || want-got > 1e-7 { // scores are float32
			t.Errorf("%s = %v, want %v", name, got, want)
		}
	}
}

// TestExport: what infer --export jsonl writes of predictions scores as they do, but for the counts of what it leaves out.
func TestExport(t *testing.T) {
	dir := small(t)
	export := put(t, filepath.Join(t.TempDir(), "predictions.jsonl"), `{"id":"a","keyphrases":["tomato plants","irrigation","morning"],"scores":[0.9,0.35,0.2],"present":[true,false,true]}
{"id":"b","keyphrases":[],"scores":[],"present":[]}
{"id":"c","keyphrases":["seed bank","<script>"],"scores":[0.6,0.5],"present":[false,false]}
`)
	var got [2]map[string]float64
	for i, predictions := range []string{dir, export} {
		out := filepath.Join(t.TempDir(), "out")
		if code, _, complaints := score("--predictions", predictions, "--documents", dir, "--out", out, "--quiet"); code != 0 {
			t.Fatalf("exit %d: %s", code, complaints)
		}
		got[i] = metricsOf(t, out)
	}
	if got[1]["garden/absent/macro/f1@M"] == 0 || len(got[0]) != len(got[1]) {
		t.Errorf("absent F1@M %v, %d and %d numbers", got[1]["garden/absent/macro/f1@M"], len(got[0]), len(got[1]))
	}
	for name, want := range got[0] {
		switch name {
		case "garden/predictions", "garden/predictions_distinct", "garden/duplication":
		default:
			if got[1][name] != want {
				t.Errorf("%s = %v, of the Parquet file %v", name, got[1][name], want)
			}
		}
	}
}

// TestUncalibrated: predictions of others without scores, or with scores that are no probabilities, are scored as the
// others are, and the summary and the page say once why there is no calibration.
func TestUncalibrated(t *testing.T) {
	dir := t.TempDir()
	documents := put(t, filepath.Join(dir, "x_src.txt"), "a b <eos> c\nd <eos> e\n") + ":" + put(t, filepath.Join(dir, "x_trg.txt"), "a b\nd;f\n")
	for name, c := range map[string]struct{ predictions, says string }{
		"p.txt":          {"a b;c\nd\n", "no calibration: the predictions have no scores"},
		"bare.jsonl":     {"{\"phrases\":[\"a b\",\"c\"]}\n{\"phrases\":[\"d\"]}\n", "no calibration: the predictions have no scores"},
		"logs.jsonl":     {"{\"phrases\":[\"a b\",\"c\"],\"scores\":[1,0.5]}\n{\"phrases\":[\"d\"],\"scores\":[-2.5]}\n", "no calibration: the scores are no probabilities, one is -2.5"},
		"scored.jsonl":   {"{\"phrases\":[\"a b\",\"c\"],\"scores\":[1,0.5]}\n{\"phrases\":[\"d\"],\"scores\":[0]}\n", ""},
		"nothing.jsonl":  {"{\"phrases\":[]}\n{\"phrases\":[]}\n", "no calibration: the predictions have no scores"},
		"dropped.jsonl":  {"{\"phrases\":[\"a b\",\"a b\"],\"scores\":[1,7]}\n{\"phrases\":[\"d\"],\"scores\":[1]}\n", ""}, // a repeated one does not count
		"greater1.jsonl": {"{\"phrases\":[\"a b\"],\"scores\":[1.5]}\n{\"phrases\":[\"d\"],\"scores\":[1]}\n", "no calibration: the scores are no probabilities, one is 1.5"},
	} {
		out := filepath.Join(t.TempDir(), "out")
		code, printed, complaints := score("--predictions", put(t, filepath.Join(dir, name), c.predictions), "--documents", documents, "--out", out)
		if code != 0 {
			t.Errorf("%s: exit %d: %s", name, code, complaints)
			continue
		}
		metrics, page := metricsOf(t, out), read(t, filepath.Join(out, "report.html"))
		ece := metrics["x/all/calibration/phrases"] > 0
		if want := c.says == ""; ece != want || strings.Contains(printed, "ECE") != want || strings.Contains(page, "Reliability") != want || strings.Contains(page, "Scores of predicted phrases") != want {
			t.Errorf("%s: calibration %v in the numbers, printed %s", name, ece, printed)
		}
		if c.says != "" && (strings.Count(printed, c.says) != 1 || strings.Count(page, "N"+c.says[1:]) != 1) {
			t.Errorf("%s: not said once: %q in\n%s", name, c.says, printed)
		}
		if metrics["x/present/macro/f1@M"] == 0 != (name == "nothing.jsonl") {
			t.Errorf("%s: present F1@M %v", name, metrics["x/present/macro/f1@M"])
		}
	}
}

func metricsOf(t *testing.T, out string) map[string]float64 {
	t.Helper()
	var m map[string]float64
	if err := json.Unmarshal([]byte(read(t, filepath.Join(out, "metrics.json"))), &m); err != nil {
		t.Fatal(err)
	}
	return m
}

func TestScoresTable(t *testing.T) {
	dir, out := small(t), filepath.Join(t.TempDir(), "out")
	if code, _, complaints := score("--predictions", dir, "--documents", dir, "--out", out, "--quiet"); code != 0 {
		t.Fatalf("exit %d: %s", code, complaints)
	}
	rows, err := schemas.Scores.ReadAll(filepath.Join(out, "scores.parquet"))
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 9 {
		t.Fatalf("%d rows, want 3 documents x 3 kinds", len(rows))
	}
	first := rows[0]
	if first.TestSet != "garden" || first.ID != "a" || first.Kind != "present" || first.Predictions != 2 || first.Targets != 2 {
		t.Errorf("first row %+v", first)
	}
	if at := first.At5; at.Hits != 1 || at.P != 1./5 || at.R != 1./2 {
		t.Errorf("at 5: %+v", at)
	}
}

// TestReport: the page holds what the data hold, escaped, and asks for nothing from outside.
func TestReport(t *testing.T) {
	dir, out := small(t), filepath.Join(t.TempDir(), "out")
	if code, _, complaints := score("--predictions", dir, "--documents", dir, "--slots", dir, "--out", out, "--quiet"); code != 0 {
		t.Fatalf("exit %d: %s", code, complaints)
	}
	page := read(t, filepath.Join(out, "report.html"))
	for _, want := range []string{"<h1>garden</h1>", "watering tomato plants", "&lt;script&gt;", "Reliability", "Over-estimation", "macro_with_targets", "over 2 documents", `<input type="search"`, "more columns", "we <mark class=\"gold\">water</mark> &lt;digit&gt; <mark class=\"right\">tomato plants</mark> each <mark class=\"guess\">morning</mark>", "2 repeated or invalid predictions left out"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not hold %q", want)
		}
	}
	if n := strings.Count(page, "<script"); n != 1 || !strings.Contains(page, "\n<script>\n") {
		t.Errorf("%d scripts, want the page's own alone", n)
	}
	for _, no := range []string{"http:", "https:", "src=", "ZgotmplZ", "NaN", "%!", "<no value>"} {
		if strings.Contains(page, no) {
			t.Errorf("the page holds %q", no)
		}
	}
}

// TestSameBytes: neither threads nor a second run change a byte.
func TestSameBytes(t *testing.T) {
	dir := t.TempDir()
	var src, trg, pred strings.Builder
	for i := range 700 { // more than a few batches
		src.WriteString("plants and seeds <eos> " + strings.Repeat("leaf ", i%7) + "compost root\n")
		trg.WriteString([]string{"root;soil\n", "compost\n", "seed;plants;water\n"}[i%3])
		pred.WriteString([]string{"root;leaf\n", "\n", "plant;soil;seeds;seeds\n", "water\n", "compost;roots\n"}[i%5])
	}
	documents := put(t, filepath.Join(dir, "x_src.txt"), src.String()) + ":" + put(t, filepath.Join(dir, "x_trg.txt"), trg.String())
	predictions := put(t, filepath.Join(dir, "p.txt"), pred.String())
	var want [3]string
	for i, threads := range []string{"1", "2", "7", "2"} {
		out := filepath.Join(dir, "out"+threads+strings.Repeat("x", i))
		if code, _, complaints := score("--predictions", predictions, "--documents", documents, "--out", out, "--threads", threads, "--quiet"); code != 0 {
			t.Fatalf("exit %d: %s", code, complaints)
		}
		for f, name := range []string{"metrics.json", "scores.parquet", "report.html"} {
			got := read(t, filepath.Join(out, name))
			if i == 0 {
				want[f] = got
			} else if got != want[f] {
				t.Errorf("%s with %s threads differs", name, threads)
			}
		}
	}
}

// TestMarkAndLongLine: a byte order mark at the head of source, target or predictions is no part of a word, so that the
// first document's phrase is the hit that it is without; a line of 2 MiB is read like any other. preprocess holds the
// same of its corpora.
func TestMarkAndLongLine(t *testing.T) {
	dir := t.TempDir()
	const mark = "\ufeff"
	source := "deep learning . <eos> a body\nlong <eos> " + strings.Repeat("w ", 1<<20) + "end\n"
	files := map[string]string{"s": source, "t": "deep learning;body\nend\n", "p": "deep learning;body\n" + "end;" + strings.Repeat("v ", 1<<20) + "v\n"}
	for _, marked := range []string{"", "s", "t", "p", "stp"} {
		paths := map[string]string{}
		for name, text := range files {
			if strings.Contains(marked, name) {
				text = mark + text
			}
			paths[name] = put(t, filepath.Join(dir, marked+name+".txt"), text)
		}
		out := filepath.Join(dir, "out"+marked)
		if code, _, complaints := score("--predictions", paths["p"], "--documents", paths["s"]+":"+paths["t"], "--out", out, "--quiet"); code != 0 {
			t.Fatalf("marks in %q: exit %d: %s", marked, code, complaints)
		}
		rows, err := schemas.Scores.ReadAll(filepath.Join(out, "scores.parquet"))
		if err != nil {
			t.Fatal(err)
		}
		hits := map[string]int32{}
		for _, r := range rows {
			if r.Kind == "present" {
				hits[r.ID[len(r.ID)-1:]] = r.AtM.Hits
			}
		}
		if hits["1"] != 2 || hits["2"] != 1 {
			t.Errorf("marks in %q: %d and %d hits, want 2 and 1", marked, hits["1"], hits["2"])
		}
	}
}

// TestRefusals: exit codes and what is said.
func TestRefusals(t *testing.T) {
	dir := small(t)
	text := t.TempDir()
	pair := put(t, filepath.Join(text, "s.txt"), "a <eos> b\nc <eos> d\n") + ":" + put(t, filepath.Join(text, "t.txt"), "a\nd\n")
	one, two := put(t, filepath.Join(text, "one.txt"), "a\n"), put(t, filepath.Join(text, "two.txt"), "a\nd\n")
	texts := t.TempDir()
	put(t, filepath.Join(texts, "1.txt"), "a\n")
	put(t, filepath.Join(texts, "2.txt"), "d\n")
	other := t.TempDir()
	table(t, filepath.Join(other, "predictions-00000-of-00001.parquet"), schemas.Predictions,
		schemas.Prediction{ID: "a"}, schemas.Prediction{ID: "c"}, schemas.Prediction{ID: "d"})
	wild := t.TempDir()
	table(t, filepath.Join(wild, "predictions-00000-of-00001.parquet"), schemas.Predictions,
		schemas.Prediction{ID: "a", Phrases: []schemas.Phrase{phrase("x", 1.5)}}, schemas.Prediction{ID: "b"}, schemas.Prediction{ID: "c"})
	sets := t.TempDir()
	for _, name := range []string{"test.x-00000-of-00001.parquet", "test.y-00000-of-00001.parquet"} {
		table(t, filepath.Join(sets, name), schemas.Documents, schemas.Document{ID: "a"})
	}
	for _, c := range []struct {
		name string
		code int
		says string
		args []string
	}{
		{"row counts", stages.ExitInput, "1 predictions for 2 documents", []string{"--predictions", one, "--documents", pair}},
		{"ids", stages.ExitInput, `no prediction for "b"; no document for "d"`, []string{"--predictions", other, "--documents", dir}},
		{"scores", stages.ExitInput, `document "a": score 1.5 is not between 0 and 1`, []string{"--predictions", wild, "--documents", dir}},
		{"two texts", stages.ExitInput, "a text file among 2 predictions files", []string{"--predictions", filepath.Join(texts, "*.txt"), "--documents", pair}},
		{"O in released", stages.ExitUsage, "leave out O", []string{"--predictions", two, "--documents", pair, "--released", "--ks", "5,O"}},
		{"unknown cut", stages.ExitUsage, `cut "Q"`, []string{"--predictions", two, "--documents", pair, "--ks", "5,Q"}},
		{"cut given twice", stages.ExitUsage, "twice", []string{"--predictions", two, "--documents", pair, "--ks", "5,5"}},
		{"flag of released alone", stages.ExitUsage, "macro_unpadded", []string{"--predictions", two, "--documents", pair, "--meng-precision"}},
		{"bins", stages.ExitUsage, "bins is 0", []string{"--predictions", two, "--documents", pair, "--bins", "0"}},
		{"name", stages.ExitUsage, "letters", []string{"--predictions", two, "--documents", pair, "--name", "a/b"}},
		{"several test sets", stages.ExitUsage, "x and y", []string{"--predictions", dir, "--documents", sets}},
		{"predictions as documents", stages.ExitInput, "has no keyphrases", []string{"--predictions", two, "--documents", two}},
	} {
		t.Run(c.name, func(t *testing.T) {
			out := filepath.Join(t.TempDir(), "out")
			code, _, complaints := score(append(c.args, "--out", out)...)
			if code != c.code || !strings.Contains(complaints, c.says) {
				t.Errorf("exit %d, %s; want %d and %q", code, complaints, c.code, c.says)
			}
			if _, err := os.Stat(out); err == nil {
				t.Error("an output is there all the same")
			}
		})
	}
}

func TestShow(t *testing.T) {
	dir, out := small(t), filepath.Join(t.TempDir(), "out")
	code, printed, complaints := score("--predictions", dir, "--documents", dir, "--out", out)
	if code != 0 {
		t.Fatalf("exit %d: %s", code, complaints)
	}
	for _, args := range [][]string{{"--show", out}, {"--show=" + out}, {"-show", out}, {"--quiet", "--show", out}} {
		code, shown, complaints := score(args...)
		if code != 0 || !strings.HasPrefix(shown, printed) || !strings.Contains(shown, filepath.Join(out, "report.html")) {
			t.Errorf("%v: exit %d: %s%s", args, code, shown, complaints)
		}
	}
	for _, folder := range []string{dir, filepath.Join(dir, "none"), ""} {
		if code, _, complaints := score("--show", folder); code != stages.ExitInput || !strings.Contains(complaints, "give the folder that score wrote") {
			t.Errorf("show %q: exit %d: %s", folder, code, complaints)
		}
	}
	if _, help, _ := score("--help"); !strings.Contains(help, "--show FOLDER") {
		t.Errorf("the help does not name --show:\n%s", help)
	}
}

func TestTestSetNames(t *testing.T) {
	for file, want := range map[string]string{
		"run/data/test.kp20k-00001-of-00004.parquet": "kp20k", "test.nus-5-00000-of-00001.parquet": "nus-5",
		"valid-00000-of-00001.parquet": "valid", "data/test_src.txt": "test", "inspec_src.txt.gz": "inspec", "_src.txt": "_src",
	} {
		if got := nameOf(file); got != want {
			t.Errorf("%s is named %q, want %q", file, got, want)
		}
	}
}

// The settings of the repository's pipeline.yaml are settings of this program.
func TestPipeline(t *testing.T) {
	stagetest.Describe(t, stage, filepath.Join("..", "pipeline.yaml"))
}
