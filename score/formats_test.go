package main

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages"
)

// keyphrases are gold keyphrases with everything that tokenisation changes: hyphens, digits, apostrophes, marks, two blanks,
// parentheses, entities and capitals.
var keyphrases = [][]string{
	{"rain-fed  farming", "crop 12", "farmer's market", "soil (clay)"},
	{"R&D", "C++", "Müller–Lyer illusion"},
	{"well water"},
}

// ofKeyphrases writes documents with these keyphrases, and without ids, so that lines join them.
func ofKeyphrases(t *testing.T, list func(i int) string) string {
	var b strings.Builder
	for i, text := range []string{
		"Rain-fed farming: crop 12 at the farmer's market. It grows in soil (clay) all year, and that was seen by all of us.",
		"We do R&D in C++, and show the Müller–Lyer illusion to those who have not seen it before in this form.",
		"They drink the well water of the village, which was said to be good for all who live there.",
	} {
		fmt.Fprintf(&b, `{"title":"","abstract":%q,"keywords":%s}`+"\n", text, list(i))
	}
	return file(t, "gold.jsonl", b.String())
}

// each writes a line for each document, made by line from its keyphrases.
func each(line func(phrases []string) string) string {
	var b strings.Builder
	for _, phrases := range keyphrases {
		b.WriteString(line(phrases) + "\n")
	}
	return b.String()
}

// joined joins phrases, each in the given form.
func joined(form, sep string, phrases []string) string {
	all := make([]string, len(phrases))
	for i, p := range phrases {
		all[i] = fmt.Sprintf(form, p)
	}
	return strings.Join(all, sep)
}

// TestOneScoreInEveryFormat: gold keyphrases given as predictions get F1 1, and all numbers are the same in every format.
func TestOneScoreInEveryFormat(t *testing.T) {
	cell := func(s string) string { return `"` + strings.ReplaceAll(s, `"`, `""`) + `"` }
	oneScore(t, []given{
		{"lines.txt", each(func(p []string) string { return strings.Join(p, ";") })},
		{"blanks.txt", each(func(p []string) string { return strings.Join(p, " ; ") })},
		{"entities.txt", each(func(p []string) string { return strings.ReplaceAll(strings.Join(p, ";"), "&", "&amp;") })},
		{"list.jsonl", each(func(p []string) string { return `{"keyphrases":[` + joined("%q", ",", p) + `]}` })},
		{"objects.jsonl", each(func(p []string) string { return `{"phrases":[` + joined(`{"phrase":%q}`, ",", p) + `]}` })},
		{"text.jsonl", each(func(p []string) string { return fmt.Sprintf(`{"keyphrases":%q}`, strings.Join(p, "; ")) })},
		{"python.jsonl", each(func(p []string) string { return fmt.Sprintf(`{"predictions":%q}`, "["+joined("%q", ", ", p)+"]") })},
		{"python.txt", each(func(p []string) string { return "[" + joined("%q", ", ", p) + "]" })},
		{"one.txt", each(func(p []string) string { return "[" + joined("[%q]", ", ", p) + "]" })},
		{"joined.csv", "keyphrases\n" + each(func(p []string) string { return cell(strings.Join(p, ";")) })},
		{"list.csv", "keyphrases\n" + each(func(p []string) string { return cell("[" + joined("%q", ", ", p) + "]") })},
		{"numpy.tsv", "predictions\n" + each(func(p []string) string { return cell("[" + joined("%q", " ", p) + "]") })},
	})
}

// given is a file of predictions.
type given struct{ name, content string }

// oneScore gives gold keyphrases as predictions, which must have F1 1 and, in every file, the same numbers. It returns these.
func oneScore(t *testing.T, files []given) (want map[string]float64) {
	t.Helper()
	gold := ofKeyphrases(t, func(i int) string { return "[" + joined("%q", ",", keyphrases[i]) + "]" })
	for _, c := range files {
		got := metricsOfRun(t, gold, file(t, c.name, c.content))
		if want == nil {
			want = got
		}
		if got["x/all/macro/f1@M"] != 1 || !maps.Equal(got, want) {
			t.Errorf("%s: F1@M %v, want 1, and the numbers of %s", c.name, got["x/all/macro/f1@M"], files[0].name)
		}
	}
	return want
}

// TestOneScoreOfPairs is TestOneScoreInEveryFormat for phrases with scores, as KeyBERT, YAKE, RAKE and pke give them.
func TestOneScoreOfPairs(t *testing.T) {
	numbers := oneScore(t, []given{
		{"scores.jsonl", each(func(p []string) string {
			return `{"keyphrases":[` + joined("%q", ",", p) + `],"scores":[` + strings.Repeat("0.5,", len(p)-1) + `0.5]}`
		})},
		{"pairs.jsonl", each(func(p []string) string { return `{"keyphrases":[` + joined("[%q,0.5]", ",", p) + `]}` })},
		{"lists.jsonl", each(func(p []string) string { return "[" + joined("[%q,0.5]", ",", p) + "]" })},
		{"tuples.txt", each(func(p []string) string { return "[" + joined("(%q, 0.5)", ", ", p) + "]" })},
		{"rake.txt", each(func(p []string) string { return "[" + joined("(0.5, %q)", ", ", p) + "]" })},
		{"numpy.txt", each(func(p []string) string { return "[" + joined("(np.str_(%q), np.float64(0.5))", ", ", p) + "]" })},
		{"tuples.jsonl", each(func(p []string) string { return fmt.Sprintf(`{"phrases":%q}`, "["+joined("(%q, 0.5)", ", ", p)+"]") })},
		{"tuples.csv", "phrases\n" + each(func(p []string) string {
			return `"` + strings.ReplaceAll("["+joined("(%q, 0.5)", ", ", p)+"]", `"`, `""`) + `"`
		})},
	})
	if numbers["x/all/calibration/score"] != 0.5 {
		t.Errorf("mean score %v", numbers["x/all/calibration/score"])
	}
}

// TestGoldInEveryForm: the same gold keyphrases are read alike in every form, with a full stop or comma at their end too.
func TestGoldInEveryForm(t *testing.T) {
	predictions := file(t, "p.txt", each(func(p []string) string { return strings.Join(p, ";") }))
	for name, form := range map[string]func(i int) string{
		"joined":    func(i int) string { return fmt.Sprintf("%q", strings.Join(keyphrases[i], ";")) },
		"stop":      func(i int) string { return fmt.Sprintf("%q", strings.Join(keyphrases[i], "; ")+".") },
		"semicolon": func(i int) string { return fmt.Sprintf("%q", strings.Join(keyphrases[i], "; ")+" ;") },
		"comma":     func(i int) string { return "[" + joined(`"%s,"`, ",", keyphrases[i]) + "]" },
		"set":       func(i int) string { return fmt.Sprintf("%q", "{"+joined("%q", ", ", keyphrases[i])+"}") },
		"headed":    func(i int) string { return fmt.Sprintf("%q", "Keywords: "+strings.Join(keyphrases[i], "; ")) },
		"python":    func(i int) string { return fmt.Sprintf("%q", "["+joined("%q", ", ", keyphrases[i])+"]") },
	} {
		if got := metricsOfRun(t, ofKeyphrases(t, form), predictions)["x/all/macro/f1@M"]; got != 1 {
			t.Errorf("%s: F1@M %v, want 1", name, got)
		}
	}
}

// metricsOfRun scores predictions without intervals.
func metricsOfRun(t *testing.T, documents, predictions string) map[string]float64 {
	t.Helper()
	_, _, m := outcome(t, documents, predictions, "--quiet")
	return m
}

// TestJoinedByOthers: keyphrases or predictions that another mark joins are refused with the remedy.
func TestJoinedByOthers(t *testing.T) {
	line := func(format string) string { return strings.Repeat(format+"\n", 12) }
	gold := file(t, "gold.jsonl", line(`{"title":"","abstract":"A text of graphs","keywords":["graphs"]}`))
	lines := file(t, "p.txt", line("graphs"))
	for _, c := range map[string]struct{ documents, predictions, says string }{
		"gold by commas": {file(t, "c.jsonl", line(`{"title":"","abstract":"A text","keywords":"graphs, edge sets, trees"}`)), lines, "give --keyword-separator ','"},
		"gold by bars":   {file(t, "b.csv", "title,abstract,keywords\n"+line("a,b,graphs|edge sets")), lines, "give --keyword-separator '|'"},
		"gold by lines":  {file(t, "l.jsonl", line(`{"title":"","abstract":"A text","keywords":"graphs\nedge sets\n"}`)), lines, `give --keyword-separator '\n'`},
		"gold of scores": {file(t, "s.jsonl", line(`{"title":"","abstract":"A text","keywords":[["graphs",0.5]]}`)), lines, "the keywords have scores"},
		"gold by dashes": {file(t, "d.jsonl", line(`{"title":"","abstract":"A text","keywords":"graphs - edge sets - trees"}`)), lines, `looks joined by '-'`},
		"gold by breaks": {file(t, "h.jsonl", line(`{"title":"","abstract":"A text","keywords":"graphs<br>edge sets<br/>trees"}`)), lines, `give --keyword-separator '\n'`},
		"gold unparted":  {file(t, "u.jsonl", line(`{"title":"","abstract":"A text","keywords":"1. graphs 2. edge sets 3. trees 4. long paths 5. cycles"}`)), lines, "has more than 10 words; the separator is"},
		"lines by tabs":  {gold, file(t, "tabs.txt", line("graphs\tedge sets\ttrees")), `join them by ";"`},
		"lines by dots":  {gold, file(t, "dots.txt", line("graphs · edge sets · trees")), `look joined by "·"`},
		"a table":        {gold, file(t, "p.csv", "keyphrases\n"+line(`"graphs, edge sets"`)), `join them by ";"`},
		"texts in JSON":  {gold, file(t, "p.jsonl", line(`{"keyphrases":"graphs, edge sets"}`)), `join them by ";"`},
		"one array":      {gold, file(t, "a.json", `[{"id":1,"keyphrases":["graphs"]}]`), "write one of its elements per line"},
		"a broken list":  {gold, file(t, "t.txt", line(`[('graphs', 0.5), ('edge`)), "row 1: is no list of phrases"},
	} {
		refused(t, stages.ExitInput, c.says, "--predictions", c.predictions, "--documents", c.documents, "--quiet")
	}
	if got := metricsOfRun(t, gold, lines)["x/all/macro/f1@M"]; got != 1 {
		t.Errorf("F1@M %v", got)
	}
}

// TestIDsAsWritten: white space is part of an id in JSON, on both sides.
func TestIDsAsWritten(t *testing.T) {
	for _, id := range []string{`" a"`, `"a "`, `"\ta"`, `"\u00a0a"`, `"\u2028a"`, `12`, `12.0`, `-3`} {
		gold := file(t, "g.jsonl", `{"id":`+id+`,"title":"Graphs","abstract":"","keywords":["graphs"]}`)
		if got := metricsOfRun(t, gold, file(t, "p.jsonl", `{"id":`+id+`,"keyphrases":["graphs"]}`))["x/all/macro/f1@M"]; got != 1 {
			t.Errorf("id %s: F1@M %v", id, got)
		}
	}
}
